/// Why a configuration cannot be used, or its text not be read.
public struct PolicyConfigurationError: Error, Hashable, Sendable {
  /// What is wrong, for programs.
  public var code: Code
  /// The key concerned, as written; empty where it is about none.
  public var key: String
  /// The line of the text, counted from 1; nil for a configuration that was not read from a text.
  public var line: Int?
  /// A full sentence that says what is wrong and what to do.
  public var message: String

  /// What is wrong.
  public enum Code: String, Hashable, Sendable {
    /// The text is not made of lines `key: value`.
    case malformed
    /// There is no such key.
    case unknownKey
    /// A key is given twice.
    case repeatedKey
    /// A key is needed and not there.
    case missingKey
    /// The key cannot have the value.
    case badValue
    /// The values make no sense together.
    case senseless
  }

  /// Makes an error.
  public init(_ code: Code, key: String = "", line: Int? = nil, _ message: String) {
    self.code = code
    self.key = key
    self.line = line
    self.message = message
  }
}

extension PolicyConfigurationError: CustomStringConvertible {
  public var description: String {
    guard let line else { return message }
    return "line \(line): \(message)"
  }
}
