import PopAudit
import PopSimulation
import PopSystem
import PopupScheduling
import Testing

/// Two cases of rules at once, each in scenes of its own.
@Suite("Cases of rules, side by side")
struct SideBySideTests {
  /// The cases that stand for themselves: nothing in them is about the whole app, or about the session as a whole.
  private static let alone = RuleCaseTests.all.filter { it in
    let lines = it.script.map(\.text)
    let ofAll = ["app.", "back.pressed", "id=", "callback", "input.locked", "input.unlocked"]
    guard !lines.contains(where: { line in ofAll.contains { line.contains($0) } }) else { return false }
    // Each turn begins with a stimulus.
    var last = Ticks(-1)
    for event in EventScript(lines.joined(separator: "\n")).events {
      guard event.time >= last, event.time == last || isRoot(event) else { return false }
      last = event.time
    }
    return true
  }

  private static func isRoot(_ event: Event) -> Bool { event.kind.isStimulus && !event.flags.contains(.reentrant) }

  /// The turns of both in order of time, with numbers without a break, and where each event comes from.
  private static func merged(_ scripts: [EventScript]) -> (events: [Event], origins: [(script: Int, sequence: Int32)]) {
    var events: [Event] = []
    var origins: [(script: Int, sequence: Int32)] = []
    var places = scripts.map { [Int32](repeating: -1, count: $0.events.count) }
    var next = scripts.map { _ in 0 }
    while let which = scripts.indices.filter({ next[$0] < scripts[$0].events.count })
      .min(by: { scripts[$0].events[next[$0]].time < scripts[$1].events[next[$1]].time })
    {
      repeat {
        var event = scripts[which].events[next[which]]
        places[which][next[which]] = Int32(events.count)
        origins.append((which, event.sequence))
        event.sequence = Int32(events.count)
        if event.cause >= 0 { event.cause = places[which][Int(event.cause)] }
        events.append(event)
        next[which] += 1
      } while next[which] < scripts[which].events.count && !isRoot(scripts[which].events[next[which]])
    }
    return (events, origins)
  }

  private static func findings(_ events: [Event], _ catalog: Catalog, end: Ticks) -> [Finding] {
    var auditor = Auditor()
    auditor.begin(catalog: catalog)
    for event in events { auditor.take(event) }
    auditor.end(at: end, isFinished: true)
    return auditor.findings
  }

  @Test("What is found in one scene hangs on no other", arguments: 0...1 as ClosedRange<UInt64>)
  func eachIsFoundAsIfItWereAlone(seed: UInt64) {
    var dice = SeededRandom(seed: 0x51DE + seed)
    // Neighbours are alike, and meet each other most.
    let firsts = seed == 0 ? Self.alone : Self.alone.shuffled(using: &dice)
    let seconds = seed == 0 ? Array(Self.alone.dropFirst()) : Self.alone.shuffled(using: &dice)
    var found = 0
    for (one, other) in zip(firsts, seconds) {
      let first = EventScript(one.script.map(\.text).joined(separator: "\n"))
      let second = EventScript(
        other.script.map(\.text).joined(separator: "\n"), in: first.catalog, from: 1000, scene: 2)
      let end = max(first.events.last?.time ?? .zero, second.events.last?.time ?? .zero) + Ticks(seed == 1 ? 0 : 30_000)
      let (events, origins) = Self.merged([first, second])
      var together: [[String]] = [[], []]
      for finding in Self.findings(events, second.catalog, end: end) {
        let part = origins[Int(finding.witness[0])].script
        together[part].append(
          Self.text(of: finding, second.catalog, finding.witness.map { origins[Int($0)].sequence }))
      }
      for (part, script) in [first, second].enumerated() {
        let alone = Self.findings(script.events, second.catalog, end: end).map {
          Self.text(of: $0, second.catalog, $0.witness)
        }
        let said = Comment(rawValue: "seed \(seed), \(part == 0 ? one : other), beside \(part == 0 ? other : one)")
        let excused = Self.excused(part == 0 ? other : one)
        #expect(
          together[part].filter { !excused.contains($0.prefix { $0 != " " }) }.sorted()
            == alone.filter { !excused.contains($0.prefix { $0 != " " }) }.sorted(), said)
        found += alone.count
      }
    }
    #expect(found > 500, "\(found)")
  }

  /// What need not be found beside a case: any popup that is altered or sent away excuses an empty slot, wherever it is.
  private static func excused(_ it: RuleCase) -> [Substring] {
    let excuses = ["popup.changed", "popup.dismissed"]
    return it.script.contains { line in excuses.contains { line.text.contains($0) } } ? ["preempt-blank"] : []
  }

  private static func text(of finding: Finding, _ catalog: Catalog, _ witness: [Int32]) -> String {
    let popups = "\(catalog.number(of: finding.popup))/\(catalog.number(of: finding.other))"
    let page = catalog.number(of: finding.page)
    return "\(finding.rule.id) of \(popups) on \(page) at \(finding.time.rawValue): \(witness)"
  }
}
