/// One value of a scanned JSON text, in a flat list: an object or array is followed by what it contains.
package struct JSONNode {
  /// What it is.
  package enum Kind: UInt8 {
    case object, array, string, escapedString, number, yes, no, null

    /// As an error message calls it.
    package var wireName: String {
      switch self {
      case .object: "an object"
      case .array: "a list"
      case .string, .escapedString: "text"
      case .number: "a number"
      case .yes, .no: "true or false"
      case .null: "null"
      }
    }
  }

  /// What it is.
  package var kind: Kind
  /// Where it begins; of a text, behind the opening quote.
  package var start: Int
  /// Where it ends; of a text, before the closing quote.
  package var end: Int
  /// The index in the list behind it and all that it contains.
  package var next: Int
}
