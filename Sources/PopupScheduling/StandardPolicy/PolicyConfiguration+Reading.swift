extension PolicyConfiguration {
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
    let entries = try PolicyText(text).entries
    self.init()
    var seen: [String: Int] = [:]
    for entry in entries {
      if let first = seen.updateValue(entry.line, forKey: entry.key) {
        throw PolicyConfigurationError(
          .repeatedKey, key: entry.key, line: entry.line,
          "'\(entry.key)' is given in line \(first) already; leave one of the two out.")
      }
    }
    if let base = entries.first(where: { $0.key == "base" }) {
      self = try Self.base(base)
    } else if let missing = Key.allCases.first(where: { seen[$0.rawValue] == nil }) {
      throw PolicyConfigurationError(
        .missingKey, key: missing.rawValue,
        "'\(missing.rawValue)' is missing; give it, or start from a version with 'base: v6'.")
    }
    for entry in entries where entry.key != "base" { try read(entry) }
    do { try validate() } catch {
      throw PolicyConfigurationError(error.code, key: error.key, line: seen[error.key], error.message)
    }
  }

  private static func base(_ entry: PolicyText.Entry) throws(PolicyConfigurationError) -> PolicyConfiguration {
    let name = entry.values.first ?? ""
    if !entry.isList, entry.values.count == 1, let version = version(named: name) { return version }
    throw refusal(of: name, in: entry, among: versions.map(\.name))
  }

  private mutating func read(_ entry: PolicyText.Entry) throws(PolicyConfigurationError) {
    guard let key = Key(rawValue: entry.key) else {
      let known = Key.allCases.map(\.rawValue) + ["base"]
      let advice = NearestName.to(entry.key, among: known).map { "did you mean '\($0)'?" }
      throw PolicyConfigurationError(
        .unknownKey, key: entry.key, line: entry.line,
        "There is no key '\(entry.key)'; \(advice ?? "the keys are: \(known.joined(separator: ", ")).")")
    }
    switch key {
    case .slots: slots = try Self.word(entry, ["0", "1"]) == "0" ? 0 : 1
    case .order: order = try Self.word(entry)
    case .ties: ties = try Self.word(entry)
    case .chains: chains = try Self.bool(entry)
    case .pages: pages = try Self.word(entry)
    case .leaving: leaving = try Self.word(entry)
    case .signOut: signOut = try Self.word(entry)
    case .content: content = try Self.word(entry)
    case .keys: keys = try Self.bool(entry)
    case .expiry: expiry = try Self.bool(entry)
    case .autoDismiss: autoDismiss = try Self.bool(entry)
    case .gates:
      gates = []
      for name in try Self.words(entry, Gates.named.map(\.name)) {
        for (known, gate) in Gates.named where known == name { gates.insert(gate) }
      }
    case .preemption: preemption = try Self.bool(entry)
    case .exempt:
      exempt = Set(try Self.words(entry, PopupKind.allCases.map(\.wireName)).compactMap { PopupKind(wireName: $0) })
    case .chrome: chrome = try Self.bool(entry)
    }
  }

  private static func bool(_ entry: PolicyText.Entry) throws(PolicyConfigurationError) -> Bool {
    try word(entry, ["true", "false"]) == "true"
  }

  private static func word<Word: RawRepresentable & CaseIterable>(
    _ entry: PolicyText.Entry
  ) throws(PolicyConfigurationError) -> Word where Word.RawValue == String {
    let name = entry.values.first ?? ""
    if !entry.isList, entry.values.count == 1, let word = Word(rawValue: name) { return word }
    throw refusal(of: name, in: entry, among: Word.allCases.map(\.rawValue))
  }

  private static func word(
    _ entry: PolicyText.Entry, _ known: [String]
  ) throws(PolicyConfigurationError) -> String {
    let name = entry.values.first ?? ""
    guard !entry.isList, entry.values.count == 1, known.contains(name) else {
      throw refusal(of: name, in: entry, among: known)
    }
    return name
  }

  private static func words(
    _ entry: PolicyText.Entry, _ known: [String]
  ) throws(PolicyConfigurationError) -> [String] {
    guard entry.isList else {
      throw PolicyConfigurationError(
        .badValue, key: entry.key, line: entry.line,
        "'\(entry.key)' takes a list: [] or some of [\(known.joined(separator: ", "))].")
    }
    for name in entry.values where !known.contains(name) { throw refusal(of: name, in: entry, among: known) }
    return entry.values
  }

  private static func refusal(
    of value: String, in entry: PolicyText.Entry, among known: [String]
  ) -> PolicyConfigurationError {
    let choice = known.joined(separator: ", ")
    let guess = NearestName.to(value, among: known).map { " Did you mean '\($0)'?" } ?? ""
    return PolicyConfigurationError(
      .badValue, key: entry.key, line: entry.line,
      "'\(entry.key)' cannot be '\(value)'; it is one of: \(choice).\(guess)")
  }
}
