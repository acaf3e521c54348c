/// The lines `key: value` of a configuration's text form, as headers of traces carry it: a part of YAML.
///
/// The tool reads policy files with a YAML library; both end in ``PolicyConfiguration/init(settings:)``.
///
/// Comments, blank lines, quoted scalars, lists in brackets and lists of `- item` lines are understood; anything nested is refused.
struct PolicyText {
  /// The settings in the order of the text.
  private(set) var settings: [PolicyConfiguration.Setting] = []

  /// Reads a text.
  ///
  /// - Throws: ``PolicyConfigurationError`` with the code `malformed` where a line is not `key: value`.
  init(_ text: String) throws(PolicyConfigurationError) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    /// Whether lines `- item` may follow: behind a key without a value, or in a list.
    var takesItems = false
    for (index, raw) in lines.enumerated() {
      let number = index + 1
      let isIndented = raw.first == " "
      let line = Self.trimmed(Self.withoutComment(raw))
      if line.isEmpty || line == "---" { continue }
      if line.first == "-", takesItems, let last = settings.indices.last {
        settings[last].value.append(Self.scalar(Self.trimmed(line.dropFirst())))
      } else if !isIndented, let colon = line.firstIndex(of: ":") {
        let key = Self.scalar(Self.trimmed(line[..<colon]))
        let text = Self.trimmed(line[line.index(after: colon)...])
        let value = try Self.value(text, of: key, line: number)
        if case .list = value { takesItems = true } else { takesItems = text.isEmpty }
        settings.append(PolicyConfiguration.Setting(key: key, value: value, line: number))
      } else {
        throw PolicyConfigurationError(
          .malformed, line: number, "'\(line)' is not a line of the form 'key: value'; write one setting a line.")
      }
    }
  }

  private static func value(
    _ text: Substring, of key: String, line: Int
  ) throws(PolicyConfigurationError) -> PolicyConfiguration.Setting.Value {
    guard text.first == "[" else { return .word(scalar(text)) }
    guard text.last == "]" else {
      throw PolicyConfigurationError(.malformed, key: key, line: line, "The list of '\(key)' is not closed by ']'.")
    }
    let inner = trimmed(text.dropFirst().dropLast())
    let items = inner.isEmpty ? [] : inner.split(separator: ",", omittingEmptySubsequences: false)
    return .list(items.map { scalar(trimmed($0)) })
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

extension PolicyConfiguration.Setting.Value {
  /// Makes it a list with one more word, without copying the words before it.
  fileprivate mutating func append(_ word: String) {
    var words: [String] = []
    if case .list(let known) = self { words = known }
    self = .list([])
    words.append(word)
    self = .list(words)
  }
}
