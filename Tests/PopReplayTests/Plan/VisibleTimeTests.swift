import PopupScheduling
import Testing

@testable import PopReplay

/// What is seen of popups whatever happens, against a model that looks back over everything that did (CausalReplay, *Dwell*).
struct VisibleTimeTests {
  /// All that has happened, a tick at a time.
  private struct Model {
    struct Tick {
      var up: Set<Int>
      var isBackground: Bool
      var locks: Int
    }

    var up: Set<Int> = []
    var isBackground = false
    var locks = 0
    /// What was so during each tick that is over.
    var past: [Tick] = []

    mutating func pass(_ ticks: Int) {
      for _ in 0..<ticks { past.append(Tick(up: up, isBackground: isBackground, locks: locks)) }
    }

    func seen(_ popup: Int) -> Int { past.count { $0.up.contains(popup) && !$0.isBackground } }

    /// How long a popup had been visible at the end of the last tick in which its user could have answered.
    func answerable(_ popup: Int) -> Int {
      guard let last = past.lastIndex(where: { $0.up.contains(popup) && !$0.isBackground && $0.locks == 0 }) else {
        return 0
      }
      return past[...last].count { $0.up.contains(popup) && !$0.isBackground }
    }

    var foreground: Int { past.count { !$0.isBackground } }
  }

  /// Popups 0 and 1 are of the first scene, 2 of the second, and 3 needs no answer.
  private let traits: [PopupTraits] = (0..<4).map { popup in
    var traits = PopupTraits()
    traits.scene = popup == 2 ? 1 : 0
    traits.isExempt = popup == 3
    return traits
  }

