import PopupScheduling
import Testing

@testable import PopDocument
@testable import PopGate

/// Numbers with units, as a configuration writes them (Gate, *Thresholds*).
struct QuantityTests {
  private func millionths(_ text: String, _ unit: MetricValue.Unit) -> Int? { Quantity.value(text, unit)?.millionths }

  @Test func plainNumbersHaveUpToSixPlaces() {
    for unit in [MetricValue.Unit.count, .perThousand] {
      #expect(millionths("0", unit) == 0 && millionths("2.5", unit) == 2_500_000)
      #expect(millionths("0.000001", unit) == 1 && millionths("1.000000", unit) == 1_000_000)
      #expect(millionths("1000000000", unit) == 1_000_000_000_000_000)
      for text in [
        "", ".", "1.", ".5", "0.0000001", "1000000001", "00000000001", "-1", "+1", "1e3", " 1", "1 ", "1,5", "1.2.3",
        "٣", "1%", "1/", "1:",
      ] {
        #expect(millionths(text, unit) == nil, "\(text)")
      }
      #expect(millionths("0000000001", unit) == 1_000_000)
      #expect(Quantity.value("7", unit)?.unit == unit)
    }
  }

  @Test func sharesHaveTheirSignAndUpToFourPlaces() {
    #expect(millionths("5%", .share) == 50_000 && millionths("5 %", .share) == 50_000)
    #expect(millionths("0.0001%", .share) == 1 && millionths("100%", .share) == 1_000_000)
    #expect(millionths("100.0001%", .share) == nil && millionths("0.00001%", .share) == nil)
    for text in ["5", "%", " %", "5  %", "5%%", "5 ms"] { #expect(millionths(text, .share) == nil, "\(text)") }
    // By how much something may rise may be more than all of it.
    #expect(Quantity.percent("250%") == 2_500_000 && Quantity.percent("1000000%") == 10_000_000_000)
    #expect(Quantity.percent("1000000.0001%") == nil && Quantity.percent("1000001%") == nil)
  }

  @Test func timesAreInMillisecondsOrSeconds() {
    #expect(
      millionths("3000 ms", .milliseconds) == 3_000_000_000 && millionths("3000ms", .milliseconds) == 3_000_000_000)
    #expect(millionths("3 s", .milliseconds) == 3_000_000_000 && millionths("2.5s", .milliseconds) == 2_500_000_000)
    #expect(millionths("0.000001 ms", .milliseconds) == 1 && millionths("0.001 s", .milliseconds) == 1_000_000)
    for text in ["3000", "3  s", "s", "ms", " ms", "0.0001 s", "0.0000001 ms", "3 m", "3%", "3 sm"] {
      #expect(millionths(text, .milliseconds) == nil, "\(text)")
    }
  }

  @Test func valuesAreWrittenWithoutMoreThanTheyNeed() {
    func text(_ millionths: Int, _ unit: MetricValue.Unit) -> String {
      Quantity.text(MetricValue(millionths: millionths, unit))
    }
    #expect(text(0, .count) == "0" && text(1, .count) == "0.000001" && text(1_500_000, .perThousand) == "1.5")
    #expect(text(50_000, .share) == "5%" && text(1, .share) == "0.0001%" && text(1_000_000, .share) == "100%")
    #expect(text(3_000_000_000, .milliseconds) == "3000 ms" && text(10_050_000, .milliseconds) == "10.05 ms")
    #expect(Quantity.percentText(125_000) == "12.5%" && Quantity.percentText(10_000_000) == "1000%")
  }

  @Test func everyMetricHasItsUnitItsDirectionAndWhatItIsMeasuredOn() {
    let rows = Metric.allCases.map {
      "\($0.rawValue) \($0.unit.rawValue) \($0.worse) \($0.isOneSided == nil ? 2 : 1) \($0.isOfPopups) "
        + "\($0.measure) \($0.percentile ?? 0)"
    }
    #expect(
      rows == [
        "presentations count neither 2 true presentations 0", "never-shown share up 2 true neverShown 0",
        "wait-p50 ms up 2 true waitP50 50", "wait-p95 ms up 2 true waitP50 95", "wait-p99 ms up 2 true waitP50 99",
        "order-changes share up 1 true orderChanges 0", "overlaps per 1,000 up 2 true overlaps 0",
        "preemptions per 1,000 up 2 true preemptions 0", "time-on-screen ms neither 2 true timeOnScreen 0",
        "affected-sessions share up 1 false affectedSessions 0", "coverage share down 1 false coverage 0",
      ])
  }

  @Test func aScopeHoldsForThePopupsThatFitAllItNames() {
    var outcome = Sample.outcome(1, 2, name: "A", kind: .sheet)
    outcome.attributes?.level = 5
    let fits = [
      Threshold.Scope(), Threshold.Scope(popup: "A"), Threshold.Scope(kind: .sheet), Threshold.Scope(level: 5),
      Threshold.Scope(popup: "A", kind: .sheet, level: 5),
    ]
    let misfits = [
      Threshold.Scope(popup: "B"), Threshold.Scope(kind: .alert), Threshold.Scope(level: 6),
      Threshold.Scope(popup: "A", kind: .sheet, level: 4), Threshold.Scope(popup: "B", kind: .sheet, level: 5),
      Threshold.Scope(popup: "A", kind: .alert, level: 5),
    ]
    #expect(fits.allSatisfy { $0.contains(outcome) } && !misfits.contains { $0.contains(outcome) })
    #expect(fits.map(\.isAll) == [true, false, false, false, false])
    #expect(
      fits.map(\.description) == ["all popups", "popup A", "kind sheet", "level 5", "popup A, kind sheet, level 5"])
    outcome.attributes = nil
    #expect(fits.map { $0.contains(outcome) } == [true, true, false, false, false])
  }
}
