import PopupScheduling
import Testing

@testable import PopDocument
@testable import PopGate

/// A metric with its limits, as a configuration has it (Gate, *Thresholds*).
struct ThresholdReadingTests {
  private func threshold(_ members: (String, String)...) throws(GateError) -> Threshold {
    try Threshold(Sample.words(members, line: 4))
  }

  @Test func everyKeyIsReadAndWrittenInItsPlace() throws {
    let whole = try threshold(
      ("metric", "presentations"), ("popup", "A"), ("kind", "sheet"), ("level", "3"), ("max", "4"), ("min", "2"),
      ("max-increase", "10%"), ("max-decrease", "5%"))
    #expect(whole.metric == .presentations && whole.scope == Threshold.Scope(popup: "A", kind: .sheet, level: 3))
    #expect(
      whole.limits == [
        .max(MetricValue(millionths: 4_000_000, .count)), .min(MetricValue(millionths: 2_000_000, .count)),
        .maxIncrease(100_000), .maxDecrease(50_000),
      ])
    #expect(whole.line == 4)
    #expect(
      whole.node.flow
        == "{metric: presentations, popup: A, kind: sheet, level: 3, max: 4, min: 2, max-increase: 10%, max-decrease: 5%}"
    )
    #expect(whole.limits.map(\.words) == ["max: 4", "min: 2", "max-increase: 10%", "max-decrease: 5%"])
    let plain = try threshold(("metric", "coverage"), ("min", "90%"))
    #expect(plain.scope.isAll && plain.node.flow == "{metric: coverage, min: 90%}")
    #expect(try threshold(("metric", "presentations"), ("max-decrease", "5%")).limits == [.maxDecrease(50_000)])
    #expect(try threshold(("metric", "presentations")).limits.isEmpty)
    // The limits may be the same, and the metric may come last.
    #expect(try threshold(("max", "2"), ("min", "2"), ("metric", "presentations")).limits.count == 2)
  }

  @Test func levelsAreWholeNumbers() throws {
    for (text, level) in [("0", 0), ("-8", -8), ("2147483647", 2_147_483_647), ("-2147483648", -2_147_483_648)] {
      #expect(try threshold(("metric", "presentations"), ("level", text)).scope.level == level)
    }
    for text in ["+1", "1.0", "123456789012", "x", "0x1"] {
      #expect(throws: GateError.self) { try threshold(("metric", "presentations"), ("level", text)) }
    }
    #expect(try threshold(("metric", "presentations"), ("level", "12345678901")).scope.level == 12_345_678_901)
  }

  /// By metric: the limits that make sense for it.
  private static let limits: [(Metric, [String])] = Metric.allCases.map { metric in
    switch metric {
    case .presentations, .timeOnScreen: (metric, ["max", "min", "max-increase", "max-decrease"])
    case .orderChanges, .affectedSessions: (metric, ["max"])
    case .coverage: (metric, ["min"])
    default: (metric, ["max", "max-increase"])
    }
  }

  @Test(arguments: limits.indices) func onlyLimitsThatMakeSenseAreTaken(index: Int) {
    let (metric, allowed) = Self.limits[index]
    let value =
      switch metric.unit {
      case .count, .perThousand: "1"
      case .share: "1%"
      case .milliseconds: "1 s"
      }
    for key in ["max", "min", "max-increase", "max-decrease"] {
      let text = key.hasPrefix("max-") ? "1%" : value
      let isTaken = (try? threshold(("metric", metric.rawValue), (key, text))) != nil
      #expect(isTaken == allowed.contains(key), "\(metric) \(key)")
    }
    for (key, text) in [("popup", "A"), ("kind", "alert"), ("level", "1")] {
      let isTaken = (try? threshold(("metric", metric.rawValue), (key, text))) != nil
      #expect(isTaken == (metric != .coverage && metric != .affectedSessions), "\(metric) \(key)")
    }
  }

  @Test func aSecondThresholdOfOneMetricIsOneOfOtherPopups() throws {
    func thresholds(_ nodes: [ConfigurationNode]) throws -> [Threshold] {
      try GateConfiguration(settings: Sample.map([("thresholds", .list(nodes, line: 3))])).thresholds
    }
    let one = Sample.words([("metric", "overlaps")], line: 4)
    let other = Sample.words([("metric", "overlaps"), ("popup", "A")], line: 5)
    let third = Sample.words([("metric", "preemptions")], line: 7)
    #expect(try thresholds([one, other, third]).count == 3)
    do {
      _ = try thresholds([one, other, Sample.words([("metric", "overlaps"), ("popup", "A"), ("max", "2")], line: 8)])
      Issue.record("No error")
    } catch let error as GateError {
      #expect(error.code == .repeatedKey && error.line == 8)
      #expect(error.message.contains("overlaps of popup A already, on line 5"))
    }
    let most = (0..<256).map { Sample.words([("metric", "overlaps"), ("popup", "P\($0)")], line: 4) }
    #expect(try thresholds(most).count == 256)
    #expect(throws: GateError.self) { try thresholds(most + [third]) }
  }
}
