import PopDocument

/// One value of a configuration file, whatever form the file has: a word, a list, or a map from keys to values.
///
/// Lines are counted from 1; what comes from the command line has line 0.
package indirect enum ConfigurationNode: Hashable, Sendable {
  /// Text, a number or a truth value, as it is written.
  case word(String, line: Int)
  case list([ConfigurationNode], line: Int)
  /// Values by key, in order; a key may be there twice.
  case map([Entry], line: Int)

  package struct Entry: Hashable, Sendable {
    package var key: String
    /// The line that the key is on.
    package var line: Int
    package var value: ConfigurationNode

    package init(_ key: String, line: Int = 0, _ value: ConfigurationNode) {
      self.key = key
      self.line = line
      self.value = value
    }
  }

  /// Makes a word that comes from no file.
  package static func word(_ text: String) -> ConfigurationNode { .word(text, line: 0) }

  /// The line it begins on; nil where it comes from no file.
  package var line: Int? {
    switch self {
    case .word(_, let line), .list(_, let line), .map(_, let line): line > 0 ? line : nil
    }
  }

  /// As an error message calls it.
  var sort: String {
    switch self {
    case .word: "a single value"
    case .list: "a list"
    case .map: "a map"
    }
  }

  /// The value as it may stand on one line of a YAML file: words quoted where they must be, lists and maps in brackets.
  package var flow: String {
    switch self {
    case .word(let text, _): Self.quoted(text)
    case .list(let elements, _): "[" + elements.map(\.flow).joined(separator: ", ") + "]"
    case .map(let entries, _):
      "{" + entries.map { "\(Self.quoted($0.key)): \($0.value.flow)" }.joined(separator: ", ") + "}"
    }
  }

  /// A word as YAML reads it back: plain where nothing in it can mean something else, else in quotes as JSON has them.
  private static func quoted(_ text: String) -> String {
    let isPlain =
      text.utf8.first.map { isLetter($0) || isDigit($0) } == true && text.utf8.last != UInt8(ascii: " ")
      && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || " -_./%".utf8.contains($0) }
    if isPlain { return text }
    var json = JSONWriter()
    json.value(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

/// What is wrong with a file that a gate reads.
package struct GateError: Error, Hashable, Sendable {
  /// What sort of mistake it is.
  package enum Code: String, CaseIterable, Hashable, Sendable {
    /// The file is not of its form at all.
    case malformed
    /// A key that there is none of.
    case unknownKey = "unknown-key"
    /// A key that stands there twice.
    case repeatedKey = "repeated-key"
    /// A key that must be there is not.
    case missingKey = "missing-key"
    /// A value that its key does not take.
    case badValue = "bad-value"
  }

  package var code: Code
  /// The line, counted from 1; nil where it is the file as a whole.
  package var line: Int?
  /// What is wrong and what to do, in full sentences.
  package var message: String

  package init(_ code: Code, line: Int?, _ message: String) {
    self.code = code
    self.line = line
    self.message = message
  }
}
