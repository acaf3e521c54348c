extension PolicyConfiguration {
  /// The whole configuration, a line `key: value` for every key in the order of ``Key``.
  ///
  /// It is valid YAML, and names no version, so that it means the same when a version's name has moved on. Equal configurations have equal texts.
  public var text: String { Key.allCases.map { "\($0.rawValue): \(value(of: $0))\n" }.joined() }

  package func value(of key: Key) -> String {
    switch key {
    case .slots: "\(slots)"
    case .order: order.rawValue
    case .ties: ties.rawValue
    case .chains: "\(chains)"
    case .pages: pages.rawValue
    case .leaving: leaving.rawValue
    case .signOut: signOut.rawValue
    case .content: content.rawValue
    case .keys: "\(keys)"
    case .expiry: "\(expiry)"
    case .autoDismiss: "\(autoDismiss)"
    case .gates: list(Gates.named.filter { gates.contains($0.gate) }.map(\.name))
    case .preemption: "\(preemption)"
    case .exempt: list(PopupKind.allCases.filter(exempt.contains).map(\.wireName))
    case .chrome: "\(chrome)"
    }
  }

  package func keysThatDiffer(from other: PolicyConfiguration) -> [Key] {
    Key.allCases.filter { value(of: $0) != other.value(of: $0) }
  }

  /// The same configuration with some keys as another one has them; nil where that makes no sense.
  package func putting(_ keys: [Key], backTo other: PolicyConfiguration) -> PolicyConfiguration? {
    let lines = Key.allCases.map { "\($0.rawValue): \((keys.contains($0) ? other : self).value(of: $0))\n" }
    return try? PolicyConfiguration(text: lines.joined())
  }

  private func list(_ names: [String]) -> String { "[" + names.joined(separator: ", ") + "]" }
}

extension PolicyConfiguration: Codable {
  /// Reads the text form out of a single value.
  public init(from decoder: any Decoder) throws { try self.init(text: String(from: decoder)) }
  /// Writes the text form as a single value.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

// MARK: - Reading

extension PolicyConfiguration {
  /// A key with its value and the line where it stands, as the text form and policy files (YAML) both give them.
  package struct Setting: Hashable, Sendable {
    package var key: String
    package var value: Value
    package var line: Int

    /// What a key is set to: one word, empty where there is none, or a list of them.
    package enum Value: Hashable, Sendable {
      case word(String)
      case list([String])
    }

    package init(key: String, value: Value, line: Int) {
      self.key = key
      self.value = value
      self.line = line
    }

    fileprivate func error(_ code: PolicyConfigurationError.Code, _ message: String) -> PolicyConfigurationError {
      PolicyConfigurationError(code, key: key, line: line, message)
    }

    /// The word that an error repeats: of a list, the first.
    fileprivate var shown: String {
      switch value {
      case .word(let word): word
      case .list(let words): words.first ?? ""
      }
    }
  }

  /// Reads the text form: lines `key: value`, of which `base` names a version to start from.
  ///
  /// ```yaml
  /// base: v4
  /// gates: [scroll, suspend]
  /// ```
  ///
  /// - Throws: ``PolicyConfigurationError`` with the line where a key or value is unknown or given twice, where `base` is absent and a key
  ///   is missing, and where the values make no sense together (``validate()``).
  public init(text: String) throws(PolicyConfigurationError) { try self.init(settings: PolicyText(text).settings) }

  /// - Throws: ``PolicyConfigurationError`` as ``init(text:)`` does.
  package init(settings: [Setting]) throws(PolicyConfigurationError) {
    self.init()
    var seen: [String: Int] = [:]
    for setting in settings {
      if let first = seen.updateValue(setting.line, forKey: setting.key) {
        throw setting.error(
          .repeatedKey, "'\(setting.key)' is given in line \(first) already; leave one of the two out.")
      }
    }
    if let base = settings.first(where: { $0.key == "base" }) {
      self = try Self.base(base)
    } else if let missing = Key.allCases.first(where: { seen[$0.rawValue] == nil }) {
      throw PolicyConfigurationError(
        .missingKey, key: missing.rawValue,
        "'\(missing.rawValue)' is missing; give it, or start from a version with 'base: v6'.")
    }
    for setting in settings where setting.key != "base" { try read(setting) }
    do { try validate() } catch {
      throw PolicyConfigurationError(error.code, key: error.key, line: seen[error.key], error.message)
    }
  }

