import PopupScheduling

/// A clock that stands still until it is told to move.
@MainActor
final class StagedClock: PopupClock {
  let tick: TickLength
  private(set) var now = Ticks.zero
  /// Every call that is asked for and not called off.
  private(set) var alarms: [(due: Ticks, number: Int, action: @MainActor () -> Void)] = []
  /// How many calls were ever asked for.
  private(set) var count = 0

  init(tick: TickLength = .millisecond) { self.tick = tick }

  func wake(at instant: Ticks, _ action: @escaping @MainActor () -> Void) -> PopupAlarm {
    count += 1
    let number = count
    alarms.append((instant, number, action))
    return PopupAlarm { [weak self] in self?.alarms.removeAll { $0.number == number } }
  }

  /// Lets time pass in which nobody can be called.
  func jump(to instant: Ticks) { now = instant }

  /// Lets time pass, and whatever is due meanwhile happen.
  func advance(to instant: Ticks) {
    while let place = alarms.indices.filter({ alarms[$0].due <= instant }).min(by: { alarms[$0].due < alarms[$1].due })
    {
      let alarm = alarms.remove(at: place)
      now = max(now, alarm.due)
      alarm.action()
    }
    now = instant
  }
}

/// An app that writes down what it is asked to do, and may call back at once.
@MainActor
final class StagedApp: PopupPresenter {
  var log: [String] = []
  var onShow: ((PopupID) -> Void)?
  var onClosed: ((PopupID) -> Void)?
  var onRequest: ((PopupID) -> Void)?

  func show(_ popup: Presented<Void>) {
    log.append("show \(popup.name) #\(popup.generation)")
    onShow?(popup.id)
  }

  func hide(_ popup: Presented<Void>, because reason: Reason) { log.append("hide \(reason.wireName)") }

  func requestContent(of popup: Presented<Void>) {
    log.append("request \(popup.name)")
    onRequest?(popup.id)
  }

  func closed(_ popup: Presented<Void>, because reason: Reason) {
    log.append("closed \(reason.wireName)")
    onClosed?(popup.id)
  }

  func setInputLocked(_ isLocked: Bool, scene: UInt16) {
    log.append((isLocked ? "lock" : "unlock") + (scene == 0 ? "" : " in \(scene)"))
  }

  func setKeyboardFolded(_ isFolded: Bool, responder: String) {
    log.append(isFolded ? "fold \(responder)" : "unfold \(responder)")
  }

  func setCovered(_ isCovered: Bool, scene: UInt16) {
    log.append((isCovered ? "cover" : "uncover") + (scene == 0 ? "" : " in \(scene)"))
  }
}

/// Keeps every event it is told of.
@MainActor
final class Notebook: EventObserver {
  var events: [Event] = []
  var refused = 0

  /// Whoever looks on here may make mistakes.
  init() { PopupMistakes.stopDebugBuilds = false }

  func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    events += log.events[index...]
  }

  func refused(_ count: Int) { refused += count }
}

extension PopupScheduler {
  var notebook: Notebook { observer as! Notebook }
}
