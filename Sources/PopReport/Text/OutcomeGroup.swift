import PopAudit
import PopReplay

/// The changed outcomes of all sessions that are the same to a reader: popup name and change are.
struct OutcomeGroup: Sendable {
  struct Key: Hashable, Sendable {
    var change: OutcomeChange.Kind
    var name: String
  }

  let key: Key
  /// The one shown for all.
  private(set) var example: OutcomeReport
  /// Where the example was found.
  private(set) var place: ReportPlace
  private(set) var session: String
  private(set) var count = 0
  private(set) var grade: Grade

  init(key: Key, example: OutcomeReport, in session: SessionReport) {
    self.key = key
    self.example = example
    place = ReportPlace(trace: session.trace, index: session.index)
    self.session = session.session
    grade = example.grade
  }

  mutating func add(_ outcome: OutcomeReport, in session: SessionReport) {
    count += 1
    if outcome.grade < grade {
      grade = outcome.grade
      example = outcome
      place = ReportPlace(trace: session.trace, index: session.index)
      self.session = session.session
    }
  }

  /// What weighs most first, then the most frequent; ties by name.
  static func comesFirst(_ lhs: OutcomeGroup, _ rhs: OutcomeGroup) -> Bool {
    let left = weight(of: lhs.key.change)
    let right = weight(of: rhs.key.change)
    if left != right { return left < right }
    if lhs.count != rhs.count { return lhs.count > rhs.count }
    return lhs.key.name < rhs.key.name
  }

  /// The classes in the order of the report, and of each two opposites the one first that takes something from the user.
  static func weight(of change: OutcomeChange.Kind) -> Int {
    switch change {
    case .lost: 0
    case .gained: 1
    case .moved: 2
    case .reordered: 3
    case .fewer: 4
    case .more: 5
    case .later: 6
    case .earlier: 7
    case .cutShort: 8
    case .longer: 9
    case .endedOtherwise: 10
    case .same: 11
    }
  }
}
