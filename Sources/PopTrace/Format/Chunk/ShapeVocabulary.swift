/// The shapes that are part of the format, so that no chunk has to list them.
///
/// An event of a common shape costs one number; and because what happens in an app mostly follows from what happened before, that number is
/// mostly the rank of the shape among those that usually come next.
struct ShapeVocabulary: Sendable {
  /// How many shapes are foretold after each.
  static let ranks = 4
  /// The vocabulary.
  static let standard = ShapeVocabulary(ShapeTableText.lines)

  /// The shapes; a name they give is an index in ``NamePieces/wellKnown``.
  let shapes: [EventShape]
  /// The same made ready for reading, with names likewise.
  let ready: [DecodingShape]
  /// The indexes of those that give a name.
  let named: [Int]
  /// The shapes that usually follow each shape, ``ranks`` each; at the end those that come first.
  let followers: [Int32]
  /// The numbers of the shapes, for writers: readers never ask, and begin the sooner.
  static let numbers = [EventShape: Int](uniqueKeysWithValues: zip(standard.shapes, standard.shapes.indices))

  /// The row of ``followers`` for the first event, and for one after a shape that is not of the vocabulary.
  var start: Int { shapes.count }

  private init(_ lines: String) {
    // By bytes: taking a text apart by characters would be a third of the time in which the tool starts.
    let entries = Self.entries(of: Array(lines.utf8))
    shapes = entries.compactMap(\.shape)
    do throws(Malformed) {
      var ready: [DecodingShape] = []
      for shape in shapes { ready.append(try DecodingShape(shape)) }
      self.ready = ready
      named = ready.indices.filter { ready[$0].name >= 0 }
    } catch {
      preconditionFailure("the vocabulary \(error.what)")
    }
    followers = entries.flatMap(\.followers)
    // Readers follow them without looking whether there is such a shape.
    precondition(followers.count == (shapes.count + 1) * Self.ranks)
    precondition(followers.allSatisfy { shapes.indices.contains(Int($0)) })
  }

  /// A line of the table: a shape, and the numbers of those that usually come next.
  private struct Entry {
    /// None in the last line.
    var shape: EventShape?
    var followers: [Int32] = []
  }

  private static func entries(of text: [UInt8]) -> [Entry] {
    var entries: [Entry] = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      var entry = Entry()
      for (index, field) in line.split(separator: UInt8(ascii: " ")).enumerated() {
        if index > 0 {
          entry.followers.append(field.reduce(0) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) })
        } else if field.first != UInt8(ascii: "-") {
          entry.shape = shape(bytes(field))
        }
      }
      entries.append(entry)
    }
    return entries
  }

  private static func shape(_ bytes: [UInt8]) -> EventShape {
    var reader = ByteReader(bytes, bytes.indices)
    do throws(Malformed) {
      return try EventShape(&reader, names: NamePieces.wellKnown.count)
    } catch {
      preconditionFailure("the vocabulary \(error.what)")
    }
  }

  private static func bytes(_ digits: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      let value = digit <= UInt8(ascii: "9") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
      if index & 1 == 0 { bytes.append(value << 4) } else { bytes[bytes.count - 1] |= value }
    }
    return bytes
  }

  /// The rank of a shape among those foretold after another; nil where it is not.
  func rank(of shape: Int, after row: Int) -> Int? {
    (0..<Self.ranks).first { Int(followers[row * Self.ranks + $0]) == shape }
  }
}
