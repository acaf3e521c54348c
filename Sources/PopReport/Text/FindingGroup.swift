package import PopAudit
package import PopDocument
import PopReplay

/// The findings of all sessions that are the same to a reader: rule, popup, partner and page class are.
struct FindingGroup: Sendable {
  /// What its members have in common.
  struct Key: Hashable, Sendable {
    var status: FindingStatus
    var rule: Rule
    var name: String
    var otherName: String
    var pageClass: String

    init(_ judged: ComparedFinding, words: EventDescriber) {
      status = judged.status
      rule = judged.finding.rule
      name = words.name(of: judged.finding.popup)
      otherName = words.name(of: judged.finding.other)
      pageClass = words.className(of: judged.finding.page)
    }

    init(_ finding: FindingReport) {
      status = finding.status
      rule = finding.rule
      name = finding.name
      otherName = finding.otherName
      pageClass = finding.pageClass
    }
  }

  let key: Key
  /// The one shown for all: the first that rests on no assumption, else the first.
  private(set) var example: FindingReport
  /// Where the example was found.
  private(set) var trace: String
  private(set) var session: String
  private(set) var count = 0
  private(set) var sessions = 0
  /// How many of them rest on an assumption.
  private(set) var assumed = 0
  /// All of them and where they were found, where that is asked for.
  private(set) var all: [(finding: FindingReport, trace: String, session: String)] = []
  private let keepsAll: Bool
  private var lastSession = -1

  init(key: Key, example: FindingReport, in session: SessionReport, keepsAll: Bool) {
    self.keepsAll = keepsAll
    self.key = key
    self.example = example
    trace = session.trace
    self.session = session.session
  }

  mutating func add(_ finding: FindingReport, in session: SessionReport, index: Int) {
    if example.isAssumed, !finding.isAssumed {
      example = finding
      trace = session.trace
      self.session = session.session
    }
    count += 1
    if keepsAll { all.append((finding, session.trace, session.session)) }
    if finding.isAssumed { assumed += 1 }
    if lastSession != index { sessions += 1 }
    lastSession = index
  }

  /// The worst first, then what most sessions have, then what happens most often; ties by name.
  static func comesFirst(_ lhs: FindingGroup, _ rhs: FindingGroup) -> Bool {
    if lhs.key.rule.severity != rhs.key.rule.severity { return lhs.key.rule.severity < rhs.key.rule.severity }
    let left = lhs.assumed < lhs.count
    let right = rhs.assumed < rhs.count
    if left != right { return left }
    if lhs.sessions != rhs.sessions { return lhs.sessions > rhs.sessions }
    if lhs.count != rhs.count { return lhs.count > rhs.count }
    if lhs.key.rule != rhs.key.rule { return lhs.key.rule.id < rhs.key.rule.id }
    return (lhs.key.name, lhs.key.otherName, lhs.key.pageClass) < (rhs.key.name, rhs.key.otherName, rhs.key.pageClass)
  }
}

/// Which findings a text report may show with the events around them: of those that are the same to a reader the first one, and the first
/// that rests on no assumption (``TextReport``).
///
/// Asked in the order of the sessions, it chooses all that the report takes for an example, also where each thread has one of its own and sees
/// a part of the sessions: whichever is the first of all is the first of its thread.
package struct ExampleChooser: Sendable {
  private var known: Set<FindingGroup.Key> = []
  private var certain: Set<FindingGroup.Key> = []

  package init() {}

  /// Whether the events around a finding may be shown.
  ///
  /// - Parameter words: The words of its session.
  package mutating func chooses(_ finding: ComparedFinding, words: EventDescriber) -> Bool {
    let key = FindingGroup.Key(finding, words: words)
    guard finding.isAssumed else {
      known.insert(key)
      return certain.insert(key).inserted
    }
    return known.insert(key).inserted
  }
}
