import PopAudit
import PopDocument
import PopReplay
import PopTrace

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

extension OutcomeReport {
  /// A run in a few words, of which the first are those that ``change`` is about: `1,300–4,210` and how it ended where that is
  /// not the usual way; else the page, how often it was shown, or how it ended.
  func words(of run: RunReport?) -> String {
    guard let run else { return "never submitted" }
    let end = printable(run.end)
    guard !run.shown.isEmpty else { return change == .endedOtherwise ? end : "never, \(end)" }
    let place = differingPresentation
    let stay = run.shown[place]
    let times = stay.from.grouped + "–" + (stay.until?.grouped ?? "")
    let more = run.shown.count > 1 ? " and \(run.shown.count - 1)× more" : ""
    let rest = run.end == "dismissed" ? "" : ", " + end
    switch change {
    case .endedOtherwise: return "\(end), \(times)\(more)"
    case .fewer, .more: return "\(run.shown.count)×, \(times)\(rest)"
    default: break
    }
    let page = change == .moved ? stay.page.map { "\(printable(stay.pageClass)) #\($0), " } ?? "" : ""
    return page + times + (place > 0 ? " (\(place + 1) of \(run.shown.count))" : more) + rest
  }

  /// The index of the presentation in which two runs over a session part, where that is not the first of each.
  private var differingPresentation: Int {
    guard let recorded, let candidate else { return 0 }
    let both = zip(recorded.shown, candidate.shown)
    switch change {
    case .moved:
      // Recordings of their own number their pages apart, so a class says more than a number.
      let classes = both.enumerated().first { $1.0.pageClass != $1.1.pageClass && $1.0.page != nil && $1.1.page != nil }
      let pages = both.enumerated().first { $1.0.page != $1.1.page && $1.0.page != nil && $1.1.page != nil }
      return (classes ?? pages)?.offset ?? 0
    case .cutShort, .longer:
      // Recordings of their own count from other instants, so that they part in every presentation.
      return both.enumerated().first { $1.0.from != $1.1.from || $1.0.until != $1.1.until }?.offset ?? 0
    default: return 0
    }
  }
}
