import PopSystem

/// Calls that ask a scheduler for what cannot be, such as to show a page that was never loaded. They are refused, and counted
/// (``PopupFacade/refusedCalls``).
@MainActor
public enum PopupMistakes {
  /// Whether a refused call stops a debug build where the mistake is; tests that make mistakes switch it off.
  public static var stopDebugBuilds = true
  /// Is told in a sentence of every refused call, for the app's logger: of the system (`Logger`), or swift-log's.
  public static var log: (@MainActor (String) -> Void)?
}

/// The popup scheduler of an app: told what happens, it has its presenter show and hide popups.
///
/// ```swift
/// let scheduler = PopupScheduler<PopupView>()
/// scheduler.presenter = center
/// let home = scheduler.loadPage(PageDescription("HomeViewController"))
/// scheduler.pageWillAppear(home)
/// let popup = scheduler.submit(PopupRequest("Spring sale", kind: .campaign, content: saleView))
/// ```
///
/// `Content` is what the app shows in a popup, of whatever type; `Void` for an app that knows popups by their names. From elsewhere than the
/// main actor its methods are awaited, or ``enqueue(_:)`` is used. To record what happens, give it an observer that does.
///
/// What the presenter asks for while a decision is being carried out is taken in the same turn, caused by that decision. Callbacks that bring
/// each other about without end are refused after 10,000 calls, and 16 more for each popup there is, so that the app's own call returns.
///
/// It needs memory for the popups there are at a time: one that is over leaves two bits, four bytes in an app of several schedulers, and as
/// much where its request named an `object`. A page takes some hundred bytes, and every different text or set of attributes is kept once.
@MainActor
public final class PopupScheduler<Content>: PopupFacade {
  /// The app's code that shows popups. Held weakly; another one may take over. As long as there is none, what is to be shown is lost.
  public weak var presenter: (any PopupPresenter<Content>)?
  /// How many popups were to be shown when there was no presenter to show them.
  public internal(set) var unpresentedPopups = 0

  let runner: any TurnRunner
  let enqueued = PopupTicket.Queue()
  /// The popups that are not over, and who waits for their ends.
  var popups: [PopupID: PopupUnderWay] = [:]
  var tickets: [PopupID: PopupTicket] = [:]
  var postponed: [PendingStimulus] = []
  /// How many calls are still taken from callbacks before the app's own call returns.
  var reactionsLeft = 0
  var isBackground = false
  var alarm: (due: Ticks, alarm: PopupAlarm)?
  var timersLeft = 0
  var looksAtTimers = false
  var isCatchingUp = false

  /// Makes a scheduler with a standard policy.
  ///
  /// - `schedulers`: The schedulers there are, of all scenes: what belongs to another is refused. None stands for the usual one.
  public convenience init(
    presenter: (any PopupPresenter<Content>)? = nil, observer: (any EventObserver)? = nil,
    configuration: PolicyConfiguration = .v6, clock: any PopupClock = ContinuousPopupClock(),
    schedulers: [SchedulerID] = [SchedulerID()]
  ) {
    self.init(
      policy: StandardPolicy(configuration), presenter: presenter, observer: observer, clock: clock,
      schedulers: schedulers)
  }

  /// Makes a scheduler of a policy of one's own, of which every scheduler of every scene gets a copy.
  public init(
    policy: some SchedulingPolicy, presenter: (any PopupPresenter<Content>)? = nil,
    observer: (any EventObserver)? = nil, clock: any PopupClock = ContinuousPopupClock(),
    schedulers: [SchedulerID] = [SchedulerID()]
  ) {
    self.presenter = presenter
    runner = PolicyRunner(policy, tick: clock.tick, schedulers.isEmpty ? [SchedulerID()] : Set(schedulers).sorted())
    super.init(clock: clock, observer: observer, schedulers: schedulers)
    bridge.perform = { [unowned self] decision in self.carryOut(decision) }
    bridge.close = { [unowned self] decision in self.close(decision) }
    enqueued.open { [weak self] in self?.takeEnqueued() }
  }

  deinit {
    enqueued.close()
    for (popup, ticket) in tickets { ticket.finish(PopupAnswer(popup: popup, reason: .none)) }
    if let alarm = alarm?.alarm { Task { @MainActor in alarm.cancel() } }
  }

  struct PopupUnderWay {
    var presented: Presented<Content>
    /// What it was dismissed by last, and what the last tap on it asked for.
    var act: DismissalAct?
    var lastTap: String?
  }

  package var keptRequests: Int { popups.count }
  public override var catalog: Catalog { bridge.catalog ?? runner.catalog }

  /// Takes a stimulus: now, or right after the decision under way. Its sequence number; negative when it waits for what is under way.
  @discardableResult
  override func happen(_ stimulus: PendingStimulus) -> Int32 {
    note(stimulus)
    guard !isEndless else { return refuse(-1, "callbacks bring each other about without end") }
    switch bridge.activity {
    case .turn:
      reactionsLeft -= 1
      bridge.inbox.append(stimulus)
    case .observing:
      reactionsLeft -= 1
      postponed.append(stimulus)
      if bridge.closing >= 0, stimulus.event.cause < 0 { postponed[postponed.count - 1].event.cause = bridge.closing }
    case .none:
      begin()
      let sequence = runTurn(stimulus, within: tap)
      catchUp()
      return sequence
    }
    return -1
  }

  override var isEndless: Bool { bridge.activity != .none && reactionsLeft <= 0 }

  /// What is known of a popup and of the app as soon as it is told, whenever its turn comes.
  private func note(_ stimulus: PendingStimulus) {
    switch (stimulus.event.kind, stimulus.payload) {
    case (.popupDismissed, _): popups[stimulus.event.popup]?.act = stimulus.event.act
    case (.popupTapped, .name(let action)): popups[stimulus.event.popup]?.lastTap = action
    case (.appBackground, _): isBackground = true
    case (.appForeground, _):
      looksAtTimers = looksAtTimers || isBackground
      isBackground = false
    default: break
    }
  }

  override func tellRefusals() {
    begin()
    super.tellRefusals()
    catchUp()
  }
}
