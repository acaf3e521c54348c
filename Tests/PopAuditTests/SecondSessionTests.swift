import PopAudit
import PopSimulation
import PopSystem
import PopupScheduling
import Testing

/// Nothing is left of a session in an auditor that takes the next one, whatever was in it.
@Suite struct SecondSessionTests {
  /// A session in which anything may come: few popups and pages, so that what is left of one session means something in the next.
  private struct AnySession {
    var catalog = Catalog()
    var events: [Event] = []
    var isFinished: Bool
    private var dice: SeededRandom

    init(_ dice: inout SeededRandom) {
      self.dice = dice
      isFinished = dice.next() % 3 > 0
      let popups = Int64(dice.next() % 3) + 1
      for number in 0..<popups { _ = catalog.popup(numbered: number) }
      for number in 0..<Int64(dice.next() % 3) + 1 {
        let page = catalog.page(numbered: number)
        let name = catalog.names.intern(["Home", "Detail", "Part"][Int(number)])
        catalog.pages[page.index].classes = catalog.names.intern([name])
      }
      if catalog.pages.count == 3, dice.next() % 2 == 0 { catalog.pages[2].container = PageID(0) }
      _ = catalog.names.intern("shown")
      _ = catalog.names.intern("closed")
      self.dice = dice
      for _ in 0..<4 { addSpec() }
      var change = PopupChange()
      if chance(50) { change.level = 1 } else { change.pages = catalog.pages[0].classes }
      catalog.changes.append(change)
      let length = 5 + below(40)
      for _ in 0..<length { addEvent() }
      dice = self.dice
    }

    private mutating func below(_ count: Int) -> Int { Int(dice.next() % UInt64(count)) }
    private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    private mutating func addSpec() {
      var spec = PopupSpec(name: catalog.names.intern("x"))
      spec.kind = [.alert, .alert, .hud, .system][below(4)]
      spec.level = Int32(below(2))
      if chance(50) { spec.pages = catalog.pages[below(catalog.pages.count)].classes }
      spec.keepAlive = chance(50)
      if chance(30) { spec.key = spec.name }
      if chance(30) { spec.chain = spec.name }
      if chance(20) { spec.content = .async }
      if chance(30) { spec.hideLength = Ticks(100) }
      if chance(30) { spec.showLength = Ticks(100) }
      if chance(20) { spec.autoDismiss = Ticks(100) }
      if chance(20) { spec.expires = Ticks(500) }
      if chance(20) { spec.object = 1 }
      if chance(20) { spec.scene = 1 }
      spec.onHigher = OnHigher.allCases[below(OnHigher.allCases.count)]
      _ = catalog.intern(spec)
    }

    private mutating func addEvent() {
      let usual: [EventKind] = [
        .popupSubmitted, .popupShown, .popupShown, .popupHidden, .popupParked, .pageWillAppear, .pageDidAppear,
        .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .idle,
      ]
      let kind = chance(60) ? usual[below(usual.count)] : EventKind.allCases[below(EventKind.allCases.count)]
      let before = events.last
      let pause = chance(60) ? 0 : below(chance(20) ? 4000 : 300)
      var event = Event(kind, time: (before?.time ?? .zero) + Ticks(Int64(pause)))
      event.sequence = (before?.sequence ?? -1) + (chance(1) ? 5 : 1)
      event.popup = PopupID(below(catalog.popupNumbers.count))
      event.page = PageID(below(catalog.pages.count + 1) - 1)
      event.generation = Int32(below(4))
      event.timer = TimerID(below(3))
      if chance(15) { event.scene = 1 }
      event.name = Symbol(Int32(below(catalog.names.texts.count + 1) - 1))
      switch kind {
      case .popupSubmitted: event.spec = catalog.specs.isEmpty ? .none : SpecID(below(catalog.specs.count))
      case .popupHidden: event.reason = [.pageLeft, .preempted, .dismissed, .auto][below(4)]
      case .popupDismissed: event.act = chance(50) ? .button : .code
      case .animationFinished: event.phase = chance(50) ? .hide : .show
      case .popupChanged: event.attributes = 0
      case .schedulerSuspended, .schedulerResumed, .schedulerCleared: break
      default: event.code = UInt8(below(14))
      }
      if kind == .inputLocked || kind == .coverAdded, chance(50) { event.popup = .none }
      if kind.isStimulus, chance(20), before != nil { event.flags.insert(.reentrant) }
      if kind == .popupCondition || kind == .schedulerSuspended, chance(50) {
        event.flags.insert(kind == .popupCondition ? .holds : .hides)
      }
      events.append(event)
    }

    /// Begins it, and gives it up somewhere.
    mutating func giveUp(with auditor: inout Auditor) {
      auditor.begin(catalog: catalog)
      for event in events.prefix(below(events.count)) { auditor.take(event) }
    }

    func take(with auditor: inout Auditor) -> [Finding] {
      auditor.begin(catalog: catalog)
      for event in events { auditor.take(event) }
      auditor.end(at: (events.last?.time ?? .zero) + Ticks(isFinished ? 5000 : 0), isFinished: isFinished)
      return auditor.findings
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func anAuditorFindsInASessionWhatANewOneFinds(seed: UInt64) {
    var dice = SeededRandom(seed: 0xA0D17 + seed)
    var auditor = Auditor()
    var found: Set<Rule> = []
    for round in 0..<400 {
      if dice.next() % 2 == 0 {
        var other = AnySession(&dice)
        other.giveUp(with: &auditor)
      }
      let session = AnySession(&dice)
      var new = Auditor()
      let findings = session.take(with: &auditor)
      #expect(findings == session.take(with: &new), "seed \(seed), round \(round)")
      found.formUnion(findings.map(\.rule))
    }
    // Sessions in which hardly any rule finds anything would prove nothing.
    #expect(found.count > 25, "\(Rule.allCases.filter { !found.contains($0) })")
  }
}
