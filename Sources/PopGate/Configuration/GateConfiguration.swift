package import PopAudit
package import PopDocument

/// What a gate judges, and by what (<doc:Gate#Configuration>).
package struct GateConfiguration: Hashable, Sendable {
  package var policy: String?
  package var against: String?
  package var traces: [String] = []
  package var baseline: String?
  package var failOn = RegressionCriterion.FailOn.robust
  package var isStrict = false
  package var minCoverage: Share?
  package var maxAffected: Share?
  package var tolerateUnreadable = Share.none
  package var continuations = 10
  package var visits = Visits.auto
  /// Whether sessions count whose scheduler is the app's own and cannot be replayed.
  package var takesObserved = false
  package var isBaselineStrict = false
  package var rules = RuleLevels()
  package var ignore: [IgnoreEntry] = []
  package var thresholds: [Threshold] = []
  package var by: [Dimension] = []
  /// Where each value comes from that is not the default.
  package private(set) var origins: [Key: Origin] = [:]

  package init() {}

  /// What users do who would visit a page while a popup is up.
  package enum Visits: String, CaseIterable, Hashable, Sendable {
    case auto
    case free
    case wait
  }

  package enum Key: String, CaseIterable, Hashable, Sendable {
    case policy, against, traces, baseline
    case failOn = "fail-on"
    case strict
    case minCoverage = "min-coverage"
    case maxAffected = "max-affected"
    case tolerateUnreadable = "tolerate-unreadable"
    case continuations, visits, observed
    case strictBaseline = "strict-baseline"
    case rules, ignore, thresholds, by
  }

  package enum Origin: Hashable, Sendable {
    case byDefault
    /// A line of the configuration file; nil where the file does not tell lines.
    case file(line: Int?)
    case option(String)

    package var words: String {
      switch self {
      case .byDefault: "default"
      case .file(let line): line.map { "line \($0)" } ?? "file"
      case .option(let name): name
      }
    }
  }

  package var criterion: RegressionCriterion { RegressionCriterion(failOn, isStrict: isStrict) }
  package func origin(of key: Key) -> Origin { origins[key] ?? .byDefault }

  package init(settings: ConfigurationNode) throws(GateError) {
    let keys = Key.allCases.map(\.rawValue)
    for entry in try ConfigurationReader.entries(settings, of: "the configuration", among: keys) {
      guard let key = Key(rawValue: entry.key) else { continue }
      try set(key, to: entry.value, from: .file(line: entry.fileLine))
    }
  }

  package mutating func set(_ key: Key, to node: ConfigurationNode, from origin: Origin) throws(GateError) {
    try key.row.take(&self, node)
    origins[key] = origin
  }
}

extension GateConfiguration {
  /// Every key with its value, and where that comes from; the texts, line by line, are a file that says the same. What is not set is a comment.
  package var lines: [(text: String, origin: Origin)] {
    typealias Line = (text: String, origin: Origin)
    return Key.allCases.flatMap { key -> [Line] in
      let origin = origin(of: key)
      let title: Line = ("\(key.rawValue):", origin)
      switch key.row.node(self) {
      case nil: return [("# " + title.text, origin)]
      case .list(let elements, _) where !elements.isEmpty:
        return [title] + elements.enumerated().map { ("- " + $1.flow, self.origin(of: key, at: $0) ?? origin) as Line }
      case .map(let entries, _) where !entries.isEmpty:
        return [title] + entries.map { ("  \($0.key): \($0.value.flow)", origin) as Line }
      case .some(let node): return [("\(title.text) \(node.flow)", origin)]
      }
    }
  }

  /// The configuration as a file has it, what is not set left out: ``init(settings:)`` makes the same of it, origins apart.
  package var node: ConfigurationNode {
    .map(
      Key.allCases.compactMap { key in key.row.node(self).map { ConfigurationNode.Entry(key.rawValue, $0) } }, line: 0)
  }

  /// The same configuration as if nobody could tell where it comes from, for comparing two.
  package var withoutOrigins: GateConfiguration {
    var plain = self
    plain.origins = [:]
    for index in plain.ignore.indices { plain.ignore[index].line = nil }
    for index in plain.thresholds.indices { plain.thresholds[index].line = nil }
    return plain
  }

  /// Where an entry of a list comes from; nil where it does not say more than the list.
  private func origin(of key: Key, at index: Int) -> Origin? {
    let line =
      switch key {
      case .ignore: ignore[index].line
      case .thresholds: thresholds[index].line
      default: nil as Int?
      }
    return line.map { .file(line: $0) }
  }
}

// MARK: - Keys

