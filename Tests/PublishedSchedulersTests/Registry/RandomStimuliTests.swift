import PopupScheduling
import PublishedSchedulers
import Testing

/// A small generator whose sequence is the same everywhere.
private struct Dice {
  var state: UInt64
  mutating func roll(_ sides: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(sides))
  }
}

@Suite("Published schedulers under any stimuli")
struct RandomStimuliTests {
  private static let kinds = EventKind.allCases.filter(\.isStimulus)

  /// Pages of three classes, some of them sheets, some without navigation, one in another's hands.
  private func catalog(_ dice: inout Dice) -> Catalog {
    var catalog = Catalog()
    let classes = ["Home", "Shop", "Base"].map { catalog.names.intern($0) }
    for number in 0..<5 {
      let page = catalog.page(numbered: Int64(number))
      let own = classes[dice.roll(3)]
      catalog.pages[page.index].classes = catalog.names.intern([own, classes[2]])
      if dice.roll(3) == 0 { catalog.pages[page.index].navigation = false }
      catalog.pages[page.index].presentation = PagePresentation.allCases[dice.roll(3)]
      if number > 0, dice.roll(3) == 0 { catalog.pages[page.index].container = PageID(number - 1) }
    }
    for number in 0..<8 { _ = catalog.popup(numbered: Int64(number)) }
    return catalog
  }

  private func stimulus(_ dice: inout Dice, _ catalog: inout Catalog) -> Event {
    var event = Event(Self.kinds[dice.roll(3) == 0 ? dice.roll(Self.kinds.count) : dice.roll(14)])
    let takesPopup = (16..<48).contains(event.kind.rawValue)
    if takesPopup { event.popup = PopupID(dice.roll(8)) }
    if event.kind.rawValue < 16 || dice.roll(4) == 0 { event.page = PageID(dice.roll(5)) }
    if event.kind == .popupDismissed { event.act = DismissalAct.allCases[dice.roll(5)] }
    if event.kind == .popupSubmitted { event.spec = catalog.intern(spec(&dice, &catalog)) }
    if event.kind == .popupChanged {
      event.attributes = 0
      catalog.changes = [PopupChange()]
    }
    if event.kind == .animationFinished {
      event.phase = AnimationPhase.allCases[dice.roll(2)]
      event.generation = Int32(dice.roll(3))
    }
    return event
  }

  private func spec(_ dice: inout Dice, _ catalog: inout Catalog) -> PopupSpec {
    var spec = PopupSpec(name: catalog.names.intern("p"))
    let classes = ["Home", "Shop", "Base"].map { catalog.names.intern($0) }
    if dice.roll(4) > 0 { spec.pages = catalog.names.intern([classes[dice.roll(3)]]) }
    spec.keepAlive = dice.roll(2) == 0
    spec.level = Int32(dice.roll(5) - 2) * 100
    spec.kind = PopupKind.allCases[dice.roll(9)]
    if dice.roll(4) == 0 { spec.instance = PageID(dice.roll(5)) }
    if dice.roll(4) == 0 { spec.callerPage = PageID(dice.roll(5)) }
    if dice.roll(3) == 0 { spec.object = Int32(dice.roll(2)) }
    if dice.roll(4) == 0 { spec.content = .async }
    if dice.roll(4) == 0 { spec.hideLength = Ticks(200) }
    if dice.roll(4) == 0 { spec.showLength = Ticks(200) }
    return spec
  }

  /// Answers some decisions with stimuli.
  private final class Crowd: Surroundings {
    var dice: Dice
    var answers = 0
    init(_ dice: Dice) { self.dice = dice }

    func carryOut(_ decision: Event, reentrant: inout [Event]) {
      guard answers < 40, dice.roll(4) == 0 else { return }
      answers += 1
      var event = Event([.popupDismissed, .popupWithdrawn, .appSignedOut, .schedulerCleared][dice.roll(4)])
      if event.kind.rawValue < 32 { event.popup = PopupID(dice.roll(8)) }
      if event.kind == .popupDismissed { event.act = .code }
      reentrant.append(event)
    }
  }

  private func run(_ policy: some SchedulingPolicy, seed: UInt64) -> [Event] {
    var dice = Dice(state: seed)
    let start = catalog(&dice)
    var scheduler = Scheduler(policy: policy, catalog: start)
    let crowd = Crowd(dice)
    for step in 0..<60 {
      let event = stimulus(&dice, &scheduler.turn.catalog)
      scheduler.run(event, at: Ticks(Int64(step) * 100), in: crowd)
    }
    return scheduler.turn.log.events
  }

  @Test("count presentations by one, hide only what is up, and do the same twice", arguments: 1...60)
  func invariants(_ seed: Int) {
    for published in PublishedSchedulers.all {
      let events = run(published.makePolicy(), seed: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
      var generations = [Int32](repeating: 0, count: 8)
      var isUp = [Bool](repeating: false, count: 8)
      for event in events {
        switch event.kind {
        case .popupShown:
          generations[event.popup.index] += 1
          #expect(event.generation == generations[event.popup.index], "\(published.name), seed \(seed)")
          isUp[event.popup.index] = true
        case .popupHidden:
          #expect(isUp[event.popup.index], "\(published.name), seed \(seed)")
          isUp[event.popup.index] = false
        default: break
        }
      }
      let again = run(published.makePolicy(), seed: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
      #expect(events == again, "\(published.name), seed \(seed)")
    }
  }
}
