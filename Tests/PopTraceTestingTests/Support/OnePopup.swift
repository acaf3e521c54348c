import Dispatch
import PopTraceTesting
import PopupScheduling

/// One slot and a queue, with defects that can be switched on one by one.
struct OnePopup: InitializablePolicy {
  /// What is wrong with it.
  enum Defect: CaseIterable {
    case readsClock, hashOrder, sharedState, forgetsNothing, endlessTimers, makesStimuli, lacksReason, answersStrangers
    case repeatsPresentation, hidesTwice, closesTwice, pastTimers, cancelsTwice
  }

  /// State that copies share.
  private final class Shared: @unchecked Sendable { var count = 0 }

  private let defect: Defect?
  private let shared = Shared()
  private var queue: [PopupID] = []
  private var known: Set<PopupID> = []
  private var generations: [PopupID: Int32] = [:]
  private var up = PopupID.none
  private var timer = TimerID.none
  private var taken = 0

  init() { defect = nil }

  init(_ defect: Defect) { self.defect = defect }

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    taken += 1
    let popup = stimulus.popup
    switch stimulus.kind {
    case .popupSubmitted:
      guard known.insert(popup).inserted else { return }
      queue.append(popup)
    case .popupDismissed, .popupWithdrawn, .popupViewLost: close(popup, &turn)
    case .popupTapped where defect == .answersStrangers: turn.decide(.coverAdded, popup)
    case .popupTapped where defect == .readsClock:
      let length = 1 + Int64(DispatchTime.now().uptimeNanoseconds % 1_000_000)
      _ = turn.setTimer(at: turn.now + Ticks(length), for: .none, .poll)
    case .popupTapped where defect == .hashOrder:
      // The order of a set depends on where it lies in memory, and on the process.
      for other in known { turn.queue(other, .slot) }
    case .schedulerSuspended where defect == .makesStimuli: turn.emit(Event(.idle))
    case .appSignedIn where defect == .sharedState:
      shared.count += 1
      if let first = known.min() { for _ in 0..<shared.count { turn.queue(first, .slot) } }
    case .appSignedOut: takeTimers(&turn)
    case .timerFired where defect == .endlessTimers && !timer.isNone: takeTimers(&turn)
    default: break
    }
  }

  mutating func settle(_ turn: inout Turn) {
    guard up.isNone, !queue.isEmpty else { return }
    let popup = queue.removeFirst()
    up = popup
    generations[popup, default: 0] += 1
    turn.show(popup, on: .none, generation: defect == .repeatsPresentation ? 2 : generations[popup, default: 1])
  }

  mutating func reset() {
    guard defect != .forgetsNothing else { return }
    self = defect.map { OnePopup($0) } ?? OnePopup()
  }

  private mutating func takeTimers(_ turn: inout Turn) {
    switch defect {
    case .endlessTimers: timer = turn.setTimer(at: turn.now, for: .none, .poll)
    case .pastTimers: timer = turn.setTimer(at: turn.now - Ticks(1), for: .none, .poll)
    case .cancelsTwice:
      let timer = turn.setTimer(at: turn.now + Ticks(100), for: .none, .poll)
      turn.cancelTimer(timer, for: .none)
      turn.cancelTimer(timer, for: .none)
    default: break
    }
  }

  private mutating func close(_ popup: PopupID, _ turn: inout Turn) {
    if popup == up {
      hide(popup, &turn)
      up = .none
    } else if let place = queue.firstIndex(of: popup) {
      queue.remove(at: place)
      turn.drop(popup, .withdrawn)
    } else {
      if defect == .closesTwice, known.contains(popup) { callClosed(popup, &turn) }
      return
    }
    callClosed(popup, &turn)
  }

  private func hide(_ popup: PopupID, _ turn: inout Turn) {
    if defect == .lacksReason {
      var decision = Event(.popupHidden)
      decision.popup = popup
      decision.generation = generations[popup, default: 1]
      turn.emit(decision)
    } else {
      let generation = generations[popup, default: 1]
      turn.hide(popup, .dismissed, generation: defect == .hidesTwice ? generation + 1 : generation)
    }
  }

  private func callClosed(_ popup: PopupID, _ turn: inout Turn) {
    turn.callBack(turn.catalog.names.intern("closed"), popup, .dismissed)
  }
}
