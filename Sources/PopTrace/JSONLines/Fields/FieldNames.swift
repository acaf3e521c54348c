import PopupScheduling

/// The names that the fields of one kind of object may have.
struct FieldNames: Sendable {
  /// What the object is called in error messages.
  let owner: String
  /// The names; an object's fields are known by their indexes here.
  let names: [String]

  private let bytes: [[UInt8]]

  /// Makes a table of names.
  init(of owner: String, _ names: [String]) {
    precondition(names.count <= 64, "the fields of an object are counted in 64 bits")
    self.owner = owner
    self.names = names
    bytes = names.map { Array($0.utf8) }
  }

  /// The index of a name that is written in a range of some bytes; nil where it is not known.
  func index(of range: Range<Int>, in text: [UInt8]) -> Int? {
    search: for index in bytes.indices where bytes[index].count == range.count {
      for offset in 0..<range.count where bytes[index][offset] != text[range.lowerBound + offset] { continue search }
      return index
    }
    return nil
  }
}
