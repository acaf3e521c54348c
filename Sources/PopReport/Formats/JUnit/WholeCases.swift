/// The test cases that are about a report as a whole: what its limits are kept by, and whether anything was judged.
struct WholeCases {
  /// The cases.
  private(set) var cases: [JUnitCase] = []

  /// Makes the cases of a report.
  init(_ report: NeutralReport) {
    let summary = report.summary
    add("poptrace.verdict", "something was judged", file: nil, judged(summary))
    if let most = summary.mostAffected {
      let words = "at most \(most) of the sessions of the field may have a new error"
      add(
        "poptrace.limits", "affected sessions", file: nil,
        summary.isAboveAffected ? .failed("more are expected; " + words, type: "affected") : .passed(words))
    }
    if summary.isBelowCoverage {
      add("poptrace.limits", "coverage", file: nil, .skipped("Less was reached than asked for."))
    }
    guard let gate = report.gate else { return }
    let file = gate.configuration.isEmpty ? nil : gate.configuration
    for threshold in gate.thresholds {
      for limit in threshold.limits {
        let words = Self.words(threshold, limit)
        add(
          "poptrace.limits", "\(threshold.metric) of \(threshold.scope), \(limit.words)", file: file,
          limit.isBroken ? .failed(words, type: "limit") : .passed(words))
      }
    }
    if let baseline = gate.baseline { add(baseline) }
  }

  private mutating func add(_ classname: String, _ name: String, file: String?, _ result: JUnitCase.Result) {
    cases.append(JUnitCase(classname: classname, name: name, file: file, result: result))
  }

  private func judged(_ summary: ReportSummary) -> JUnitCase.Result {
    guard summary.judgedSessions == 0 else { return .passed(nil) }
    return .error("No session was judged.", type: "nothing")
  }

  private mutating func add(_ baseline: BaselineReport) {
    let accepted = "\(counted(baseline.accepted, "finding")) accepted"
    guard !baseline.stale.isEmpty else {
      return add("poptrace.baseline", "nothing accepted is gone", file: baseline.file, .passed(accepted))
    }
    var lines = baseline.stale.prefix(JUnitReport.findingLimit).map {
      told($0.placed, limit: 300)
    }
    if baseline.stale.count > lines.count { lines.append("and \(grouping(baseline.stale.count - lines.count)) more") }
    let words = "\(counted(baseline.stale.count, "acceptance")) of what is gone\n" + lines.joined(separator: "\n")
    add(
      "poptrace.baseline", "nothing accepted is gone", file: baseline.file,
      baseline.isFailure ? .failed(words + "\npoptrace bless --prune takes them out", type: "stale") : .passed(words))
  }

  /// A limit with what was measured: `3,200 ms, was 2,100 ms; max: 3000 ms is broken`.
  static func words(_ threshold: ThresholdReport, _ limit: ThresholdReport.Limit) -> String {
    let value = threshold.candidate?.description ?? "nothing measured"
    let was = threshold.baseline.map { ", was \($0)" } ?? ""
    let kept = limit.isBroken ? "is broken" : "is kept"
    return "\(value)\(was) (\(threshold.evidence.words)); \(told(limit.words, limit: 200)) \(kept)"
  }
}
