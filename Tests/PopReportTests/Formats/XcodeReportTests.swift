import PopAudit
import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("The report as lines for Xcode")
struct XcodeReportTests {
  /// The last sort that a line names, as Xcode finds it.
  private func sorts(_ sample: SampleGate) -> [String] {
    let text = sample.written(by: XcodeReport())
    #expect(text.hasSuffix("\n"))
    return text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let found = line.matches(of: /^(.*):([0-9]+):([0-9]+): (error|warning|note): (.*)$/)
      #expect(line.matches(of: /(?i)(error|warning|note):/).count == 1, "\(line)")
      return found.first.map { String($0.output.4) } ?? "none: \(line)"
    }
  }

  @Test("makes errors of failures, warnings of warnings, and notes of what may be read")
  func mapping() {
    let sample = SampleGate()
    let lines = sample.written(by: XcodeReport()).split(separator: "\n")
    #expect(
      lines[0]
        == "policies/coupon.yml:3:1: error: wrong-page: coupon on couponPage: coupon may be shown on HomePage only, "
        + "and was still up when CheckoutPage had become the current page; new, fails the build, in 4 of 4 sessions; "
        + "more: poptrace rules wrong-page")
    let byRule = Dictionary(
      lines.map { line in (String(line.split(separator: ": ")[2]), String(line.split(separator: ": ")[1])) },
      uniquingKeysWith: { first, _ in first })
    for (rule, sort) in [
      ("wrong-page", "error"), ("overlap", "error"), ("zombie", "error"), ("lost-popup", "error"),
      ("lost-keepalive", "note"), ("duplicate", "note"), ("flicker", "warning"), ("fifo-violation", "warning"),
      ("stuck-queue", "note"), ("late-show", "note"), ("wait-p95 of popup coupon", "error"),
    ] { #expect(byRule[rule] == sort, "\(rule)") }
    #expect(byRule["cover"] == nil && byRule["fault"] == nil)
  }

  @Test("has an error if and only if the verdict is that things are worse")
  func verdict() {
    var sample = SampleGate()
    #expect(sorts(sample).contains("error") && sample.report.summary.verdict == .worse)
    // A limit of another sort: nothing else is an error.
    sample.report.findings.removeAll(where: \.judgement.isFailure)
    sample.report.gate?.thresholds = []
    #expect(sorts(sample).count { $0 == "error" } == 1)
    sample.report.summary.gateFailures = 0
    #expect(sample.report.summary.verdict != .worse)
    #expect(!sorts(sample).contains("error"))
    sample = SampleGate()
    sample.report.summary.gateFailures = 0
    #expect(!sorts(sample).contains("error"))
  }

  @Test("has no more lines than a reader bears, and counts the others")
  func limits() {
    let sample = SampleGate().repeated(XcodeReport.limit + 12)
    let text = sample.written(by: XcodeReport())
    #expect(sorts(sample).count { $0 == "error" } == XcodeReport.limit)
    #expect(text.contains(" 13 more lines are left out."))
  }

  @Test("lets no name look like another line or sort", arguments: SampleGate.nastyNames)
  func nasty(name: String) {
    let found = sorts(SampleGate(name))
    #expect(found.count { $0 == "error" } == 5)
    #expect(found.count { $0 == "warning" } == 2)
    #expect(found.count { $0 == "note" } == 5)
  }
}
