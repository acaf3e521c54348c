package import PopAudit
package import PopDocument

/// What a gate judges, and by what (<doc:Gate#Configuration>).
package struct GateConfiguration: Hashable, Sendable {
  package var policy: String?
  /// What it is compared with; nil for the recording.
  package var against: String?
  package var traces: [String] = []
  package var baseline: String?
  /// How far a new error has to be relied on for failing the build.
  package var failOn = RegressionCriterion.FailOn.robust
  /// Whether every new error fails the build, however little it can be relied on.
  package var isStrict = false
  /// How much of the recordings the replay must reach; nil for any amount.
  package var minCoverage: Share?
  /// Of how many of the sessions of the field may have a new error; nil for any number.
  package var maxAffected: Share?
  package var tolerateUnreadable = Share.none
  /// In how many ways a session whose replay assumes something is gone on with.
  package var continuations = 10
  package var visits = Visits.auto
  /// Whether an acceptance of what is gone fails the build.
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
    /// What the inputs say of them.
    case auto
    /// They visit it when it was recorded.
    case free
    /// They first answer the popup.
    case wait
  }

  package enum Key: String, CaseIterable, Hashable, Sendable {
    case policy, against, traces, baseline
    case failOn = "fail-on"
    case strict
    case minCoverage = "min-coverage"
    case maxAffected = "max-affected"
    case tolerateUnreadable = "tolerate-unreadable"
    case continuations, visits
    case strictBaseline = "strict-baseline"
    case rules, ignore, thresholds, by
  }

  package enum Origin: Hashable, Sendable {
    case byDefault
    /// A line of the configuration file; nil where the file does not tell lines.
    case file(line: Int?)
    case option(String)

    /// For people: `default`, `line 12`, `--fail-on`.
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

  /// Sets one value, in place of what was set before.
  package mutating func set(_ key: Key, to node: ConfigurationNode, from origin: Origin) throws(GateError) {
    try key.row.take(&self, node)
    origins[key] = origin
  }
}

extension GateConfiguration {
  package struct Line: Hashable, Sendable {
    /// The key; that of the list or map for its entries.
    package var key: Key
    /// The value in the words of a configuration file; empty in front of a list or map that follows, and where nothing is set.
    package var value: String
    package var origin: Origin
    /// The line as a configuration file has it; a comment where nothing is set.
    package var text: String
  }

  /// Every key with its value, and where that comes from: with ``Line/text`` line by line, a file that says the same.
  package var lines: [Line] {
    Key.allCases.flatMap { key -> [Line] in
      let origin = origin(of: key)
      func line(_ value: String, _ text: String, _ own: Origin? = nil) -> Line {
        Line(key: key, value: value, origin: own ?? origin, text: text)
      }
      let title = line("", "\(key.rawValue):")
      switch key.row.node(self) {
      case nil: return [line("", "# \(key.rawValue):")]
      case .list(let elements, _) where !elements.isEmpty:
        return [title] + elements.enumerated().map { line($1.flow, "- " + $1.flow, self.origin(of: key, at: $0)) }
      case .map(let entries, _) where !entries.isEmpty:
        return [title] + entries.map { line("\($0.key): \($0.value.flow)", "  \($0.key): \($0.value.flow)") }
      case .some(let node): return [line(node.flow, "\(key.rawValue): \(node.flow)")]
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
    /// What its value is, and what holds where it is not set.
    package let value: String
    package let usual: String
    let take: @Sendable (inout GateConfiguration, ConfigurationNode) throws(GateError) -> Void
    /// The value as a file has it; nil where nothing is set.
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