extension GateConfiguration.Key {
  /// All that there is to say of a key: how it is read and written, and what the page has of it.
  package struct Row: Sendable {
    package let key: GateConfiguration.Key
    package let value: String
    package let usual: String
    let take: @Sendable (inout GateConfiguration, ConfigurationNode) throws(GateError) -> Void
    let node: @Sendable (GateConfiguration) -> ConfigurationNode?

    fileprivate init<Value>(
      _ key: GateConfiguration.Key, _ path: any WritableKeyPath<GateConfiguration, Value> & Sendable, _ value: String,
      _ usual: String, read: @escaping @Sendable (ConfigurationNode, String) throws(GateError) -> Value,
      node: @escaping @Sendable (Value) -> ConfigurationNode?
    ) {
      self.key = key
      self.value = value
      self.usual = usual
      take = { configuration, node throws(GateError) in configuration[keyPath: path] = try read(node, key.rawValue) }
      self.node = { node($0[keyPath: path]) }
    }
  }

  package var row: Row { Self.rows[Self.allCases.firstIndex(of: self) ?? 0] }

  package static let rows: [Row] = [
    Row(
      .policy, \.policy, "a name, a file, or a file of a git revision: `main:popups.yml`", "none",
      read: ConfigurationReader.text, node: { $0.map { .word($0) } }),
    Row(
      .against, \.against, "the same", "the recording", read: ConfigurationReader.text, node: { $0.map { .word($0) } }),
    Row(
      .traces, \.traces, "a list of inputs", "none", read: ConfigurationReader.texts,
      node: { .list($0.map { .word($0) }, line: 0) }),
    Row(.baseline, \.baseline, "a file", "none", read: ConfigurationReader.text, node: { $0.map { .word($0) } }),
    Row(
      .failOn, \.failOn, "`certain`, `robust`", "`robust`",
      read: ConfigurationReader.choice, node: { .word($0.rawValue) }),
    Row(
      .strict, \.isStrict, "`true`, `false`: assumed errors fail, too", "`false`", read: ConfigurationReader.truth,
      node: { .word(String($0)) }),
    Row(
      .minCoverage, \.minCoverage, "a share", "none", read: ConfigurationReader.share,
      node: { $0.map { .word($0.description) } }),
    Row(
      .maxAffected, \.maxAffected, "a share", "none", read: ConfigurationReader.share,
      node: { $0.map { .word($0.description) } }),
    Row(
      .tolerateUnreadable, \.tolerateUnreadable, "a share", "`0%`", read: ConfigurationReader.share,
      node: { .word($0.description) }),
    Row(
      .continuations, \.continuations, "`0`, `2`, `10`", "`10`",
      read: { node, key throws(GateError) in
        Int(try ConfigurationReader.word(node, of: key, among: ["0", "2", "10"])) ?? 10
      }, node: { .word(String($0)) }),
    Row(
      .visits, \.visits, "`auto`, `free`, `wait`", "`auto`",
      read: ConfigurationReader.choice, node: { .word($0.rawValue) }),
    Row(
      .observed, \.takesObserved, "`true`, `false`: observed sessions count, too", "`false`",
      read: ConfigurationReader.truth, node: { .word(String($0)) }),
    Row(
      .strictBaseline, \.isBaselineStrict, "`true`, `false`", "`false`", read: ConfigurationReader.truth,
      node: { .word(String($0)) }),
    Row(
      .rules, \.rules, "by rule `error`, `warning`, `off`", "as the rules have it", read: RuleLevels.init,
      node: { .map($0.set.map { ConfigurationNode.Entry($0.rule.id, .word($0.level.rawValue)) }, line: 0) }),
    Row(
      .ignore, \.ignore,
      "entries of `rule`, `popup`, `other`, `page`, `fingerprint`, `reason`, `owner`, `expires`; the first, `reason` and `expires` must be there",
      "none", read: IgnoreEntry.list, node: { .list($0.map(\.node), line: 0) }),
    Row(
      .thresholds, \.thresholds,
      "entries of `metric`, `popup`, `kind`, `level`, `max`, `min`, `max-increase`, `max-decrease`", "none",
      read: Threshold.list, node: { .list($0.map(\.node), line: 0) }),
    Row(
      .by, \.by, "dimensions", "none", read: Dimension.list, node: { .list($0.map { .word($0.description) }, line: 0) }),
  ]

  package static var table: String {
    let rows = rows.map { "| `\($0.key.rawValue)` | \($0.value) | \($0.usual) |" }
    return (["| key | value | default |", "| --- | --- | --- |"] + rows).joined(separator: "\n") + "\n"
  }
}

