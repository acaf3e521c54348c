import PopAudit
import PopReplay
import PopTrace
import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("The report for people")
struct TextReportTests {
  @Test("says what breaks, what is mended, what differs, how certain that is, and the verdict")
  func wholeReport() {
    #expect(
      SampleSessions.text(SampleSessions.field) == """
        v2 against the recording: 3 sessions, 228 events

        BREAKS  3 errors
          error wrong-page  3 times
            coupon may be shown on HomePage only, and was still up when CheckoutPage had become the current
            page.
            field/monday.poptrace, session a1
            ▸  1,300  popup.shown      coupon #4 on HomePage #1
                      … 18 events
            ▸  4,210  page.did-appear  CheckoutPage #2
            why: poptrace explain field/monday.poptrace --session a1 --popup 4 --policy v2
            more: poptrace rules wrong-page

        MENDS  1 error
          error lost-keepalive  once
            draft was hidden because its page was left, and never parked.
            more: poptrace rules lost-keepalive

        OUTCOMES  3 of 12 popups differ: 1 lost, 2 later
                 popup   times  recorded, ms      v2              certainty
          lost   login       1  12,000–, visible  never, waiting  assumed
          later  coupon      2  1,300–4,210       3,650–6,560     derived

        AFFECTED  2 of 3 sessions

        COVERAGE  90.0 % of 60 reactions reached, 6 stimuli unreached
                  outcomes: 9 exact, 2 derived, 0 robust, 1 assumed (91.6 % decided)

        v2 makes things worse: 3 new errors in 2 of 3 sessions, 1 mended.

        """)
  }

  @Test("groups what is the same in many sessions, the worst first, and says how much it leaves out")
  func groups() {
    let sessions = (0..<40).map { index in
      SampleSessions.session(
        "s\(index)", findings: [SampleSessions.wrongPage(index.isMultiple(of: 2) ? "coupon" : "offer\(index)")])
    }
    var limits = TextReport.Limits()
    limits.groups = 2
    let text = SampleSessions.text(sessions, limits: limits)
    let lines = text.split(separator: "\n")
    #expect(lines[2] == "  error wrong-page  40 times")
    #expect(lines.contains("      coupon on CheckoutPage  20 times in 20 sessions"))
    #expect(lines.contains("      offer1 on CheckoutPage  once"))
    #expect(lines.contains("      … and 19 more; --all or --format json has all"))
  }

  @Test("does not call a finding that rests on an assumption a regression")
  func assumedFinding() {
    let session = SampleSessions.session("a", findings: [SampleSessions.wrongPage(grade: .assumed)])
    let text = SampleSessions.text([session])
    #expect(text.contains("once, assumed"))
    // What stands under a heading that says so is not nothing.
    #expect(text.contains("BREAKS") && !text.contains("breaks nothing"))
    #expect(text.hasSuffix("v2 passes; 1 new error rests on assumptions.\n"))
    #expect(SampleSessions.summary([session]).verdict == .fine)
  }

  @Test("tells what is certain, what is robust and what is assumed, in how many runs, and why")
  func certainty() {
    var robust = SampleSessions.wrongPage(grade: .robust)
    robust.held = ComparedFinding.Held(in: 11, of: 11)
    var assumed = SampleSessions.wrongPage("offer", grade: .assumed)
    assumed.held = ComparedFinding.Held(in: 7, of: 11)
    assumed.assumption = AssumptionReport(
      reason: .neverAnswered, time: SampleSessions.milliseconds(41_975), popup: 4,
      because: "Loading #4 was never answered in the recording")
    var limits = TextReport.Limits()
    limits.examples = .max
    let session = SampleSessions.session("a", findings: [SampleSessions.wrongPage(), robust, assumed])
    let text = SampleSessions.text([session], limits: limits)
    #expect(text.contains("BREAKS  2 errors: 1 certain, 1 robust (whatever users do); 1 more assumed\n"))
    #expect(text.contains("    robust, in 11 of 11 runs\n"))
    #expect(
      text.contains(
        "    assumed since 41,975 ms: Loading #4 was never answered in the recording; in 7 of 11 runs\n"))
    let summary = SampleSessions.summary([session])
    #expect(summary.regressions == 2)
    #expect(summary.affected.certain == 1 && summary.affected.robust == 1 && summary.affected.any == 1)
  }

  @Test("counts a session as affected whatever users do where every run has some new error")
  func affected() {
    var undecided = SampleSessions.session("a", findings: [SampleSessions.wrongPage(grade: .assumed)])
    undecided.hasErrorInSomeRun = true
    var everyRun = undecided
    everyRun.hasErrorInEveryRun = true
    let summary = SampleSessions.summary([undecided, everyRun, SampleSessions.session("b")])
    #expect(summary.affected.certain == 0)
    #expect(summary.affected.robust == 1)
    #expect(summary.affected.any == 2)
    #expect(summary.affected.all == 3)
    #expect(SampleSessions.text([undecided, everyRun]).contains("AFFECTED  1 to 2 of 2 sessions\n"))
  }

  @Test("shows where a recording does not give itself back, and judges nothing there")
  func mismatch() {
    var session = SampleSessions.session("a")
    session.identity = .mismatch
    session.mismatch = SessionReport.Mismatch(
      because: "Event 12 was recorded as popup.shown and replayed as popup.queued.",
      recorded: [
        TimelineLine(event: 12, time: SampleSessions.milliseconds(5), kind: "popup.shown", detail: "a", isWitness: true)
      ])
    let text = SampleSessions.text([session])
    #expect(text.contains("NOT JUDGED  1 session without identity"))
    #expect(text.contains("    Event 12 was recorded as popup.shown"))
    #expect(SampleSessions.summary([session]).verdict == .failed)
  }

  @Test("says where there is no session at all, and what left them out")
  func nothing() {
    var head = ReportHead(policy: "v2", reference: "recorded")
    var summary = ReportSummary()
    summary.inputs = 1
    #expect(
      TextReport(head, style: .plain).text(summary)
        .hasSuffix("Nothing was judged: there is no session in what was given.\n"))
    var provenance = ReportProvenance(tool: "0.1.0")
    provenance.options = [.init("since", "2027-01-01")]
    head.provenance = provenance
    #expect(
      TextReport(head, style: .plain).text(summary)
        .hasSuffix("Nothing was judged: there is no session in what was given that --since 2027-01-01 takes.\n"))
  }

  @Test("writes escape sequences only where there is colour")
  func color() {
    #expect(!SampleSessions.text(SampleSessions.field).contains("\u{1b}"))
    let colored = SampleSessions.text(SampleSessions.field, style: Style(hasColor: true, width: 100))
    #expect(colored.contains("\u{1b}[31merror\u{1b}[0m"))
  }

  @Test("spells out what a name in a trace could do to a terminal")
  func hostileNames() {
    let session = SampleSessions.session("\u{202e}a", findings: [SampleSessions.wrongPage("x\u{1b}[2J\u{7}\n")])
    let text = SampleSessions.text([session])
    #expect(!text.contains("\u{1b}"))
    #expect(!text.unicodeScalars.contains("\u{202e}"))
    #expect(text.contains("x\\u{1b}[2J\\u{7}\\u{a}"))
  }

  @Test("keeps every line of a report within the width, names aside")
  func width() {
    let text = SampleSessions.text(SampleSessions.field, style: Style(hasColor: false, width: 80))
    for line in text.split(separator: "\n") { #expect(displayWidth(String(line)) <= 80, "\(line)") }
  }
}