  @Test(arguments: 0..<30)
  func timesAreThoseThatLookingBackGives(seed: Int) {
    var state = UInt64(seed) &+ 77
    func number(below count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var visibility = Visibility()
    visibility.begin(popups: 4, scenes: 2)
    var model = Model()
    var audiences: [UInt64: Set<Set<Int>>] = [:]
    var shown = [0, 0, 0, 0]
    for step in 0..<250 {
      let now = Ticks(Int64(model.past.count))
      let popup = number(below: 4)
      let marks = (0..<4).map { visibility.mark(of: PopupID($0)) }
      var decision = Event(.popupShown, time: now)
      decision.popup = PopupID(popup)
      decision.sequence = Int32(step)
      var changed: Set<Int> = []
      switch number(below: 7) {
      case 0, 1:
        shown[popup] += 1
        decision.generation = Int32(shown[popup])
        visibility.show(decision, traits[popup])
        model.up.insert(popup)
        changed = [popup]
        let view = visibility.views[popup]
        #expect(view.shown == Int32(step) && view.shownTime == now && view.generation == Int32(shown[popup]))
      case 2, 3:
        decision.kind = .popupHidden
        decision.generation = Int32(shown[popup])
        visibility.hide(decision, traits[popup])
        model.up.remove(popup)
        changed = [popup]
        let view = visibility.views[popup]
        #expect(view.hidden == Int32(step) && view.hiddenTime == now && view.hiddenGeneration == Int32(shown[popup]))
      case 4:
        if model.isBackground { visibility.enterForeground(at: now) } else { visibility.enterBackground(at: now) }
        model.isBackground.toggle()
        changed = [0, 1, 2, 3]
        // A second time in a row it is nothing new.
        if model.isBackground { visibility.enterBackground(at: now + Ticks(5)) }
        if !model.isBackground { visibility.enterForeground(at: now + Ticks(5)) }
      case 5:
        visibility.lock(at: now)
        model.locks += 1
      default:
        visibility.unlock(at: now)
        model.locks = max(0, model.locks - 1)
      }
      // Plans about a popup's visible time hold exactly where nothing ended the stretch.
      for popup in 0..<4 {
        let isSame = visibility.isUnderWay(ScheduledEvent.Stay(popup: PopupID(popup), mark: marks[popup]))
        #expect(isSame != changed.contains(popup), "seed \(seed), step \(step)")
      }
      model.pass(number(below: 4))
      expect(visibility, model, "seed \(seed), step \(step)")
      for scene in 0..<2 {
        let set = model.up.filter { traits[$0].scene == scene && !traits[$0].isExempt }
        audiences[visibility.audiences[scene], default: []].insert(set)
      }
    }
    // The numbers tell the sets apart, and one set has one number, that of none being 0.
    #expect(audiences.values.allSatisfy { $0.count == 1 }, "seed \(seed)")
    #expect(Set(audiences.values.map { $0.first }).count == audiences.count, "seed \(seed)")
    #expect(audiences[0] == [[]], "seed \(seed)")
  }

  private func expect(_ visibility: borrowing Visibility, _ model: Model, _ comment: Comment) {
    let now = Ticks(Int64(model.past.count))
    #expect(visibility.isBackground == model.isBackground, comment)
    #expect(visibility.locks == model.locks, comment)
    #expect(visibility.foreground(now) == Ticks(Int64(model.foreground)), comment)
    var up: Set<Int> = []
    for index in visibility.up.indices { up.insert(visibility.up[index].index) }
    #expect(up == model.up && visibility.up.count == model.up.count, comment)
    for popup in 0..<4 {
      let id = PopupID(popup)
      #expect(visibility.views[popup].isUp == model.up.contains(popup), comment)
      #expect(visibility.seen(id, at: now) == Ticks(Int64(model.seen(popup))), comment)
      #expect(visibility.answerable(id, at: now) == Ticks(Int64(model.answerable(popup))), comment)
    }
  }

  private func decision(_ kind: EventKind, _ popup: Int, _ time: Int64) -> Event {
    var event = Event(kind, time: Ticks(time))
    event.popup = PopupID(popup)
    return event
  }

  @Test func popupsOfASceneKeepAVisitFromTheFirstOneOnUntilNoneIsUp() {
    var visibility = Visibility()
    for _ in 0..<2 {
      visibility.begin(popups: 4, scenes: 2)
      func kept(_ scene: Int, _ time: Int64) -> [Int64] {
        let kept = visibility.kept(scene, at: Ticks(time))
        return [kept.length.rawValue, kept.pause.rawValue]
      }
      func keptAtEnd(_ scene: Int, _ time: Int64) -> [Int64] {
        let kept = visibility.keptAtEnd(scene, at: Ticks(time))
        return [kept.length.rawValue, kept.pause.rawValue]
      }
      let never = [0, Ticks.distantFuture.rawValue]
      #expect(kept(0, 50) == never && keptAtEnd(0, 50) == never)
      visibility.show(decision(.popupShown, 0, 100), traits[0])
      visibility.show(decision(.popupShown, 3, 120), traits[3])
      visibility.show(decision(.popupShown, 1, 150), traits[1])
      visibility.hide(decision(.popupHidden, 0, 200), traits[0])
      // One is still up: a visit that begins now was kept by nothing that has gone, one that never came by what is up.
      #expect(kept(0, 250) == never && keptAtEnd(0, 250) == [150, 0])
      visibility.hide(decision(.popupHidden, 1, 300), traits[1])
      #expect(kept(0, 300) == [200, 0] && kept(0, 340) == [240, 40] && keptAtEnd(0, 340) == [240, 40])
      // The one that needs no answer is up all the while, and the other scene has had none.
      #expect(kept(1, 340) == never)
      // One that comes as the last one goes keeps the user on; one that comes later begins anew.
      visibility.show(decision(.popupShown, 0, 300), traits[0])
      visibility.hide(decision(.popupHidden, 0, 400), traits[0])
      #expect(kept(0, 410) == [310, 10])
      visibility.show(decision(.popupShown, 1, 401), traits[1])
      visibility.hide(decision(.popupHidden, 1, 500), traits[1])
      #expect(kept(0, 500) == [99, 0])
      visibility.show(decision(.popupShown, 2, 10), traits[2])
      visibility.hide(decision(.popupHidden, 2, 20), traits[2])
      #expect(kept(1, 25) == [15, 5])
    }
  }

  @Test func aPopupThatIsHiddenThoughItIsNotUpLeavesTheOthersUp() {
    var visibility = Visibility()
    visibility.begin(popups: 4, scenes: 2)
    visibility.show(decision(.popupShown, 0, 100), traits[0])
    visibility.hide(decision(.popupHidden, 1, 150), traits[1])
    #expect(visibility.views[0].isUp && visibility.up.count == 1 && visibility.audiences[0] != 0)
    visibility.hide(decision(.popupHidden, 0, 200), traits[0])
    visibility.hide(decision(.popupHidden, 0, 260), traits[0])
    #expect(visibility.up.isEmpty && visibility.audiences[0] == 0)
    #expect(visibility.seen(PopupID(0), at: Ticks(300)) == Ticks(100))
    #expect(visibility.kept(0, at: Ticks(300)).pause == Ticks(100))
  }

  @Test func theLockThatAPopupComesUnderCountsFromItsFirstTick() {
    var visibility = Visibility()
    visibility.begin(popups: 2, scenes: 1)
    visibility.lock(at: Ticks(50))
    visibility.show(decision(.popupShown, 0, 100), PopupTraits())
    visibility.lock(at: Ticks(150))
    visibility.unlock(at: Ticks(200))
    // Another one is still held.
    #expect(visibility.views[0].lockedUntil < .zero)
    visibility.unlock(at: Ticks(260))
    #expect(visibility.views[0].lockedFrom == .zero && visibility.views[0].lockedUntil == Ticks(160))
    #expect(visibility.heldByLock(PopupID(0), at: Ticks(260)) == Ticks(160))
    // A later lock, and one under a popup that comes later, are others.
    visibility.lock(at: Ticks(300))
    visibility.show(decision(.popupShown, 1, 310), PopupTraits())
    visibility.unlock(at: Ticks(340))
    #expect(visibility.views[0].lockedFrom == .zero && visibility.views[0].lockedUntil == Ticks(160))
    #expect(visibility.views[1].lockedFrom == .zero && visibility.views[1].lockedUntil == Ticks(30))
    #expect(visibility.heldByLock(PopupID(0), at: Ticks(340)) == Ticks(40))
    // One unlocking too many is none.
    visibility.unlock(at: Ticks(400))
    #expect(visibility.locks == 0 && visibility.heldByLock(PopupID(0), at: Ticks(400)) == .zero)
  }

  @Test func aRunThatBeginsAnewHasNoneOfTheLast() {
    var visibility = Visibility()
    visibility.begin(popups: 1, scenes: 1)
    visibility.show(decision(.popupShown, 0, 100), PopupTraits())
    visibility.lock(at: Ticks(150))
    visibility.unlock(at: Ticks(200))
    visibility.lock(at: Ticks(220))
    visibility.enterBackground(at: Ticks(300))
    visibility.enterForeground(at: Ticks(350))
    visibility.enterBackground(at: Ticks(400))
    let mark = visibility.mark(of: PopupID(0))
    visibility.begin(popups: 2, scenes: 1)
    #expect(!visibility.isBackground && visibility.locks == 0 && visibility.up.isEmpty)
    #expect(visibility.foreground(Ticks(30)) == Ticks(30))
    #expect(visibility.mark(of: PopupID(0)) == 0 && mark != 0)
    #expect(visibility.audiences[0] == 0 && visibility.kept(0, at: Ticks(500)).length == .zero)
    visibility.show(decision(.popupShown, 1, 10), PopupTraits())
    // The last run's unlocking, at 200, neither holds an act up nor keeps its user from answering.
    #expect(visibility.answerable(PopupID(1), at: Ticks(30)) == Ticks(20))
    #expect(visibility.heldByLock(PopupID(1), at: Ticks(200)) == .zero)
  }
}
