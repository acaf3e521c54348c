import PopAudit
import PopDocument
import PopupScheduling

/// One value of a configuration file, whatever form the file has. Lines are counted from 1; what comes from the command line has line 0.
package indirect enum ConfigurationNode: Hashable, Sendable {
  case word(String, line: Int)
  case list([ConfigurationNode], line: Int)
  /// Values by key, in order; a key may be there twice.
  case map([Entry], line: Int)

  package struct Entry: Hashable, Sendable {
    package var key: String
    package var line: Int
    var fileLine: Int? { line > 0 ? line : nil }
    package var value: ConfigurationNode

    package init(_ key: String, line: Int = 0, _ value: ConfigurationNode) {
      self.key = key
      self.line = line
      self.value = value
    }
  }

  package static func word(_ text: String) -> ConfigurationNode { .word(text, line: 0) }

  package var line: Int? {
    switch self {
    case .word(_, let line), .list(_, let line), .map(_, let line): line > 0 ? line : nil
    }
  }

  func mistake(_ what: String, _ code: GateError.Code = .badValue) -> GateError { GateError(code, line: line, what) }

  var sort: String {
    switch self {
    case .word: "a single value"
    case .list: "a list"
    case .map: "a map"
    }
  }

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
      text.utf8.first?.isLetterOrDigit == true && text.utf8.last != UInt8(ascii: " ")
      && text.utf8.allSatisfy { $0.isLetterOrDigit || " -_./%".utf8.contains($0) }
    if isPlain { return text }
    var json = JSONWriter()
    json.value(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

package struct GateError: Error, Hashable, Sendable {
  package enum Code: String, CaseIterable, Hashable, Sendable {
    case malformed
    case unknownKey = "unknown-key"
    case repeatedKey = "repeated-key"
    case missingKey = "missing-key"
    case badValue = "bad-value"
  }

  package var code: Code
  package var line: Int?
  package var message: String

  package init(_ code: Code, line: Int?, _ message: String) {
    self.code = code
    self.line = line
    self.message = message
  }
}

enum ConfigurationReader {
  static let longest = 10_000
  static let longestWord = 4096

  static func entries(
    _ node: ConfigurationNode, of place: String, among known: [String]
  ) throws(GateError) -> [ConfigurationNode.Entry] {
    guard case .map(let entries, _) = node else {
      throw node.mistake("\(place.capitalizedFirst) is a map of keys, not \(node.sort).")
    }
    try check(entries.count, node)
    var seen: Set<String> = []
    for entry in entries {
      let line = entry.fileLine
      guard known.contains(entry.key) else {
        let guess = NearestName.to(entry.key, among: known).map { "Did you mean \($0)?" }
        let advice = guess ?? "The keys are \(known.joined(separator: ", "))."
        throw GateError(.unknownKey, line: line, "There is no key \"\(printable(entry.key))\" in \(place). \(advice)")
      }
      guard seen.insert(entry.key).inserted else {
        throw GateError(
          .repeatedKey, line: line, "The key \(entry.key) is in \(place) twice. Keep the one that is meant.")
      }
    }
    return entries
  }

  static func elements(_ node: ConfigurationNode, of key: String) throws(GateError) -> [ConfigurationNode] {
    guard case .list(let elements, _) = node else {
      throw node.mistake("The value of \(key) is a list, not \(node.sort).")
    }
    try check(elements.count, node)
    return elements
  }

  static func texts(_ node: ConfigurationNode, of key: String) throws(GateError) -> [String] {
    if case .word = node { return [try text(node, of: key)] }
    return try elements(node, of: key).map { element throws(GateError) in try text(element, of: key) }
  }

  private static func check(_ count: Int, _ node: ConfigurationNode) throws(GateError) {
    guard count <= longest else { throw node.mistake("There are \(count) entries here, more than \(longest).") }
  }

  static func text(_ node: ConfigurationNode, of key: String) throws(GateError) -> String {
    guard case .word(let text, _) = node else {
      throw node.mistake("The value of \(key) is a single value, not \(node.sort).")
    }
    guard !text.isEmpty, text.utf8.count <= longestWord else {
      throw node.mistake(
        text.isEmpty ? "The value of \(key) is empty." : "The value of \(key) is longer than \(longestWord) bytes.")
    }
    return text
  }

  static func word(_ node: ConfigurationNode, of key: String, among known: [String]) throws(GateError) -> String {
    let text = try text(node, of: key)
    guard known.contains(text) else {
      let guess = NearestName.to(text, among: known).map { " Did you mean \($0)?" } ?? ""
      let words = known.count > 12 ? "" : " It is \(known.joined(separator: ", "))."
      throw node.mistake("The value of \(key) is not \"\(printable(text))\".\(words)\(guess)")
    }
    return text
  }

  static func choice<Word: RawRepresentable & CaseIterable>(
    _ node: ConfigurationNode, of key: String
  ) throws(GateError) -> Word where Word.RawValue == String {
    let text = try word(node, of: key, among: Word.allCases.map(\.rawValue))
    guard let word = Word(rawValue: text) else { throw node.mistake("The value of \(key) is none there is.") }
    return word
  }

  static func rule(_ text: String, line: Int?) throws(GateError) -> Rule {
    if let rule = Rule(rawValue: text) { return rule }
    let guess = NearestName.to(text, among: Rule.allCases.map(\.id)).map { "Did you mean \($0)?" }
    throw GateError(
      .badValue, line: line,
      "There is no rule \"\(printable(text))\". \(guess ?? "`poptrace rules` lists them.")")
  }

  static func truth(_ node: ConfigurationNode, of key: String) throws(GateError) -> Bool {
    try word(node, of: key, among: ["true", "false"]) == "true"
  }

  static func share(_ node: ConfigurationNode, of key: String) throws(GateError) -> Share {
    let text = try text(node, of: key)
    do { return try Share(parsing: text) } catch {
      throw node.mistake("The value of \(key) is no share. \(error.description)")
    }
  }

  static func day(_ node: ConfigurationNode, of key: String) throws(GateError) -> CalendarDay {
    let text = try text(node, of: key)
    guard let day = CalendarDay(text) else {
      throw node.mistake("\"\(printable(text))\" is no day of the calendar. Write it as 2027-01-31.")
    }
    return day
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
