import PopupScheduling

/// One slot and a queue, with as many habits of a real scheduler as the tests of the replayer need.
struct OneSlot: SchedulingPolicy {
  /// Hides what is up while its page moves, and shows it again afterwards.
  var hidesOnLeaving = false
  /// Asks for content and waits for it.
  var requestsContent = false
  /// Locks input while an entry animation runs.
  var locksInput = false
  /// Lets popups go by themselves after their `autoDismiss`.
  var setsTimers = false
  /// Takes popups in reverse order.
  var isLastInFirstOut = false
  /// Tells the app when a popup is shown and closed.
  var callsBack = false
  /// Waits so long before it shows anything.
  var pause: Int64 = 0

  private struct Life {
    var spec = PopupSpec(name: .none)
    var generation: Int32 = 0
    var isReady = true
    var timer = TimerID.none
    var isLocked = false
    var isOver = false
  }

  private var lives: [PopupID: Life] = [:]
  private var queue: [PopupID] = []
  private var up = PopupID.none
  private var leaving = PopupID.none
  private var isMoving = false
  private var hasPaused = false
  private var pauseTimer = TimerID.none

  init() {}

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    let popup = stimulus.popup
    switch stimulus.kind {
    case .popupSubmitted:
      var life = Life(spec: turn.catalog.spec(stimulus.spec))
      if requestsContent, life.spec.content == .async {
        life.isReady = false
        turn.decide(.contentRequested, popup)
      }
      lives[popup] = life
      queue.append(popup)
    case .contentLoaded: lives[popup]?.isReady = true
    case .contentFailed: drop(popup, .contentFailed, &turn)
    case .popupDismissed:
      if popup == up { hide(.dismissed, &turn) } else if stimulus.act == .code { drop(popup, .withdrawn, &turn) }
    case .popupWithdrawn: if popup == up { hide(.withdrawn, &turn) } else { drop(popup, .withdrawn, &turn) }
    case .popupViewLost: if popup == up { hide(.viewLost, &turn) }
    case .animationFinished:
      if stimulus.phase == .hide, popup == leaving { leaving = .none }
      if stimulus.phase == .show, popup == up { unlock(popup, &turn) }
    case .timerFired:
      if stimulus.timer == pauseTimer {
        hasPaused = true
        pauseTimer = .none
      } else if !up.isNone, lives[up]?.timer == stimulus.timer {
        lives[up]?.timer = .none
        hide(.auto, &turn)
      }
    case .pageWillDisappear where hidesOnLeaving:
      isMoving = true
      if !up.isNone {
        let parked = up
        hide(.pageLeft, &turn)
        turn.park(parked, for: stimulus.page)
        queue.insert(parked, at: 0)
      }
    case .pageDidAppear: isMoving = false
    default: break
    }
  }

  mutating func settle(_ turn: inout Turn) {
    guard up.isNone, leaving.isNone, !isMoving else { return }
    let ready = queue.indices.filter { lives[queue[$0]]?.isReady ?? false }
    guard let place = isLastInFirstOut ? ready.last : ready.first else { return }
    if pause > 0, !hasPaused {
      if pauseTimer.isNone { pauseTimer = turn.setTimer(at: turn.now + Ticks(pause), for: .none, .other) }
      return
    }
    hasPaused = false
    show(queue.remove(at: place), &turn)
  }

  private mutating func show(_ popup: PopupID, _ turn: inout Turn) {
    guard var life = lives[popup] else { return }
    life.generation += 1
    up = popup
    turn.show(popup, on: .none, generation: life.generation)
    if locksInput, life.spec.showLength > .zero {
      life.isLocked = true
      turn.decide(.inputLocked, popup)
    }
    if setsTimers, life.spec.autoDismiss >= .zero {
      life.timer = turn.setTimer(at: turn.now + life.spec.autoDismiss, for: popup, .autoDismiss)
    }
    lives[popup] = life
    if callsBack, life.generation == 1 { turn.callBack(turn.catalog.names.intern("shown"), popup) }
  }

  private mutating func hide(_ reason: Reason, _ turn: inout Turn) {
    let popup = up
    guard let life = lives[popup] else { return }
    turn.hide(popup, reason, generation: life.generation)
    unlock(popup, &turn)
    if !life.timer.isNone { turn.cancelTimer(life.timer, for: popup) }
    lives[popup]?.timer = .none
    up = .none
    if life.spec.exitLength > .zero, reason != .viewLost { leaving = popup }
    if callsBack, reason != .pageLeft { turn.callBack(turn.catalog.names.intern("closed"), popup, reason) }
  }

  private mutating func drop(_ popup: PopupID, _ reason: Reason, _ turn: inout Turn) {
    guard let place = queue.firstIndex(of: popup) else { return }
    queue.remove(at: place)
    turn.drop(popup, reason)
    if callsBack { turn.callBack(turn.catalog.names.intern("closed"), popup, reason) }
  }

  private mutating func unlock(_ popup: PopupID, _ turn: inout Turn) {
    guard lives[popup]?.isLocked == true else { return }
    lives[popup]?.isLocked = false
    turn.decide(.inputUnlocked, popup)
  }

  mutating func reset() {
    lives.removeAll()
    queue.removeAll()
    up = .none
    leaving = .none
    isMoving = false
    hasPaused = false
    pauseTimer = .none
  }
}
