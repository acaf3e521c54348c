extension PolicyConfiguration {
  /// The whole configuration, a line `key: value` for every key in the order of ``Key``.
  ///
  /// It is valid YAML, and names no version, so that it means the same when a version's name has moved on. Equal configurations have equal texts.
  public var text: String { text(Self.rows) }

  func text(_ rows: [Row]) -> String {
    var text = ""
    for row in rows where !row.isLeftOut || row.read(self) != row.read(.v0) {
      text += row.key.rawValue + ": " + row.text(in: self) + "\n"
    }
    return text
  }

  package func value(of key: Key) -> String {
    Self.rows.first { $0.key == key }.map { $0.text(in: self) } ?? ""
  }

  package func keysThatDiffer(from other: PolicyConfiguration) -> [Key] {
    Key.allCases.filter { value(of: $0) != other.value(of: $0) }
  }

  /// The same configuration with some keys as another one has them; nil where that makes no sense.
  package func putting(_ keys: [Key], backTo other: PolicyConfiguration) -> PolicyConfiguration? {
    let lines = Key.allCases.map { "\($0.rawValue): \((keys.contains($0) ? other : self).value(of: $0))\n" }
    return try? PolicyConfiguration(text: lines.joined())
  }
}

extension PolicyConfiguration: Codable {
  /// The text form as a single value.
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
    package struct Value: Hashable, Sendable {
      package fileprivate(set) var words: [String]
      package fileprivate(set) var isList: Bool

      package static func word(_ word: String) -> Value { Value(words: [word], isList: false) }
      package static func list(_ words: [String]) -> Value { Value(words: words, isList: true) }
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
    fileprivate var shown: String { value.words.first ?? "" }
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
  package init(settings: [Setting]) throws(PolicyConfigurationError) { try self.init(settings, Self.rows) }

  init(_ settings: [Setting], _ rows: [Row]) throws(PolicyConfigurationError) {
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
    } else if let missing = rows.first(where: { !$0.isLeftOut && seen[$0.key.rawValue] == nil })?.key.rawValue {
      throw PolicyConfigurationError(
        .missingKey, key: missing,
        "'\(missing)' is missing; give it, or start from a version with 'base: v6'.")
    }
    for setting in settings where setting.key != "base" { try read(setting) }
    do { try validate() } catch {
      throw PolicyConfigurationError(error.code, key: error.key, line: seen[error.key], error.message)
    }
  }

  private static func base(_ setting: Setting) throws(PolicyConfigurationError) -> PolicyConfiguration {
    if !setting.value.isList, let version = version(named: setting.shown) { return version }
    throw refusal(of: setting.shown, in: setting, among: versions.map(\.name))
  }

  private mutating func read(_ setting: Setting) throws(PolicyConfigurationError) {
    guard let row = Self.rows.first(where: { $0.key.rawValue == setting.key }) else {
      let known = Key.allCases.map(\.rawValue) + ["base"]
      let advice = NearestName.to(setting.key, among: known).map { "did you mean '\($0)'?" }
      throw setting.error(
        .unknownKey,
        "There is no key '\(setting.key)'; \(advice ?? "the keys are: \(known.joined(separator: ", ")).")")
    }
    guard setting.value.isList || !row.isList else {
      throw setting.error(
        .badValue, "'\(setting.key)' takes a list: [] or some of [\(row.words.joined(separator: ", "))].")
    }
    let isUnknown = { !row.words.contains($0) }
    let unknown = row.isList == setting.value.isList ? setting.value.words.first(where: isUnknown) : setting.shown
    if let unknown { throw Self.refusal(of: unknown, in: setting, among: row.words) }
    row.write(&self, setting.value.words)
  }

  private static func refusal(of value: String, in setting: Setting, among known: [String]) -> PolicyConfigurationError
  {
    let choice = known.joined(separator: ", ")
    let guess = NearestName.to(value, among: known).map { " Did you mean '\($0)'?" } ?? ""
    return setting.error(
      .badValue, "'\(setting.key)' cannot be '\(value)'; it is one of: \(choice).\(guess)")
  }
}

// MARK: - What makes sense

extension PolicyConfiguration {
  /// Refuses values that make no sense together: throws about the first such value, in the order of ``Key``.
  public func validate() throws(PolicyConfigurationError) {
    guard slots == 0 || slots == 1 else {
      throw PolicyConfigurationError(.badValue, key: "slots", "slots is \(slots): give 0 (no scheduling) or 1.")
    }
    func refuse(_ key: Key, _ isSenseless: Bool, _ reason: String) throws(PolicyConfigurationError) {
      if isSenseless { throw PolicyConfigurationError(.senseless, key: key.rawValue, reason) }
    }
    let noSlot = slots == 0
    try refuse(
      .order, noSlot && order != .fifo,
      "order \(order.rawValue) needs a slot to wait for: with slots 0 all are shown at once; give slots 1 or order fifo."
    )
    try refuse(
      .ties, ties == .lifo && order != .priority,
      "ties lifo decides among equal levels, which order \(order.rawValue) does not look at; give order priority or ties fifo."
    )
    try refuse(
      .chains, noSlot && chains,
      "chains keep others out of a slot, and with slots 0 there is none; give slots 1 or chains false.")
    try refuse(
      .leaving, leaving != .ignore && pages == .ignore,
      "leaving \(leaving.rawValue) needs popups that belong to pages; give pages bound or leaving ignore.")
    try refuse(
      .preemption, noSlot && preemption,
      "preemption takes a slot away, and with slots 0 there is none; give slots 1 or preemption false.")
    try refuse(
      .preemption, preemption && order != .priority,
      "preemption is for the more urgent, and order \(order.rawValue) knows no levels; give order priority or preemption false."
    )
    try refuse(
      .exempt, noSlot && !exempt.isEmpty,
      "exempt kinds need no slot, but with slots 0 nobody does; give slots 1 or an empty list.")
    try refuse(
      .exempt, exempt.contains(.system),
      "exempt cannot name system: the operating system's own popups occupy the slot whatever a policy wants.")
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
        // A key without a value has an empty word, which the list takes the place of.
        if !settings[last].value.isList { settings[last].value = .list([]) }
        settings[last].value.words.append(Self.scalar(Self.trimmed(line.dropFirst())))
      } else if !isIndented, let colon = line.firstIndex(of: ":") {
        let key = Self.scalar(Self.trimmed(line[..<colon]))
        let text = Self.trimmed(line[line.index(after: colon)...])
        let value = try Self.value(text, of: key, line: number)
        takesItems = value.isList || text.isEmpty
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
    case malformed
    case unknownKey
    case repeatedKey
    case missingKey
    case badValue
    case senseless
  }

  public init(_ code: Code, key: String = "", line: Int? = nil, _ message: String) {
    self.code = code
    self.key = key
    self.line = line
    self.message = message
  }
}

extension PolicyConfigurationError: CustomStringConvertible {
  public var description: String { line.map { "line \($0): \(message)" } ?? message }
}
