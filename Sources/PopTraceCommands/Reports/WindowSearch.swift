#if Tool
import PopAudit
import PopReplay
import PopDocument
import PopReport
import PopTrace

/// Cuts out of the inputs what a page shows: the sessions with findings, the worst first, with the runs that were compared.
struct WindowSearch {
  /// A session with more events than this is not replayed again for a page.
  static let longestSession = 200_000

  let inputs: InputList
  /// How many bytes a page has room for.
  let byteLimit: Int
  let makeEvaluator: @Sendable () -> any SessionEvaluator
  /// Which sessions are shown, too, where there is room.
  let others: [ReportPlace]
  /// Whether more of each than what surrounds its findings.
  let isWhole: Bool
  /// How far a new error has to be relied on at least for failing the build.
  let criterion: RegressionCriterion

  /// What a page shows, the most important first.
  func windows(of report: ReportDocument) throws(CommandFailure) -> [SessionWindows] {
    guard byteLimit > 0 else { return [] }
    var places = ReportPage.places(of: report)
    let known = Set(places)
    places += others.filter { !known.contains($0) }
    places = Array(places.prefix(ReportPage.mostSessions))
    var found: [ReportPlace: SessionWindows] = [:]
    var evaluator = makeEvaluator()
    try SecondReading(inputs: inputs).forEach(places) { origin in
      guard origin.session.events.count <= Self.longestSession,
        let report = evaluator.reports(on: origin, for: .neutral(writesJSON: false)).first, report.isJudged
      else { return }
      let (recorded, candidate) = (evaluator.baselineRun(of: origin), evaluator.run(of: origin))
      guard recorded != nil || candidate != nil else { return }
      let place = ReportPlace(trace: origin.input, index: origin.index)
      found[place] = SessionWindows(
        report, recorded: recorded, candidate: candidate, isWhole: isWhole, failOn: criterion)
    }
    return ReportPage.fitting(places.compactMap { found[$0] }, byteLimit: byteLimit)
  }
}
#endif
