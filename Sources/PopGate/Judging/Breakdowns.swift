import PopAudit
package import PopReport

/// Which sessions may be hurt, and by what they differ (<doc:Gate#Breakdowns>).
///
/// Whether a finding fails the build is known only when all sessions are; until then the sessions that have the same new findings and the
/// same values are counted together, with the first of them by name. The memory is bounded by the number of different ones among the
/// sessions with new findings, and by 65,536 values of a dimension, which share one row beyond.
package struct Breakdowns: Sendable {
  /// The most dimensions of a configuration.
  package static let mostDimensions = 16
  /// How many rows and sessions are shown.
  package static let rowsLimit = 20
  private static let mostValues = 1 << 16
  /// The value of what is beyond the most values.
  static let others = "…"

  /// What sessions that are counted together have in common.
  struct Signature: Hashable, Sendable {
    var findings: [Int]
    var values: [String]
    var app: String
    var build: String
    var policy: String
  }

  /// Sessions that are counted together.
  struct Group: Sendable {
    var signature: Signature
    var sessions = 0
    /// The first of them, with the number of each in the order of the report.
    var places: [(order: Int, place: JudgedFinding.Place)] = []
  }

  let dimensions: [Dimension]
  /// Whether a session may be hurt and another with the same findings not: what brings them decides. All are remembered then.
  private let tellsApart: Bool
  private(set) var groups: [Group] = []
  private var indices: [Signature: Int] = [:]
  /// By dimension: how many sessions were judged with which value.
  private(set) var judged: [[String: Int]]
  /// How many sessions were judged.
  private(set) var sessions = 0

  /// Counts nothing yet.
  package init(_ dimensions: [Dimension], tellsApart: Bool = false) {
    self.dimensions = dimensions
    self.tellsApart = tellsApart
    judged = [[String: Int]](repeating: [:], count: dimensions.count)
  }

  /// Counts a session.
  ///
  /// - Parameter findings: The indices of what is new in it, as ``FindingCollector/add(_:)`` gives them.
  package mutating func add(_ session: SessionReport, findings: [Int]) {
    guard session.failure == nil, session.identity.isJudged else { return }
    sessions += 1
    var values: [String] = []
    for (index, dimension) in dimensions.enumerated() where dimension.isOfSession {
      var value = dimension.value(in: session.facts)
      if judged[index][value] == nil, judged[index].count >= Self.mostValues { value = Self.others }
      judged[index][value, default: 0] += 1
      values.append(value)
    }
    guard !findings.isEmpty else { return }
    let facts = session.facts
    let signature = Signature(
      findings: findings.sorted(), values: values, app: facts.app, build: facts.build, policy: facts.policy)
    let group = indices[signature] ?? groups.count
    if group == groups.count {
      groups.append(Group(signature: signature))
      indices[signature] = group
    }
    groups[group].sessions += 1
    if tellsApart || groups[group].places.count < Self.rowsLimit {
      let place = JudgedFinding.Place(trace: session.trace, session: session.session, index: session.index)
      groups[group].places.append((sessions, place))
    }
  }
}
