import PopAudit
import PopReplay
import PopSystem
import PopTrace
import PopupScheduling
import Testing

@testable import PopDocument
@testable import PopGate

@Suite("What users met, in figures")
struct FieldFiguresTests {
  /// A session in which popups wait so long, or never come, and rules find something.
  private func session(_ index: Int, waits: [Int?] = [], _ rules: [Rule] = [], build: String = "1") -> SessionReport {
    Sample.session(
      index, waits.map { Sample.outcome(nil, $0, change: nil) },
      findings: rules.enumerated().map { Sample.finding($0, $1) }, build: build)
  }

  private func figures(_ sessions: [SessionReport]) -> [FieldFigures.Figure: FieldFigures.Estimate] {
    var figures = FieldFigures()
    for session in sessions { figures.add(session) }
    return Dictionary(uniqueKeysWithValues: figures.estimates.map { ($0.figure, $0) })
  }

  @Test("Shares are of sessions or of popups, and waits of the shown ones")
  func values() {
    let sessions =
      (0..<10).map { session($0, waits: [$0 * 100, nil], $0 < 3 ? [.overlap, .overlap, .leak] : []) }
    let found = figures(sessions)
    #expect(found[.withError]?.value == 300_000 && found[.withError]?.share == SessionShare(3, of: 10))
    #expect(found[.rule(.overlap)]?.value == 300_000 && found[.rule(.leak)]?.value == 300_000)
    #expect(found[.rule(.wrongPage)]?.value == 0)
    #expect(found[.neverShown]?.share == SessionShare(10, of: 20) && found[.neverShown]?.value == 500_000)
    #expect(found[.waitP50]?.value == 400_000_000 && found[.waitP95]?.value == 900_000_000)
    // A warning is no error, and what belongs to the recording or the app has no figure.
    #expect(figures([session(0, [.leak])])[.withError]?.value == 0)
    #expect(!FieldFigures.rules.contains(.traceGap) && !FieldFigures.rules.contains(.appMisuse))
    #expect(figures([session(0)])[.waitP50] == nil && figures([session(0)])[.neverShown] == nil)
  }

  @Test("Their intervals hold them, are narrower for more sessions, and Wilson's where all say the same")
  func intervals() throws {
    let few = try #require(figures((0..<40).map { session($0, $0 % 4 == 0 ? [.overlap] : []) })[.withError])
    let many = try #require(figures((0..<400).map { session($0, $0 % 4 == 0 ? [.overlap] : []) })[.withError])
    #expect(few.interval(950).contains(250_000) && many.interval(950).contains(250_000))
    #expect(few.interval(950).count > 2 * many.interval(950).count)
    #expect(many.interval(500).count < many.interval(950).count)
    // 0.25 ± 1.96 · √(0.25 · 0.75 / 400).
    #expect(abs(many.interval(950).upperBound - 292_000) < 6_000, "\(many.interval(950))")
    let none = try #require(figures((0..<40).map { session($0) })[.withError])
    #expect(
      none.value == 0 && none.interval(950).lowerBound == 0 && (30_000...90_000).contains(none.interval(950).upperBound)
    )
  }

  @Test("More sessions than are kept one by one are counted in groups, and in any order")
  func folded() {
    let sessions = (0..<2_500).map { session($0, waits: [$0 % 50], $0 % 5 == 0 ? [.overlap] : []) }
    let (one, other) = (figures(sessions), figures(sessions.reversed()))
    #expect(one[.withError]?.share == SessionShare(500, of: 2_500))
    #expect(one[.withError]?.interval(950) == other[.withError]?.interval(950))
    #expect(one[.waitP50]?.drawn == other[.waitP50]?.drawn)
  }

  @Test("Of an estimate's runs each counts a part, or one is drawn")
  func estimated() {
    var open = session(0, waits: [5], [.overlap])
    var run = EstimatedReport(open)
    open.estimatedRuns = [run]
    run.findings = []
    open.estimatedRuns += Array(repeating: run, count: 3)
    var figures = FieldFigures(runs: 4)
    figures.add(open)
    figures.add(session(1, waits: [7]))
    let error = figures.estimates.first { $0.figure == .withError }
    #expect(error?.value == 125_000 && error?.share == SessionShare(0, of: 2))
    var drawn = FieldFigures()
    drawn.add(open, isDrawn: true)
    #expect(
      drawn.sessions == 1 && [0, 1_000_000].contains(drawn.estimates.first { $0.figure == .withError }?.value ?? -1))
  }
}

