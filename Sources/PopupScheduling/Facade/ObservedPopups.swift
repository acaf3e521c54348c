/// What an app with a popup scheduler of its own reports, so that what its users meet can be recorded, audited and replayed.
///
/// ```swift
/// let observed = ObservedPopups(recording: store, scheduler: "PopupManager 3")
/// let home = observed.load(homeViewController)
/// home.didAppear()
/// let popup = observed.submitted(PopupRequest("Spring sale", kind: .campaign, pages: ["HomeViewController"]))
/// observed.shown(popup, on: home.id)
/// observed.dismissed(popup, by: .button)
/// ```
///
/// It decides nothing and shows nothing. Pages, taps, the app and its scenes are told as to a ``PopupScheduler``; what the app's scheduler decides
/// is told beside them, every decision or only those that the app knows of. What follows is filled in: a popup that its user dismisses, or that
/// loses its view, is hidden; one that is dropped while it is up is hidden first; presentations are counted. What contradicts what was told before
/// (a popup that is shown while it is up, or hidden while it is not) is refused, and counted (``PopupFacade/refusedCalls``).
///
/// It needs twelve bytes for every popup.
@MainActor
public final class ObservedPopups: PopupFacade {
  private var known = Catalog()
  private var log = EventLog()
  private var time = Ticks.zero
  private var nextSequence: Int32 = 0
  /// The stimulus that was told last: what is decided at its time is taken for what follows from it.
  private var stimulus = (sequence: Int32(-1), time: Ticks.zero)
  /// The decisions that were told at the time of now.
  private var decisions: Set<Int32> = []
  private var popups: [ReportedPopup] = []
  /// The pages that have appeared and not begun to leave, by their numbers.
  private var onScreen: Set<PageID> = []
  /// What an observer told while it was told itself.
  private var postponed: [PendingStimulus] = []
  /// How many more are taken before the app's own call returns.
  private var reactionsLeft = 0

  private struct ReportedPopup {
    var generation: Int32 = 0
    var state = State.waiting
    /// Whether its end was filled in, so that it may still be told: once, and nothing is wrong with that.
    var isEndFilledIn = false
    var scheduler = SchedulerID()

    enum State: UInt8 { case waiting, up, hidden, over }
  }

  /// Begins to be told; what is told reaches an observer at once.
  ///
  /// - `schedulers`: The schedulers there are, of all scenes: what belongs to another is refused. None stands for the usual one.
  public init(
    observer: (any EventObserver)?, clock: any PopupClock = ContinuousPopupClock(),
    schedulers: [SchedulerID] = [SchedulerID()]
  ) {
    super.init(clock: clock, observer: observer, schedulers: schedulers)
  }

  /// Whether a popup is up, as far as was told.
  public func isUp(_ popup: PopupID) -> Bool {
    popup.index >= 0 && popup.index < popups.count && popups[popup.index].state == .up
  }

  public override var catalog: Catalog { known }

  override var isEndless: Bool { bridge.activity != .none && reactionsLeft <= 0 }

  override func happen(_ stimulus: PendingStimulus) -> Int32 {
    guard !isEndless else { return refuse(-1, "an observer's calls bring each other about without end") }
    guard bridge.activity == .none else {
      reactionsLeft -= 1
      postponed.append(stimulus)
      return -1
    }
    reactionsLeft = 10_000
    let sequence = take(stimulus, within: tap)
    while !postponed.isEmpty { _ = take(postponed.removeFirst(), within: -1) }
    return sequence
  }

  /// Takes what was told, unless it cannot be, and then what follows from it.
  private func take(_ pending: PendingStimulus, within tap: Int32) -> Int32 {
    if isToldAgain(pending.event) { return -1 }
    if let why = contradiction(in: pending.event) {
      return refuse(-1, "\(pending.event.kind.wireName) contradicts what was told before: \(why)")
    }
    // A decision that takes away what is up has it hidden first.
    if pending.event.kind == .popupDropped, isUp(pending.event.popup) {
      _ = record(PendingStimulus(event: hiding(pending.event.popup, pending.event.reason)), within: tap)
    }
    let sequence = record(pending, within: tap)
    if let follows = consequence(of: pending.event) {
      _ = record(PendingStimulus(event: follows), within: tap)
      popups[follows.popup.index].isEndFilledIn = true
    }
    return sequence
  }

