import Foundation
import PopSystem
import Testing

@testable import PopupScheduling

@Suite("What waits for the main actor, for a time, or for a lock")
struct QueueTests {
  @Test(
    "Timers come out in the order of their times, their popups and their numbers, whatever is set and cancelled",
    arguments: UInt64(1)...10)
  func timers(seed: UInt64) {
    var dice = Dice(state: seed)
    var queue = PresenterBridge.TimerQueue()
    var list: [PresenterBridge.TimerQueue.Entry] = []
    var now: Int64 = 0
    for step in 0..<300 {
      switch dice.roll(6) {
      case 0..<3:
        var decision = Event(.timerSet, time: Ticks(now))
        decision.timer = TimerID(dice.roll(30))
        decision.popup = PopupID(dice.roll(4) - 1)
        decision.at = Ticks(now + Int64(dice.roll(40)) - 10)
        decision.schedulerID = SchedulerID(scene: UInt16(dice.roll(3)), scheduler: UInt16(dice.roll(2)))
        queue.insert(decision)
        list.removeAll { $0.timer == decision.timer }
        list.append(
          PresenterBridge.TimerQueue.Entry(
            due: Ticks(max(now, decision.at.rawValue)), popup: decision.popup, timer: decision.timer,
            scheduler: decision.schedulerID))
      case 3:
        let timer = TimerID(dice.roll(30))
        queue.remove(timer)
        list.removeAll { $0.timer == timer }
      case 4: now += Int64(dice.roll(8))
      default:
        let due = list.filter { $0.due.rawValue <= now }.min()
        #expect(queue.takeFirst(dueBy: Ticks(now)) == due, "seed \(seed), step \(step)")
        list.removeAll { $0 == due }
      }
      #expect(queue.count == list.count && queue.first == list.min(), "seed \(seed), step \(step)")
    }
  }

  @Test("A queue that is closed lets go of what it would have called, and keeps nothing")
  @MainActor
  func closed() async {
    final class Token: Sendable {}
    var token: Token? = Token()
    weak let observed = token
    let queue = PopupTicket.Queue()
    queue.open { [token] in _ = token }
    token = nil
    #expect(observed != nil)
    let ticket = PopupTicket(queue)
    queue.append(.submission(ticket) {})
    queue.close()
    queue.append(.submission(ticket) {})
    queue.append(.withdrawal(PopupID(1)))
    #expect(queue.takeAll().isEmpty)
    await expectSoon("the function let go of") { observed == nil }
  }

  @Test("What is put in is asked for once until it is taken out, all of it in order")
  @MainActor
  func drained() async {
    let queue = PopupTicket.Queue()
    var calls = 0
    var taken: [Int32] = []
    queue.open {
      calls += 1
      for case .withdrawal(let popup) in queue.takeAll() { taken.append(popup.rawValue) }
    }
    for round: Int32 in 0..<3 {
      for popup in 0..<5 { queue.append(.withdrawal(PopupID(Int32(popup) + 5 * round))) }
      await expectSoon("round \(round)") { taken.count == 5 * (Int(round) + 1) }
    }
    #expect(calls == 3 && taken == Array(0..<15))
  }

  @Test("A ticket has its request submitted once, and knows its popup unless it was taken back or refused")
  func tickets() {
    let queue = PopupTicket.Queue()
    var asked = 0
    func number(_ popup: PopupID) -> () -> PopupID {
      {
        asked += 1
        return popup
      }
    }
    let submitted = PopupTicket(queue)
    #expect(submitted.popup == nil)
    #expect(submitted.redeem(number(PopupID(0))) == PopupID(0))
    #expect(submitted.redeem(number(PopupID(1))) == nil && submitted.popup == PopupID(0))
    submitted.withdraw()
    submitted.withdraw()
    #expect(submitted.popup == PopupID(0))
    let refused = PopupTicket(queue)
    #expect(refused.redeem(number(.none)) == PopupID.none && refused.popup == nil)
    refused.withdraw()
    let takenBack = PopupTicket(queue)
    takenBack.withdraw()
    #expect(takenBack.redeem(number(PopupID(2))) == nil && takenBack.popup == nil)
    #expect(asked == 2)
    var withdrawn: [PopupID] = []
    for case .withdrawal(let popup) in queue.takeAll() { withdrawn.append(popup) }
    #expect(withdrawn == [PopupID(0), PopupID(0)])
  }

  @Test("What is locked is changed by one thread at a time")
  func locked() async {
    let locked = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<20_000 { locked.withLock { $0 = $0 + 1 } } }
      }
    }
    #expect(locked.withLock { $0 } == 80_000)
    struct Refused: Error {}
    #expect(throws: Refused.self) { try locked.withLock { _ in throw Refused() } }
    #expect(locked.withLock { $0 } == 80_000, "it is free again")
  }

  @Test("An observer is let go of with its scheduler")
  @MainActor
  func observerOfOneThatIsGone() {
    final class Token: Sendable {}
    final class Holder: EventObserver {
      let token: Token
      init(token: Token) { self.token = token }
      func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog) {}
    }
    let app = StagedApp()
    var token: Token? = Token()
    weak let observed = token
    var scheduler: PopupScheduler<Void>? = PopupScheduler(
      policy: StandardPolicy(.v6), presenter: app, observer: Holder(token: token!), clock: StagedClock())
    token = nil
    scheduler?.becameIdle()
    #expect(observed != nil)
    scheduler = nil
    #expect(observed == nil)
  }

  @Test("A clock that has gone for thirty years still tells milliseconds")
  @MainActor
  func oldClock() {
    let before = SystemClock.nanoseconds()
    let now = ContinuousPopupClock(start: before - 1_000_000_000_000_000_000).now
    let after = SystemClock.nanoseconds()
    #expect(now >= Ticks(1_000_000_000_000) && now.rawValue <= 1_000_000_000_000 + (after - before) / 1_000_000 + 1)
  }
}
