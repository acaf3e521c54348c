package import PopReplay
package import PopReport

/// What a gate judges, and by what (<doc:Gate#Configuration>).
package struct GateConfiguration: Hashable, Sendable {
  /// The candidate: the policy, or a file of it; nil where nothing says.
  package var policy: String?
  /// What it is compared with; nil for the recording.
  package var against: String?
  /// The inputs; empty where nothing says.
  package var traces: [String] = []
  /// The baseline file; nil for none.
  package var baseline: String?
  /// How far a new error has to be relied on for failing the build.
  package var failOn = FailOn.robust
  /// Whether every new error fails the build, however little it can be relied on.
  package var isStrict = false
  /// How much of the recordings the replay must reach; nil for any amount.
  package var minCoverage: Share?
  /// Of how many of the sessions of the field may have a new error; nil for any number.
  package var maxAffected: Share?
  /// How much may be left unjudged.
  package var tolerateUnreadable = Share.none
  /// In how many ways a session whose replay assumes something is gone on with.
  package var continuations = 10
  /// What users do who would visit a page while a popup is up.
  package var visits = Visits.auto
  /// Whether an acceptance of what is gone fails the build.
  package var isBaselineStrict = false
  /// How bad findings of which rule are.
  package var rules = RuleLevels()
  /// What is put up with for a while.
  package var ignore: [IgnoreEntry] = []
  /// The metrics that are looked at, with their limits.
  package var thresholds: [Threshold] = []
  /// What hurt sessions are counted by.
  package var by: [Dimension] = []
  /// Where each value comes from that is not the default.
  package private(set) var origins: [Key: Origin] = [:]

  /// Sets nothing: everything is as it is by default.
  package init() {}

  /// How far a new error has to be relied on for failing the build.
  package enum FailOn: String, CaseIterable, Hashable, Sendable {
    /// It must rest on no assumption.
    case certain
    /// It must be there whatever is assumed.
    case robust
  }

  /// What users do who would visit a page while a popup is up.
  package enum Visits: String, CaseIterable, Hashable, Sendable {
    /// What the inputs say of them.
    case auto
    /// They visit it when it was recorded.
    case free
    /// They first answer the popup.
    case wait
  }

  /// The keys of a configuration, in the order in which they are printed.
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

  /// Where a value comes from.
  package enum Origin: Hashable, Sendable {
    /// Nobody said.
    case byDefault
    /// A line of the configuration file; nil where the file does not tell lines.
    case file(line: Int?)
    /// An option of the command line: `--fail-on`.
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

  /// The least grade of a new error that fails the build.
  package var failGrade: Grade { isStrict ? .assumed : failOn == .robust ? .robust : .derived }

  /// Where a value comes from.
  package func origin(of key: Key) -> Origin { origins[key] ?? .byDefault }

  /// Reads a configuration file.
  ///
  /// - Throws: ``GateError`` for the first mistake, with its line.
  package init(settings: ConfigurationNode) throws(GateError) {
    let keys = Key.allCases.map(\.rawValue)
    for entry in try ConfigurationReader.entries(settings, of: "the configuration", among: keys) {
      guard let key = Key(rawValue: entry.key) else { continue }
      try set(key, to: entry.value, from: .file(line: entry.line > 0 ? entry.line : nil))
    }
  }

  /// Sets one value, in place of what was set before.
  ///
  /// - Throws: ``GateError`` where the key does not take it.
  package mutating func set(_ key: Key, to node: ConfigurationNode, from origin: Origin) throws(GateError) {
    try take(key, node)
    origins[key] = origin
  }

  /// Has every value come from nowhere.
  mutating func forgetOrigins() { origins = [:] }
}
