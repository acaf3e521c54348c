import PopAudit
import PopReplay
import PopReport
import PopTrace
import PopupScheduling

/// The sessions that others are compared with, by name, else by place.
struct BaselineSessions: Sendable {
  private var byName: [String: Session] = [:]
  private var byPlace: [Session] = []

  /// Reads them all; every one of them must be readable, or nothing could be said of what is missing.
  init(_ inputs: InputList) throws(CommandFailure) {
    for input in inputs.paths {
      var source = try SessionSource(input, of: inputs)
      while let session = try source.next() {
        guard !session.isScenario else {
          throw CommandFailure("diff compares recordings; run scenarios with record, or name policies", input: input)
        }
        byPlace.append(session)
        if !session.header.session.isEmpty { byName[session.header.session] = session }
      }
    }
  }

  /// The counterpart of a session; nil where there is none.
  func counterpart(of session: Session, place: Int) -> Session? {
    let name = session.header.session
    if !name.isEmpty, let found = byName[name] { return found }
    guard byPlace.indices.contains(place - 1) else { return nil }
    let found = byPlace[place - 1]
    return name.isEmpty || found.header.session.isEmpty ? found : nil
  }
}

/// Compares recordings with others of the same sessions.
struct TraceDiffJudge: SessionJudge {
  let baseline: BaselineSessions
  private var first = AuditedRun()
  private var second = AuditedRun()
  private var diff = OutcomeDiff()

  init(baseline: BaselineSessions) { self.baseline = baseline }

  mutating func report(on origin: SessionOrigin, for form: OutputFormat) -> SessionReport {
    var report = SessionReport(origin)
    let session = origin.session
    guard !session.isScenario else {
      report.losses.append("a scenario, which nothing can be compared with; run it with record")
      return report
    }
    guard let counterpart = baseline.counterpart(of: session, place: origin.place) else {
      report.losses.append("there is no session of this name or place to compare it with")
      return report
    }
    first.take(counterpart)
    second.take(session)
    report.compare(first, of: counterpart, with: second, of: session, diff: &diff, for: form)
    return report
  }
}

extension SessionReport {
  /// Adds what the comparison of two recordings gives.
  fileprivate mutating func compare(
    _ first: AuditedRun, of counterpart: Session, with second: AuditedRun, of session: Session,
    diff: inout OutcomeDiff, for form: OutputFormat
  ) {
    let firstWords = EventWords(log: first.log, catalog: first.catalog, tick: counterpart.header.tick)
    let words = EventWords(log: second.log, catalog: second.catalog, tick: session.header.tick)
    addFindings(first, firstWords, second, words, form)
    diff.listsEverything = true
    diff.compare(first.tracker, second.tracker, by: RunAlignment(counterpart, session))
    for change in diff.changes {
      changes[change.kind] += 1
      grades.count(.exact)
      guard form == .json || change.kind != .same else { continue }
      let isKnown = !change.candidate.isNone
      let popup = isKnown ? change.candidate : change.recorded
      outcomes.append(
        OutcomeReport(
          popup: (isKnown ? words : firstWords).number(of: popup), name: (isKnown ? words : firstWords).name(of: popup),
          recorded: first.tracker.outcome(of: change.recorded).map { RunReport($0, words: firstWords) },
          candidate: second.tracker.outcome(of: change.candidate).map { RunReport($0, words: words) },
          change: change.kind))
    }
  }
}