  private func record(_ pending: PendingStimulus, within tap: Int32) -> Int32 {
    var event = pending.event
    if case .request(let request) = pending.payload { begin(event.popup, request.schedulerID) }
    note(&event)
    bridge.register(&event, pending.payload, in: &known)
    let instant = max(time, now)
    if instant > time { decisions.removeAll(keepingCapacity: true) }
    (time, event.time) = (instant, instant)
    event.sequence = nextSequence
    if event.kind.isStimulus {
      event.cause = bridge.cause(of: event, within: tap)
      // What a decision brings about at once happens while it is being carried out.
      if decisions.contains(event.cause) { event.flags.insert(.reentrant) }
      stimulus = (event.sequence, time)
    } else if event.cause < 0 {
      event.cause = stimulus.time == time && stimulus.sequence >= 0 ? stimulus.sequence : tap
    }
    if event.kind.isDecision { decisions.insert(event.sequence) }
    nextSequence += 1
    log.events.append(event)
    bridge.endTurn(log, known)
    log.removeAll()
    return event.sequence
  }

  // MARK: What was told before

  /// Whether an end is told that was filled in already.
  private func isToldAgain(_ event: Event) -> Bool {
    guard event.kind == .popupHidden || event.kind == .popupDropped, bridge.knows(event.popup),
      event.popup.index < popups.count, popups[event.popup.index].isEndFilledIn
    else { return false }
    popups[event.popup.index].isEndFilledIn = false
    return true
  }

  private func contradiction(in event: Event) -> String? {
    switch event.kind {
    case .popupShown where isUp(event.popup): "popup \(event.popup.rawValue) is up"
    case .popupHidden where !isUp(event.popup): "popup \(event.popup.rawValue) is not up"
    case .pageDidAppear where onScreen.contains(event.page): "page \(event.page.rawValue) is on screen"
    default: nil
    }
  }

  private func begin(_ popup: PopupID, _ scheduler: SchedulerID) {
    while popups.count <= popup.index { popups.append(ReportedPopup()) }
    popups[popup.index].scheduler = scheduler
  }

  private func note(_ event: inout Event) {
    if event.kind.isDecision, !event.popup.isNone { event.schedulerID = popups[event.popup.index].scheduler }
    switch event.kind {
    case .popupShown:
      popups[event.popup.index].generation += 1
      event.generation = popups[event.popup.index].generation
      if event.generation > 1 { event.flags.insert(.restored) }
      popups[event.popup.index].state = .up
      popups[event.popup.index].isEndFilledIn = false
    case .popupHidden:
      event.generation = popups[event.popup.index].generation
      popups[event.popup.index].state = event.reason == .pageLeft || event.reason == .preempted ? .hidden : .over
    case .popupDropped: popups[event.popup.index].state = .over
    case .popupQueued, .popupRestored:
      if popups[event.popup.index].state != .up { popups[event.popup.index].state = .waiting }
    case .pageDidAppear: onScreen.insert(event.page)
    case .pageWillDisappear, .pageDidDisappear, .pageRemoved: onScreen.remove(event.page)
    default: break
    }
  }

  private func hiding(_ popup: PopupID, _ reason: Reason) -> Event {
    var event = Event(.popupHidden)
    event.popup = popup
    event.reason = reason
    return event
  }

  /// What a stimulus has for its consequence, whatever the app's scheduler is: filled in, so that the app may tell it or not. Whether that takes down
  /// what code takes back, only the app can tell.
  private func consequence(of event: Event) -> Event? {
    guard isUp(event.popup) else { return nil }
    switch event.kind {
    case .popupDismissed where event.act.isUsers: return hiding(event.popup, .dismissed)
    case .popupViewLost: return hiding(event.popup, .viewLost)
    default: return nil
    }
  }
}
