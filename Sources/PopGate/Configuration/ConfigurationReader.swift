import PopAudit
import PopDocument
import PopupScheduling

/// What is asked of the values of a configuration, each mistake an error with its line.
enum ConfigurationReader {
  /// The most entries of a list or map that are read.
  static let longest = 10_000
  /// The most bytes of a word.
  static let longestWord = 4096

  /// The entries of a map by their keys, which are all known, each there once.
  ///
  /// - Parameter place: What the map is, for an error: `a threshold`.
  static func entries(
    _ node: ConfigurationNode, of place: String, among known: [String]
  ) throws(GateError) -> [ConfigurationNode.Entry] {
    guard case .map(let entries, _) = node else {
      throw GateError(.badValue, line: node.line, "\(place.capitalizedFirst) is a map of keys, not \(node.sort).")
    }
    try check(entries.count, node)
    var seen: Set<String> = []
    for entry in entries {
      let line = entry.line > 0 ? entry.line : nil
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
      throw GateError(.badValue, line: node.line, "The value of \(key) is a list, not \(node.sort).")
    }
    try check(elements.count, node)
    return elements
  }

  /// Texts: a list of them, or one by itself.
  static func texts(_ node: ConfigurationNode, of key: String) throws(GateError) -> [String] {
    if case .word = node { return [try text(node, of: key)] }
    var texts: [String] = []
    for element in try elements(node, of: key) { texts.append(try text(element, of: key)) }
    return texts
  }

  private static func check(_ count: Int, _ node: ConfigurationNode) throws(GateError) {
    guard count <= longest else {
      throw GateError(.badValue, line: node.line, "There are \(count) entries here, more than \(longest).")
    }
  }

  /// A text that is not empty.
  static func text(_ node: ConfigurationNode, of key: String) throws(GateError) -> String {
    guard case .word(let text, _) = node else {
      throw GateError(.badValue, line: node.line, "The value of \(key) is a single value, not \(node.sort).")
    }
    guard !text.isEmpty, text.utf8.count <= longestWord else {
      throw GateError(
        .badValue, line: node.line,
        text.isEmpty ? "The value of \(key) is empty." : "The value of \(key) is longer than \(longestWord) bytes.")
    }
    return text
  }

  static func word(_ node: ConfigurationNode, of key: String, among known: [String]) throws(GateError) -> String {
    let text = try text(node, of: key)
    guard known.contains(text) else {
      let guess = NearestName.to(text, among: known).map { " Did you mean \($0)?" } ?? ""
      let words = known.count > 12 ? "" : " It is \(known.joined(separator: ", "))."
      throw GateError(.badValue, line: node.line, "The value of \(key) is not \"\(printable(text))\".\(words)\(guess)")
    }
    return text
  }

  static func choice<Word: RawRepresentable & CaseIterable>(
    _ node: ConfigurationNode, of key: String, as _: Word.Type = Word.self
  ) throws(GateError) -> Word where Word.RawValue == String {
    let text = try word(node, of: key, among: Word.allCases.map(\.rawValue))
    guard let word = Word(rawValue: text) else {
      throw GateError(.badValue, line: node.line, "The value of \(key) is none there is.")
    }
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
      throw GateError(.badValue, line: node.line, "The value of \(key) is no share. \(error.description)")
    }
  }

  static func day(_ node: ConfigurationNode, of key: String) throws(GateError) -> CalendarDay {
    let text = try text(node, of: key)
    guard let day = CalendarDay(text) else {
      throw GateError(
        .badValue, line: node.line, "\"\(printable(text))\" is no day of the calendar. Write it as 2027-01-31.")
    }
    return day
  }
}

extension String {
  /// With its first letter a capital, as at the beginning of a sentence.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