@Suite("Whether groups differ")
struct GroupTests {
  @Test(
    "The tail of the normal distribution is that of a table",
    arguments: [
      (0.0, 0.5), (1.0, 0.15865525), (1.959964, 0.025), (2.575829, 0.005), (3.290527, 0.0005), (4.0, 0.0000316712),
      (20, 0),
    ])
  func tail(z: Double, chance: Double) { #expect(abs(DifferenceTest.tail(beyond: z) - chance) < 2e-7) }

  private func session(_ index: Int, _ build: String, started: String, fails: Bool, arm: String = "") -> SessionReport {
    var session = Sample.session(
      index, [Sample.outcome(nil, 100, change: nil)], findings: fails ? [Sample.finding(1, .overlap)] : [], build: build
    )
    session.facts.started = started
    if !arm.isEmpty { session.facts.arms = [HeaderEntry("checkout", arm)] }
    return session
  }

  private func table(_ by: Dimension, _ sessions: [SessionReport]) -> GroupTable {
    var tally = GroupTally([by])
    for session in sessions { tally.add(session) }
    return tally.tables[0]
  }

  @Test("Builds come by when they came, and the newest is compared with the one before")
  func builds() {
    var sessions = (0..<100).map { session($0, "9", started: "2026-11-02T00:00:00Z", fails: $0 % 2 == 0) }
    sessions += (100..<200).map { session($0, "10", started: "2026-11-09T00:00:00Z", fails: $0 % 10 == 0) }
    sessions += (200..<220).map { session($0, "8", started: "2026-11-01T00:00:00Z", fails: true) }
    let found = table(.build, sessions)
    #expect(found.rows.map(\.value) == ["8", "9", "10"] && found.rows.map(\.sessions) == [20, 100, 100])
    #expect(found.comparisons.map(\.value) == ["10"] && found.comparisons[0].with == "9")
    let change = found.comparisons[0].changes.first { $0.name == "with an error" }
    #expect(change?.differs == true && change?.difference == -400_000)
    #expect(found.comparisons[0].changes.first { $0.name == "wait p50" }?.differs == false)
    // No column for what no group met.
    #expect(!found.rows[0].figures.contains { $0.name == "wrong-page" })
  }

  @Test("Of arms each is compared with the first, and a group of fewer than 30 sessions with none")
  func arms() {
    var sessions = (0..<40).map { session($0, "1", started: "", fails: false, arm: "b") }
    sessions += (40..<80).map { session($0, "1", started: "", fails: $0 % 2 == 0, arm: "a") }
    sessions += (80..<109).map { session($0, "1", started: "", fails: true, arm: "c") }
    let found = table(.arm("checkout"), sessions)
    #expect(found.rows.map(\.value) == ["a", "b", "c"])
    #expect(found.comparisons.map(\.value) == ["b", "c"] && found.comparisons.allSatisfy { $0.with == "a" })
    #expect(found.comparisons.map(\.isTooSmall) == [false, true] && found.comparisons[1].changes.isEmpty)
  }

  @Test("Popups have the sessions that submit them, and are not compared")
  func popups() {
    let sessions = (0..<60).map { index in
      Sample.session(
        index, [Sample.outcome(nil, 1, name: index % 3 == 0 ? "Rate us" : "Coupon", change: nil)],
        findings: index == 1 ? [Sample.finding(1, .overlap)] : [])
    }
    let found = table(.popup, sessions)
    #expect(found.rows.map(\.value) == ["Coupon", "Rate us"] && found.rows.map(\.sessions) == [40, 20])
    #expect(found.rows.map { $0.figures[0].value.millionths } == [25_000, 0] && found.comparisons.isEmpty)
  }
}

@Suite("Forecasts")
struct ForecastTests {
  /// Values of another implementation: sums of the distribution's terms by the logarithms of gamma functions.
  @Test(arguments: [
    (0, 300, 300, 0...2), (30, 300, 300, 19...43), (150, 300, 100, 41...59), (300, 300, 300, 298...300),
    (3, 40, 1000, 26...168), (1, 10, 5, 0...2), (500, 1000, 2000, 936...1064),
  ])
  func betaBinomial(successes: Int, trials: Int, next: Int, held: ClosedRange<Int>) {
    #expect(Prediction.betaBinomial(successes, of: trials, in: next) == held)
  }

