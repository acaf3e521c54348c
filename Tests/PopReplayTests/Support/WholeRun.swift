import PopTrace
import PopupScheduling

@testable import PopReplay

/// Everything that a replay says of a session, to be compared as a whole.
struct WholeRun: Equatable {
  /// The events as lines of a file.
  var lines: [String] = []
  var coverage: Coverage
  var notes: [ReplayNote]
  var assumption: Assumption?
  var hasUnknownAnswer: Bool
  var openFrom: Ticks?
  var lastCertain: Int32
  var firstDifference: Ticks?
  var standstill: Ticks?
  var turnToEndStandstill: Int?
  var failure: String?
  var end: Ticks
  var replayableCount: Int
  var grades: [AspectGrades] = []
  var settledTimes: [Ticks] = []

  /// Runs a session to its end.
  init<Policy: SchedulingPolicy>(
    _ session: Session, _ options: ReplayOptions, plan: SessionPlan? = nil, in replayer: inout Replayer<Policy>
  ) {
    if let plan {
      replayer.begin(plan, of: session, options: options)
    } else {
      replayer.begin(session, options: options)
    }
    while replayer.nextTurn() {}
    self.init(replayer, session)
  }

  /// Runs a session to its end as nothing was run before.
  init<Policy: SchedulingPolicy>(_ session: Session, _ policy: Policy, _ options: ReplayOptions = ReplayOptions()) {
    var replayer = Replayer(policy: policy)
    self.init(session, options, in: &replayer)
  }

  private init<Policy: SchedulingPolicy>(_ replayer: borrowing Replayer<Policy>, _ session: Session) {
    coverage = replayer.coverage
    notes = replayer.notes
    assumption = replayer.assumption
    hasUnknownAnswer = replayer.hasUnknownAnswer
    openFrom = replayer.openFrom
    lastCertain = replayer.lastCertain
    firstDifference = replayer.firstDifference
    standstill = replayer.standstill
    turnToEndStandstill = replayer.turnToEndStandstill
    failure = replayer.failure?.message
    end = replayer.end
    replayableCount = replayer.replayableCount
    for popup in session.catalog.popupNumbers.indices {
      grades.append(replayer.grades(of: PopupID(popup)))
      let (shown, end) = replayer.settledTimes(of: PopupID(popup))
      settledTimes += [shown, end]
    }
    var run = Session(header: session.header)
    run.log = replayer.log
    run.catalog = replayer.catalog
    for event in run.log.events {
      var text: [UInt8] = []
      JSONLines.write(event, of: run, into: &text)
      lines.append(String(decoding: text, as: UTF8.self))
    }
  }
}