/// Findings that somebody puts up with for a while, by what they have in common.
package struct IgnoreEntry: Hashable, Sendable {
  package var rule: Rule
  package var popup: String?
  package var other: String?
  package var page: String?
  package var fingerprint: String?
  package var excuse: Excuse
  package var line: Int?

  package func matches(_ finding: FindingReport) -> Bool {
    rule == finding.rule && popup ?? finding.name == finding.name && other ?? finding.otherName == finding.otherName
      && page ?? finding.pageClass == finding.pageClass && fingerprint ?? finding.fingerprint == finding.fingerprint
  }

  package var words: String {
    findingWords(rule: rule, popup: popup ?? "", other: other ?? "", page: page ?? "")
      + (fingerprint.map { " " + $0 } ?? "")
  }
}

func findingWords(rule: Rule, popup: String, other: String, page: String) -> String {
  rule.id + (popup.isEmpty ? "" : " " + popup) + (other.isEmpty ? "" : " with " + other)
    + (page.isEmpty ? "" : " on " + page)
}

extension IgnoreEntry {
  private static let keys = ["rule", "popup", "other", "page", "fingerprint", "reason", "owner", "expires"]

  init(_ node: ConfigurationNode) throws(GateError) {
    var rule: Rule?
    var reason: String?
    var entry = IgnoreEntry(rule: .overlap, excuse: Excuse(reason: ""))
    for member in try ConfigurationReader.entries(node, of: "an entry of ignore", among: Self.keys) {
      let (key, value) = (member.key, member.value)
      switch key {
      case "rule": rule = try ConfigurationReader.rule(try ConfigurationReader.text(value, of: key), line: value.line)
      case "popup": entry.popup = try ConfigurationReader.text(value, of: key)
      case "other": entry.other = try ConfigurationReader.text(value, of: key)
      case "page": entry.page = try ConfigurationReader.text(value, of: key)
      case "fingerprint": entry.fingerprint = try Self.fingerprint(value)
      case "reason": reason = try ConfigurationReader.text(value, of: key)
      case "owner": entry.excuse.owner = try ConfigurationReader.text(value, of: key)
      default: entry.excuse.expires = try ConfigurationReader.day(value, of: key)
      }
    }
    guard let rule else {
      throw node.mistake("An entry of ignore says of which rule findings are ignored: rule.", .missingKey)
    }
    guard let reason else { throw node.mistake("An entry of ignore says why: reason.", .missingKey) }
    guard entry.excuse.expires != nil else {
      throw node.mistake("An entry of ignore says until when it holds: expires, such as 2027-01-31.", .missingKey)
    }
    entry.rule = rule
    entry.excuse.reason = reason
    entry.line = node.line
    self = entry
  }

  static func list(_ node: ConfigurationNode, of key: String) throws(GateError) -> [IgnoreEntry] {
    try ConfigurationReader.elements(node, of: key).map(IgnoreEntry.init)
  }

  private static func fingerprint(_ node: ConfigurationNode) throws(GateError) -> String {
    let text = try ConfigurationReader.text(node, of: "fingerprint")
    guard let fingerprint = Fingerprint(text) else { throw node.mistake("A fingerprint has 16 hexadecimal digits.") }
    return fingerprint.description
  }

  var node: ConfigurationNode {
    let members: [(String, String?)] = [
      ("rule", rule.id), ("popup", popup), ("other", other), ("page", page), ("fingerprint", fingerprint),
      ("reason", excuse.reason), ("owner", excuse.owner.isEmpty ? nil : excuse.owner),
      ("expires", excuse.expires?.description),
    ]
    return .map(members.compactMap { key, value in value.map { ConfigurationNode.Entry(key, .word($0)) } }, line: 0)
  }
}

package enum RuleLevel: String, CaseIterable, Hashable, Sendable {
  case error, warning, off
}

package struct RuleLevels: Hashable, Sendable {
  private var levels: [Rule: RuleLevel] = [:]

  package init() {}

  package subscript(rule: Rule) -> RuleLevel? {
    get { levels[rule] }
    set { levels[rule] = newValue }
  }

  /// How bad a finding of a rule is; the mildest where the rule is off.
  package func severity(of rule: Rule) -> Severity {
    switch self[rule] {
    case .error: .error
    case .warning: .warning
    case .off: .info
    case nil: rule.severity
    }
  }

  init(_ node: ConfigurationNode, of key: String) throws(GateError) {
    // A name that is no rule's is found first, so that the error can say so.
    if case .map(let entries, _) = node {
      for entry in entries { _ = try ConfigurationReader.rule(entry.key, line: entry.fileLine) }
    }
    for entry in try ConfigurationReader.entries(node, of: key, among: Rule.allCases.map(\.id)) {
      let rule = try ConfigurationReader.rule(entry.key, line: entry.line)
      self[rule] = try ConfigurationReader.choice(entry.value, of: entry.key)
    }
  }

  package var set: [(rule: Rule, level: RuleLevel)] {
    Rule.allCases.compactMap { rule in self[rule].map { (rule, $0) } }
  }
}