  @Test("A forecast is written and read, and held against a week: what is new is named, and what is outside explained")
  func comparison() throws {
    func week(_ sessions: Range<Int>, failing: Int, name: String) -> ForecastTally {
      var tally = ForecastTally(isForecast: sessions.lowerBound == 0)
      for index in sessions {
        tally.add(
          Sample.session(
            index, [Sample.outcome(nil, 100, name: name, change: nil)],
            findings: index % 100 < failing ? [Sample.finding(1, .overlap)] : []))
      }
      return tally
    }
    let forecast = week(0..<300, failing: 10, name: "Coupon").forecast(of: "v6")
    #expect(forecast.sessions == 300 && forecast.popups.map(\.name) == ["Coupon"] && forecast.popups[0].sessions == 300)
    #expect(forecast.popups[0].rules.map(\.sessions) == [30])
    let drawn = try #require(forecast.figures.first { $0.name == "overlap" }).drawn
    #expect(drawn.below > 0 && drawn.above > 0)
    let read = try Forecast(text: forecast.text)
    #expect(read == forecast)
    let same = week(1000..<1300, failing: 11, name: "Coupon").comparison(with: read)
    #expect(same.newPopups.isEmpty && same.inside == same.figures.count && same.figures.count >= 4)
    let worse = week(1000..<1300, failing: 40, name: "Coupon").comparison(with: read)
    let row = try #require(worse.figures.first { $0.name == "overlap" })
    #expect(!row.isInside && row.popups.map(\.name) == ["Coupon"] && row.popups[0].met == 400_000)
    // A small week may differ by more.
    #expect(week(1000..<1010, failing: 40, name: "Coupon").comparison(with: read).sessions == 300)
    let other = week(1000..<1300, failing: 10, name: "Rate us").comparison(with: read)
    #expect(other.newPopups.map(\.name) == ["Rate us"] && other.newPopups[0].sessions == 300)
  }

  @Test("What is no forecast is refused", arguments: ["", "[]", "{}", #"{"schema":"poptrace.forecast/1"}"#])
  func refused(text: String) { #expect(throws: ReportError.self) { try Forecast(text: Array(text.utf8)) } }

  @Test("More than the whole is refused, of a figure and of a popup")
  func bounds() throws {
    var tally = ForecastTally(isForecast: true)
    for index in 0..<40 {
      tally.add(Sample.session(index, [Sample.outcome(nil, 100 * index, name: "Coupon", change: nil)]))
    }
    let forecast = tally.forecast(of: "v6")
    let changes: [(inout Forecast) -> Void] = [
      { $0.figures[0].value.millionths = 1_000_001 }, { $0.figures[0].known.above = 1_000_001 },
      { $0.figures[0].drawn.below = 1_000_001 }, { $0.figures[0].share = SessionShare(2, of: 1) },
      { $0.popups[0].sessions = 41 }, { $0.popups[0].neverShown = $0.popups[0].popups + 1 },
      {
        var count = Forecast.RuleCount.blank
        count.sessions = 41
        $0.popups[0].rules = [count]
      },
    ]
    for (index, change) in changes.enumerated() {
      var other = forecast
      change(&other)
      #expect(throws: ReportError.self, "\(index)") { try Forecast(text: other.text) }
    }
  }

  @Test("The widest spread from the largest corpus, for one session, is within bounds")
  func widest() throws {
    let most = (1 << 35) * 1_000_000
    var tally = ForecastTally()
    tally.add(Sample.session(0, [Sample.outcome(nil, 100, name: "Coupon", change: nil)]))
    var forecast = tally.forecast(of: "v6")
    forecast.sessions = 1 << 32
    for index in forecast.figures.indices where forecast.figures[index].value.unit == .milliseconds {
      forecast.figures[index].value.millionths = most
      (forecast.figures[index].known, forecast.figures[index].drawn) = (
        .init(below: most, above: most), .init(below: most, above: most)
      )
    }
    let comparison = tally.comparison(with: try Forecast(text: forecast.text))
    let waits = comparison.figures.filter { $0.unit == .milliseconds }
    #expect(waits.count == 2 && waits.allSatisfy { $0.low == 0 && $0.high > most && $0.isInside })
    // A figure in another unit is another figure.
    forecast.figures[0].value.unit = .milliseconds
    #expect(!tally.comparison(with: forecast).figures.contains { $0.name == forecast.figures[0].name })
  }
}
