/// The lines `key: value` of a policy file: as much of YAML as such a file needs.
///
/// Comments, blank lines, quoted scalars, lists in brackets and lists of `- item` lines are understood; anything nested is refused.
struct PolicyText {
  /// A key with its value, and where they stand.
  struct Entry {
    var key: String
    var values: [String]
    var isList: Bool
    var line: Int
  }

  /// The entries in the order of the text.
  private(set) var entries: [Entry] = []

  /// Reads a text.
  ///
  /// - Throws: ``PolicyConfigurationError`` with the code `malformed` where a line is not `key: value`.
  init(_ text: String) throws(PolicyConfigurationError) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, raw) in lines.enumerated() {
      let number = index + 1
      let isIndented = raw.first == " "
      let line = Self.trimmed(Self.withoutComment(raw))
      if line.isEmpty || line == "---" { continue }
      if line.first == "-", let last = entries.indices.last, entries[last].isList || entries[last].values.isEmpty {
        entries[last].isList = true
        entries[last].values.append(Self.scalar(Self.trimmed(line.dropFirst())))
      } else if !isIndented, let colon = line.firstIndex(of: ":") {
        let value = Self.trimmed(line[line.index(after: colon)...])
        entries.append(try Self.entry(key: Self.scalar(Self.trimmed(line[..<colon])), value: value, line: number))
      } else {
        throw PolicyConfigurationError(
          .malformed, line: number, "'\(line)' is not a line of the form 'key: value'; write one setting a line.")
      }
    }
  }

  private static func entry(key: String, value: Substring, line: Int) throws(PolicyConfigurationError) -> Entry {
    guard value.first == "[" else {
      return Entry(key: key, values: value.isEmpty ? [] : [scalar(value)], isList: false, line: line)
    }
    guard value.last == "]" else {
      throw PolicyConfigurationError(.malformed, key: key, line: line, "The list of '\(key)' is not closed by ']'.")
    }
    let inner = trimmed(value.dropFirst().dropLast())
    let items = inner.isEmpty ? [] : inner.split(separator: ",", omittingEmptySubsequences: false)
    return Entry(key: key, values: items.map { scalar(trimmed($0)) }, isList: true, line: line)
  }

  private static func withoutComment(_ line: Substring) -> Substring {
    var previous: Character = " "
    for index in line.indices {
      if line[index] == "#", previous == " " { return line[..<index] }
      previous = line[index]
    }
    return line
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...end]
  }

  private static func scalar(_ text: Substring) -> String {
    guard text.count >= 2, let quote = text.first, quote == "\"" || quote == "'", text.last == quote else {
      return String(text)
    }
    return String(text.dropFirst().dropLast())
  }
}
