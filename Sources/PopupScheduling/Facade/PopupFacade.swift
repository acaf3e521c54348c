/// What an app tells of its pages, its users and itself, whoever decides about its popups.
///
/// A ``PopupScheduler`` decides by itself; ``ObservedPopups`` is told what a scheduler of the app's own decides. Both are told of the rest in the
/// same way, and attribute causes alike.
@MainActor
public class PopupFacade {
  /// What is told of every event.
  public var observer: (any EventObserver)? { bridge.observer }
  /// How many calls were refused, for what they were or because there was no end of them.
  public internal(set) var refusedCalls = 0

  /// What the events refer to, as an observer needs it at the end.
  public var catalog: Catalog { preconditionFailure("a facade knows what it is told of") }

  package let clock: any PopupClock
  let schedulers: [SchedulerID]
  let bridge: PresenterBridge
  /// The pages that end with their objects.
  var owners: [PageOwner] = []
  /// The tap whose action is being carried out by the code that is running; negative where none is.
  var action: Int32 = -1

  init(clock: any PopupClock, observer: (any EventObserver)?, schedulers: [SchedulerID]) {
    self.clock = clock
    self.schedulers = schedulers.isEmpty ? [SchedulerID()] : Set(schedulers).sorted()
    bridge = PresenterBridge(tick: clock.tick, observer)
  }

  // What each does with what it is told. In a class's own body, for what stands in an extension cannot be overridden.

  /// Takes a stimulus. Its sequence number; negative where it has none yet.
  @discardableResult
  func happen(_ stimulus: PendingStimulus) -> Int32 { preconditionFailure("a facade takes what it is told") }

  /// Whether callbacks have brought each other about so often that no more of what they call is taken.
  var isEndless: Bool { false }

  /// Has the observer told of the calls that were refused.
  func tellRefusals() { bridge.tellRefusals() }
}

extension PopupFacade {
  public var now: Ticks { min(max(clock.now, .zero), clock.tick.latest) }

  /// The tap whose action is being carried out; negative where none is.
  var tap: Int32 { action >= 0 ? action : CauseLedger.TapContext.current?.tap(of: bridge) ?? -1 }

  // MARK: Requests

  /// The number of a popup that is asked for; none where it cannot be. No code of the app's runs meanwhile.
  func number(_ request: PopupDescription) -> PopupID {
    flaw(in: request) == nil ? bridge.makePopup() : .none
  }

  func flaw(in request: PopupDescription) -> String? {
    if isEndless { return "callbacks bring each other about without end" }
    if !schedulers.contains(request.schedulerID) { return "popup \(request.name) is for a scheduler that there is not" }
    if (request.pages ?? []).count > Names.mostMembers { return "popup \(request.name) is for too many pages" }
    guard [request.instance, request.callerPage].allSatisfy({ $0 == .none || bridge.knows($0) }) else {
      return "popup \(request.name) is for a page that was never loaded"
    }
    return nil
  }

  // MARK: Stimuli, refused where what they are about is not known

  static func unknown(_ popup: PopupID) -> String { "there is no popup \(popup.rawValue)" }
  static func unknown(_ page: PageID) -> String { "there is no page \(page.rawValue)" }

  func knows(scene: UInt16) -> Bool { schedulers.contains { $0.scene == scene } }

  @discardableResult
  func happen(
    _ kind: EventKind, to popup: PopupID, _ payload: PendingStimulus.Payload = .nothing,
    _ fill: (inout Event) -> Void = { _ in }
  ) -> Int32 {
    happen(kind, where: bridge.knows(popup), Self.unknown(popup), payload: payload) {
      $0.popup = popup
      fill(&$0)
    }
  }

  func happen(_ kind: EventKind, to page: PageID, _ payload: PendingStimulus.Payload = .nothing) {
    happen(kind, where: bridge.knows(page), Self.unknown(page), payload: payload) { $0.page = page }
  }

  func happen(_ kind: EventKind, in scene: UInt16, _ payload: PendingStimulus.Payload = .nothing) {
    happen(kind, where: knows(scene: scene), "there is no scene \(scene)", payload: payload) { $0.scene = scene }
  }

  func happen(
    _ kind: EventKind, on scheduler: SchedulerID, _ popupKind: PopupKind?, _ flags: Event.Flags = []
  ) {
    happen(kind, where: schedulers.contains(scheduler), "there is no scheduler \(scheduler)") {
      $0.schedulerID = scheduler
      $0.popupKind = popupKind
      $0.flags.formUnion(flags)
    }
  }

  @discardableResult
  func happen(
    _ kind: EventKind, where isKnown: Bool = true, _ flaw: @autoclosure () -> String = "",
    payload: PendingStimulus.Payload = .nothing, _ fill: (inout Event) -> Void = { _ in }
  ) -> Int32 {
    guard isKnown else { return refuse(-1, "\(kind.wireName) is of something unknown: \(flaw())") }
    var event = Event(kind)
    fill(&event)
    return happen(PendingStimulus(event: event, payload: payload))
  }

  /// Counts a call that asks for what cannot be, and has it heard.
  @discardableResult
  func refuse<Result>(_ result: Result, _ why: @autoclosure () -> String) -> Result {
    refusedCalls += 1
    bridge.noteRefusal()
    PopupMistakes.log?("A call to the popup scheduler was refused: \(why()).")
    assert(!PopupMistakes.stopDebugBuilds, "A call to the popup scheduler was refused: \(why()).")
    if bridge.activity != .observing { tellRefusals() }
    return result
  }
}
