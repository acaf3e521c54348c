import PopupScheduling
import PublishedSchedulers
import Testing
import Trials

@Suite("Published schedulers under any stimuli")
struct RandomStimuliTests {
  /// Answers some decisions with stimuli.
  private final class Crowd: SchedulerEnvironment {
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

  private func run(_ policy: some SchedulingPolicy, seed: UInt64) -> Turn {
    var dice = Dice(state: seed)
    let start = RandomStimuli.catalog(&dice)
    var scheduler = Scheduler(policy: policy, catalog: start)
    let crowd = Crowd(dice)
    for step in 0..<60 {
      let event = RandomStimuli.stimulus(&dice, &scheduler.turn.catalog)
      scheduler.run(event, at: Ticks(Int64(step) * 100), in: crowd)
    }
    return scheduler.turn
  }

  @Test(
    "count presentations by one, hide only what is up or on its way out, and do the same twice",
    arguments: 1...trials(few: 20))
  func invariants(_ seed: Int) {
    for published in PublishedSchedulers.all {
      let turn = run(published.makePolicy(), seed: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
      let events = turn.log.events
      var generations = [Int32](repeating: 0, count: 8)
      var isUp = [Bool](repeating: false, count: 8)
      // On the way out, so that a second call to hide it is one.
      var isLeaving = isUp
      var hasExit = isUp
      for event in events {
        switch event.kind {
        case .popupShown:
          generations[event.popup.index] += 1
          #expect(event.generation == generations[event.popup.index], "\(published.name), seed \(seed)")
          isUp[event.popup.index] = true
        case .popupHidden:
          #expect(isUp[event.popup.index] || isLeaving[event.popup.index], "\(published.name), seed \(seed)")
          isUp[event.popup.index] = false
          isLeaving[event.popup.index] = hasExit[event.popup.index]
        case .popupSubmitted:
          if generations[event.popup.index] == 0 {
            hasExit[event.popup.index] = turn.catalog.spec(event.spec).exitLength > .zero
          }
        case .animationFinished where event.phase == .hide && event.generation == generations[event.popup.index]:
          isLeaving[event.popup.index] = false
        default: break
        }
      }
      let again = run(published.makePolicy(), seed: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
      #expect(events == again.log.events, "\(published.name), seed \(seed)")
    }
  }
}