  private static func base(_ setting: Setting) throws(PolicyConfigurationError) -> PolicyConfiguration {
    if case .word(let name) = setting.value, let version = version(named: name) { return version }
    throw refusal(of: setting.shown, in: setting, among: versions.map(\.name))
  }

  private mutating func read(_ setting: Setting) throws(PolicyConfigurationError) {
    guard let key = Key(rawValue: setting.key) else {
      let known = Key.allCases.map(\.rawValue) + ["base"]
      let advice = NearestName.to(setting.key, among: known).map { "did you mean '\($0)'?" }
      throw setting.error(
        .unknownKey,
        "There is no key '\(setting.key)'; \(advice ?? "the keys are: \(known.joined(separator: ", ")).")")
    }
    switch key {
    case .slots: slots = try Self.word(setting, ["0", "1"]) == "0" ? 0 : 1
    case .order: order = try Self.word(setting)
    case .ties: ties = try Self.word(setting)
    case .chains: chains = try Self.bool(setting)
    case .pages: pages = try Self.word(setting)
    case .leaving: leaving = try Self.word(setting)
    case .signOut: signOut = try Self.word(setting)
    case .content: content = try Self.word(setting)
    case .keys: keys = try Self.bool(setting)
    case .expiry: expiry = try Self.bool(setting)
    case .autoDismiss: autoDismiss = try Self.bool(setting)
    case .gates:
      let names = try Self.words(setting, Gates.named.map(\.name))
      gates = Gates(Gates.named.filter { names.contains($0.name) }.map(\.gate))
    case .preemption: preemption = try Self.bool(setting)
    case .exempt:
      exempt = Set(try Self.words(setting, PopupKind.allCases.map(\.wireName)).compactMap { PopupKind(wireName: $0) })
    case .chrome: chrome = try Self.bool(setting)
    }
  }

  private static func bool(_ setting: Setting) throws(PolicyConfigurationError) -> Bool {
    try word(setting, ["true", "false"]) == "true"
  }

  private static func word<Word: RawRepresentable & CaseIterable>(
    _ setting: Setting
  ) throws(PolicyConfigurationError) -> Word where Word.RawValue == String {
    if case .word(let name) = setting.value, let word = Word(rawValue: name) { return word }
    throw refusal(of: setting.shown, in: setting, among: Word.allCases.map(\.rawValue))
  }

  private static func word(_ setting: Setting, _ known: [String]) throws(PolicyConfigurationError) -> String {
    guard case .word(let name) = setting.value, known.contains(name) else {
      throw refusal(of: setting.shown, in: setting, among: known)
    }
    return name
  }

  private static func words(_ setting: Setting, _ known: [String]) throws(PolicyConfigurationError) -> [String] {
    guard case .list(let names) = setting.value else {
      throw setting.error(
        .badValue, "'\(setting.key)' takes a list: [] or some of [\(known.joined(separator: ", "))].")
    }
    for name in names where !known.contains(name) { throw refusal(of: name, in: setting, among: known) }
    return names
  }

  private static func refusal(of value: String, in setting: Setting, among known: [String]) -> PolicyConfigurationError
  {
    let choice = known.joined(separator: ", ")
    let guess = NearestName.to(value, among: known).map { " Did you mean '\($0)'?" } ?? ""
    return setting.error(
      .badValue, "'\(setting.key)' cannot be '\(value)'; it is one of: \(choice).\(guess)")
  }
}

/// The lines `key: value` of a configuration's text form, as headers of traces carry it; the tool reads policy files with a YAML library.
/// A part of YAML: comments, blank lines, quoted scalars, lists in brackets and lists of `- item` lines. Anything nested is refused.
struct PolicyText {
  private(set) var settings: [PolicyConfiguration.Setting] = []

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
