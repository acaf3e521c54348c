package import PopTrace
package import PopupScheduling

/// The outcome of one popup in one run (<doc:Diff#Outcomes>, RUN).
package struct RunOutcome: Hashable, Sendable {
  package var shown: [Stay] = []
  /// From submission to the first presentation; nil where there was none, or where the submission is not known.
  package var waited: Ticks?
  package var preempted = 0
  package var end = End(.waiting)

  package struct Stay: Hashable, Sendable {
    package var from: Ticks
    /// The time of `popup.hidden`; nil while still up at the end.
    package var until: Ticks?
    package var page: PageID
  }

  /// How it ended, or what it was doing when the session did (DecisionsAndTheirFields, *How a run ends*).
  package struct End: Hashable, Sendable {
    package var state: State
    /// Why it ended; `none` where it had not.
    package var reason: Reason

    /// Whether it ended, and where, or what it was doing at the session's end.
    package enum State: UInt8, CaseIterable, Sendable {
      case visible, waiting
      /// Its content was asked for and not there.
      case loading
      /// It was kept for a page instance.
      case parked
      case ended, dropped
    }

    package init(_ state: State, _ reason: Reason = .none) {
      self.state = state
      self.reason = reason
    }

    package static func ended(_ reason: Reason) -> End { End(.ended, reason) }
    package static func dropped(_ reason: Reason) -> End { End(.dropped, reason) }

    package var isOver: Bool { state == .ended || state == .dropped }
  }

  package init() {}
}

extension RunOutcome.End: CustomStringConvertible {
  /// The word that reports use: `visible`, `waiting`, `dismissed`, `dropped:expired` …
  package var description: String {
    switch state {
    case .visible: "visible"
    case .waiting: "waiting"
    case .loading: "loading"
    case .parked: "parked"
    case .ended: reason.wireName
    case .dropped: "dropped:" + reason.wireName
    }
  }
}

/// Follows every popup of one run from its submission to its end. What a popup is doing when the run ends is its end, in a killed session too.
///
/// The last event that says something about a popup holds: a published scheduler that shows one after its withdrawal has shown it. All of a
/// run is in two flat arrays, which the next session uses again; an event costs O(1).
package struct OutcomeTracker: Sendable {
  var popups: [Progress] = []
  var stays: [StayNode] = []
  var presented: Int32 = 0

  struct Progress: Sendable {
    var submitted = Ticks.zero
    var spec = SpecID.none
    var firstStay: Int32 = -1
    var lastStay: Int32 = -1
    /// Its index among the first presentations of the run; negative before its own.
    var position: Int32 = -1
    var end = RunOutcome.End(.waiting)
    var preempted: Int32 = 0
    var isSubmitted = false
    var isUp = false
    var isContentAsked = false

    var isKnown: Bool { isSubmitted || firstStay >= 0 }
  }

  /// One presentation, linked to the next one of the same popup.
  struct StayNode: Hashable, Sendable {
    var from: Ticks
    /// `Ticks.distantFuture` while it is up.
    var until = Ticks.distantFuture
    var page: PageID
    var next: Int32 = -1
  }

  package init() {}

  package init(of session: Session) { for event in session.log.events { take(event) } }

  package mutating func begin() {
    popups.removeAll(keepingCapacity: true)
    stays.removeAll(keepingCapacity: true)
    presented = 0
  }

  /// Takes over what another one has followed so far, in memory of its own.
  mutating func copy(from other: OutcomeTracker) {
    begin()
    popups += other.popups
    stays += other.stays
    presented = other.presented
  }

  package func knows(_ popup: PopupID) -> Bool {
    !popup.isNone && popup.index < popups.count && popups[popup.index].isKnown
  }

  /// The attributes of a popup; `none` where its submission is not known.
  package func spec(of popup: PopupID) -> SpecID {
    popup.isNone || popup.index >= popups.count ? .none : popups[popup.index].spec
  }

  /// How a popup ended; nil where the popup was neither submitted nor shown in the run.
  package func end(of popup: PopupID) -> RunOutcome.End? { knows(popup) ? popups[popup.index].end : nil }

  /// The outcome of a popup; nil where the popup was neither submitted nor shown in the run.
  ///
  /// - Complexity: O(n) in its presentations, with one allocation.
  package func outcome(of popup: PopupID) -> RunOutcome? {
    guard knows(popup) else { return nil }
    let progress = popups[popup.index]
    var outcome = RunOutcome()
    outcome.end = progress.end
    outcome.preempted = Int(progress.preempted)
    if progress.isSubmitted, progress.firstStay >= 0 {
      outcome.waited = stays[Int(progress.firstStay)].from - progress.submitted
    }
    var position = progress.firstStay
    while position >= 0 {
      let node = stays[Int(position)]
      let until = node.until == .distantFuture ? nil : node.until
      outcome.shown.append(RunOutcome.Stay(from: node.from, until: until, page: node.page))
      position = node.next
    }
    return outcome
  }
}

