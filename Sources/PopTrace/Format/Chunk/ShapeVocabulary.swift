/// The shapes that are part of the format, so that no chunk has to list them (format version 3).
///
/// An event of a common shape costs one number; and because what happens in an app mostly follows from what happened before, that number is
/// mostly the rank of the shape among those that usually come next.
struct ShapeVocabulary: Sendable {
  /// How many shapes are foretold after each.
  static let ranks = 4
  /// The vocabulary.
  static let standard = ShapeVocabulary(ShapeTableText.lines)

  /// The shapes; a name they give is a place in ``NamePieces/wellKnown``.
  let shapes: [EventShape]
  /// The same made ready for reading, with names likewise.
  let ready: [ReadyShape]
  /// The shapes that usually follow each shape, ``ranks`` each; at the end those that come first.
  let followers: [Int32]
  /// The numbers of the shapes.
  let numbers: [EventShape: Int]

  /// The row of ``followers`` for the first event, and for one after a shape that is not of the vocabulary.
  var start: Int { shapes.count }

  private init(_ lines: String) {
    var shapes: [EventShape] = []
    var ready: [ReadyShape] = []
    var followers: [Int32] = []
    for line in lines.split(separator: "\n") {
      let fields = line.split(separator: " ")
      followers += fields.dropFirst().compactMap { Int32($0) }
      guard fields[0] != "-" else { continue }
      let bytes = Self.bytes(fields[0])
      var reader = ByteReader(bytes, bytes.indices)
      do throws(Malformed) {
        let shape = try EventShape(&reader, names: NamePieces.wellKnown.count)
        shapes.append(shape)
        ready.append(try ReadyShape(shape))
      } catch {
        preconditionFailure("the vocabulary \(error.what)")
      }
    }
    self.shapes = shapes
    self.ready = ready
    self.followers = followers
    numbers = Dictionary(uniqueKeysWithValues: zip(shapes, shapes.indices))
    precondition(followers.count == (shapes.count + 1) * Self.ranks)
  }

  private static func bytes(_ digits: Substring) -> [UInt8] {
    let values = digits.utf8.map { $0 <= UInt8(ascii: "9") ? $0 - UInt8(ascii: "0") : $0 - UInt8(ascii: "a") + 10 }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  /// The rank of a shape among those foretold after another; nil where it is not.
  func rank(of shape: Int, after row: Int) -> Int? {
    (0..<Self.ranks).first { Int(followers[row * Self.ranks + $0]) == shape }
  }
}
