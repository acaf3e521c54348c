import PopupScheduling
import PublishedSchedulers
import Testing
import Trials

@Suite("The work of published schedulers")
struct BoundedWorkTests {
  /// Answers decisions of one kind with a call about the same popup or another one, without ever tiring.
  private final class Tireless: SchedulerEnvironment {
    let answered: EventKind
    let answer: EventKind
    let isAboutAnother: Bool
    var dice: Dice
    var answers = 0
    /// More answers than any stack has room for: the run has not ended by itself then.
    static let limit = 5_000

    init(answered: EventKind, answer: EventKind, isAboutAnother: Bool, _ dice: Dice) {
      self.answered = answered
      self.answer = answer
      self.isAboutAnother = isAboutAnother
      self.dice = dice
    }

    func carryOut(_ decision: Event, reentrant: inout [Event]) {
      guard decision.kind == answered, answers < Self.limit else { return }
      answers += 1
      var event = Event(answer)
      if answer != .idle { event.popup = isAboutAnother ? PopupID(dice.roll(8)) : decision.popup }
      if answer == .popupDismissed { event.act = .code }
      reentrant.append(event)
    }
  }

  /// Whether every turn of a session of random stimuli ended by itself, and the most decisions of one stimulus for each popup submitted
  /// so far.
  private func run(_ policy: some SchedulingPolicy, in crowd: Tireless) -> (hasEnded: Bool, most: Int) {
    var dice = crowd.dice
    let start = RandomStimuli.catalog(&dice)
    var scheduler = Scheduler(policy: policy, catalog: start)
    for step in 0..<60 {
      let event = RandomStimuli.stimulus(&dice, &scheduler.turn.catalog)
      crowd.answers = 0
      scheduler.run(event, at: Ticks(Int64(step) * 100), in: crowd)
      if crowd.answers == Tireless.limit { return (false, 0) }
    }
    return (true, mostDecisions(scheduler.turn.log.events))
  }

  private func mostDecisions(_ events: [Event]) -> Int {
    var submitted = 0
    var decisions = [Int](repeating: 0, count: events.count)
    var most = 0
    for event in events {
      if event.kind == .popupSubmitted { submitted += 1 }
      guard event.kind.isDecision, event.cause >= 0 else { continue }
      decisions[Int(event.cause)] += 1
      most = max(most, decisions[Int(event.cause)] / (submitted + 1))
    }
    return most
  }

  @Test(
    "ends with every stimulus, in proportion to what they hold, whoever calls back however often",
    arguments: 1...trials(few: 4))
  func isBounded(_ seed: Int) {
    for published in PublishedSchedulers.all {
      for answered in [EventKind.popupShown, .popupHidden, .popupDropped, .callback] {
        for answer in [EventKind.popupDismissed, .popupWithdrawn, .idle] {
          for isAboutAnother in [false, true] where answer != .idle || !isAboutAnother {
            let crowd = Tireless(
              answered: answered, answer: answer, isAboutAnother: isAboutAnother,
              Dice(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15))
            let (hasEnded, most) = run(published.makePolicy(), in: crowd)
            #expect(hasEnded, "\(published.name), seed \(seed): \(answered) answered by \(answer)")
            #expect(most <= 8, "\(published.name), seed \(seed)")
          }
        }
      }
    }
  }
}