extension OutcomeTracker {
  package mutating func take(_ event: Event) { take(event.kind) { event } }

  /// Takes an event of a kind, which is asked for only where it says something about a popup.
  @inline(__always)
  mutating func take(_ kind: EventKind, _ event: () -> Event) {
    switch kind {
    case .popupSubmitted: submit(event())
    case .popupShown: show(event())
    case .popupHidden: hide(event(), event().reason)
    case .popupViewLost: hide(event(), .viewLost)
    case .popupParked: wait(event(), as: .parked)
    case .popupQueued, .popupRestored: wait(event(), as: .waiting)
    case .popupDropped: drop(event())
    case .popupWithdrawn: endOffScreen(event(), .withdrawn)
    case .popupDismissed: if event().act == .code { endOffScreen(event(), .withdrawn) }
    case .contentRequested: load(event(), isAsked: true)
    case .contentLoaded, .contentCancelled: load(event(), isAsked: false)
    case .contentFailed:
      load(event(), isAsked: false)
      endOffScreen(event(), .contentFailed)
    default: break
    }
  }

  /// The index of a popup that something is said of; nil where that is none.
  private mutating func index(_ popup: PopupID) -> Int? {
    while popups.count <= popup.index { popups.append(Progress()) }
    return popup.isNone ? nil : popup.index
  }

  private mutating func submit(_ event: Event) {
    guard let index = index(event.popup), !popups[index].isSubmitted else { return }
    var popup = popups[index]
    (popup.isSubmitted, popup.submitted, popup.spec) = (true, event.time, event.spec)
    popups[index] = popup
  }

  /// A presentation begins; one of the same popup that is still up ends with it, so that they never overlap.
  private mutating func show(_ event: Event) {
    guard let index = index(event.popup) else { return }
    var popup = popups[index]
    let stay = Int32(truncatingIfNeeded: stays.count)
    stays.append(StayNode(from: event.time, page: event.page))
    if popup.lastStay >= 0 {
      stays[Int(popup.lastStay)].next = stay
      if popup.isUp { stays[Int(popup.lastStay)].until = event.time }
    } else {
      popup.firstStay = stay
      popup.position = presented
      presented += 1
    }
    popup.lastStay = stay
    popup.isUp = true
    popup.end = RunOutcome.End(.visible)
    popups[index] = popup
  }

  private mutating func hide(_ event: Event, _ reason: Reason) {
    guard let index = index(event.popup), popups[index].isUp else { return }
    var popup = popups[index]
    stays[Int(popup.lastStay)].until = event.time
    popup.isUp = false
    if reason == .preempted { popup.preempted += 1 }
    popup.end = reason == .preempted ? RunOutcome.End(.waiting) : .ended(reason)
    popups[index] = popup
  }

  private mutating func wait(_ event: Event, as state: RunOutcome.End.State) {
    guard let index = index(event.popup), !popups[index].isUp else { return }
    popups[index].end = RunOutcome.End(state == .waiting && popups[index].isContentAsked ? .loading : state)
  }

  /// The scheduler ends it, on screen where it does not hide it. The first end holds, but one hidden as page-left may be dropped otherwise.
  private mutating func drop(_ event: Event) {
    guard let index = index(event.popup) else { return }
    let end = popups[index].end
    guard !end.isOver || end == .ended(.pageLeft) else { return }
    popups[index].end = popups[index].isUp ? .ended(event.reason) : .dropped(event.reason)
  }

  /// It ended off screen by what happened to it, whether or not the scheduler says so.
  private mutating func endOffScreen(_ event: Event, _ reason: Reason) {
    guard let index = index(event.popup), !popups[index].isUp, !popups[index].end.isOver else { return }
    popups[index].end = .dropped(reason)
  }

  private mutating func load(_ event: Event, isAsked: Bool) {
    guard let index = index(event.popup) else { return }
    popups[index].isContentAsked = isAsked
    let state = popups[index].end.state
    if state == (isAsked ? .waiting : .loading) { popups[index].end = RunOutcome.End(isAsked ? .loading : .waiting) }
  }
}
