extension PolicyConfiguration {
  /// A key with its value and the line where it stands, as the text form and policy files (YAML) both give them.
  package struct Setting: Hashable, Sendable {
    /// The key, as written.
    package var key: String
    /// What it is set to.
    package var value: Value
    /// The line of the file, counted from 1.
    package var line: Int

    /// What a key is set to: one word, empty where there is none, or a list of them.
    package enum Value: Hashable, Sendable {
      case word(String)
      case list([String])
    }

    /// Makes a setting.
    package init(key: String, value: Value, line: Int) {
      self.key = key
      self.value = value
      self.line = line
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
  public init(text: String) throws(PolicyConfigurationError) {
    try self.init(settings: PolicyText(text).settings)
  }

  /// Makes the configuration that settings mean, in whichever order they stand.
  ///
  /// - Throws: ``PolicyConfigurationError`` as ``init(text:)`` does.
  package init(settings: [Setting]) throws(PolicyConfigurationError) {
    self.init()
    var seen: [String: Int] = [:]
    for setting in settings {
      if let first = seen.updateValue(setting.line, forKey: setting.key) {
        throw PolicyConfigurationError(
          .repeatedKey, key: setting.key, line: setting.line,
          "'\(setting.key)' is given in line \(first) already; leave one of the two out.")
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
      throw PolicyConfigurationError(
        .unknownKey, key: setting.key, line: setting.line,
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
      gates = []
      for name in try Self.words(setting, Gates.named.map(\.name)) {
        for (known, gate) in Gates.named where known == name { gates.insert(gate) }
      }
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

  private static func word(
    _ setting: Setting, _ known: [String]
  ) throws(PolicyConfigurationError) -> String {
    guard case .word(let name) = setting.value, known.contains(name) else {
      throw refusal(of: setting.shown, in: setting, among: known)
    }
    return name
  }

  private static func words(
    _ setting: Setting, _ known: [String]
  ) throws(PolicyConfigurationError) -> [String] {
    guard case .list(let names) = setting.value else {
      throw PolicyConfigurationError(
        .badValue, key: setting.key, line: setting.line,
        "'\(setting.key)' takes a list: [] or some of [\(known.joined(separator: ", "))].")
    }
    for name in names where !known.contains(name) { throw refusal(of: name, in: setting, among: known) }
    return names
  }

  private static func refusal(
    of value: String, in setting: Setting, among known: [String]
  ) -> PolicyConfigurationError {
    let choice = known.joined(separator: ", ")
    let guess = NearestName.to(value, among: known).map { " Did you mean '\($0)'?" } ?? ""
    return PolicyConfigurationError(
      .badValue, key: setting.key, line: setting.line,
      "'\(setting.key)' cannot be '\(value)'; it is one of: \(choice).\(guess)")
  }
}
