import PopupScheduling

/// What the published schedulers have in common as policies: how an app calls them, and what it keeps from them.
///
/// A conforming policy writes down its published code; ``take(_:_:)`` is the app around it. The calls that a published scheduler does not
/// offer do nothing.
protocol PublishedCode: SchedulingPolicy {
  var host: PublishedHost { get set }
  /// How many calls out of the published code are under way.
  var depth: Int { get set }

  mutating func add(_ popup: PopupID, _ submission: PublishedHost.Submission, _ turn: inout Turn)
  /// The call that takes a popup away, for a reason, with the page its caller passed.
  mutating func remove(_ popup: PopupID, _ reason: Reason, passing page: PageID, _ turn: inout Turn)
  mutating func removeAll(_ reason: Reason, _ turn: inout Turn)
  /// Something happened to a page, which the host knows already.
  mutating func hear(page event: Event, _ turn: inout Turn)
  mutating func hear(other event: Event, _ turn: inout Turn)
  /// The same code as it is when the app starts.
  func renewed() -> Self
  /// Whether what is on its way out can still be tapped, because its view stays on the window until its exit animation ends.
  static var isTouchableWhileLeaving: Bool { get }
}

extension PublishedCode {
  static var takesReentrantStimuliInTheMiddle: Bool { true }
  static var isTouchableWhileLeaving: Bool { false }
  /// How deep calls may nest before the stack is taken to be full.
  private static var stackDepth: Int { 64 }
  mutating func removeAll(_ reason: Reason, _ turn: inout Turn) {}
  mutating func hear(page event: Event, _ turn: inout Turn) {}
  mutating func hear(other event: Event, _ turn: inout Turn) {}

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    switch stimulus.kind {
    case .popupSubmitted:
      guard let submission = host.note(submission: stimulus, turn.catalog) else { return }
      if submission.spec.kind == .system {
        host.addSubview(stimulus.popup, on: host.top, &turn)
      } else {
        add(stimulus.popup, submission, &turn)
      }
    case .popupDismissed:
      // A user cannot reach what is not on the screen.
      let isThere =
        host[stimulus.popup].map { host.isUp($0.view) || (Self.isTouchableWhileLeaving && $0.isLeaving) } ?? false
      if isThere || !stimulus.act.isUsers { takeAway(stimulus, isThere ? .dismissed : .withdrawn, &turn) }
    case .popupWithdrawn: takeAway(stimulus, .withdrawn, &turn)
    case .popupViewLost:
      host.lose(stimulus.popup)
      if !isOfSystem(stimulus) { hear(other: stimulus, &turn) }
    case .appSignedOut: removeAll(.signedOut, &turn)
    // None of them knows kinds: a call that names one is not offered.
    case .schedulerCleared: if stimulus.popupKind == nil { removeAll(.withdrawn, &turn) }
    case .schedulerSuspended, .schedulerResumed: if stimulus.popupKind == nil { hear(other: stimulus, &turn) }
    case .pageLoaded, .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      host.note(page: stimulus)
      hear(page: stimulus, &turn)
    case .animationFinished:
      host.note(animationEnd: stimulus)
      if !isOfSystem(stimulus) { hear(other: stimulus, &turn) }
    default: if !isOfSystem(stimulus) { hear(other: stimulus, &turn) }
    }
  }

  /// Whether a stimulus is about what the operating system shows, of which the published code knows nothing.
  private func isOfSystem(_ stimulus: Event) -> Bool { host[stimulus.popup]?.spec.kind == .system }
  mutating func settle(_ turn: inout Turn) {}

  mutating func reset() { self = renewed() }

  /// Forgets what the published code stores, but neither what UIKit holds nor which calls are under way.
  private mutating func forget() {
    var fresh = renewed()
    swap(&fresh.host, &host)
    fresh.depth = depth
    self = fresh
  }

  /// What the operating system shows is not in its scheduler's hands: it goes when it is dismissed, and no call takes it away.
  private mutating func takeAway(_ stimulus: Event, _ reason: Reason, _ turn: inout Turn) {
    guard let submission = host[stimulus.popup] else { return }
    if submission.spec.kind == .system {
      if stimulus.kind == .popupDismissed { host.removeFromSuperview(submission.view, reason, &turn) }
    } else {
      remove(stimulus.popup, reason, passing: stimulus.page, &turn)
    }
  }

  /// Lets the code that was just called out to act in the middle of the published code; says whether the caller still lives.
  ///
  /// Calls that nest deeper than any stack bears end the app; it goes on as one that was started again, with nothing stored.
  @discardableResult
  mutating func callOut(_ turn: inout Turn) -> Bool {
    let cause = turn.currentCause
    let launch = host.launch
    while let stimulus = turn.takeReentrant() {
      // Where a model of published code has to stop, because the published code does not.
      guard depth < Self.stackDepth else {
        turn.fault(
          "the call never returns: a callback calls its scheduler, which calls it again, until the stack is full")
        forget()
        host.launch += 1
        // The scheduler that would have taken it is gone; what it says of pages and views is true all the same.
        host.note(lost: stimulus, turn.catalog)
        break
      }
      depth += 1
      take(stimulus, &turn)
      depth -= 1
    }
    turn.resume(cause: cause)
    return host.launch == launch
  }
}

/// Published code that binds popups to pages and observes these only while something waits, is kept for a page or is up.
protocol PageBoundCode: PublishedCode {
  var waiting: [PublishedEntry] { get set }
  var kept: [PublishedEntry] { get set }
  var current: PublishedEntry? { get set }
  var observation: PageObservation { get set }
}

extension PageBoundCode {
  mutating func removeAll(_ reason: Reason, _ turn: inout Turn) {
    host.dropAll(&kept, reason, &turn)
    host.dropAll(&waiting, reason, &turn)
    if let current { host.removeFromSuperview(current.view, reason, &turn) }
    current = nil
    stopObserving(&turn)
  }

  mutating func stopObserving(_ turn: inout Turn) {
    if waiting.isEmpty, kept.isEmpty, current == nil { observation.end(&turn) }
  }

  /// Adds a view to the window, stores it as the current one and calls its completion, at every presentation.
  mutating func addToWindow(_ entry: PublishedEntry, on page: PageID, _ turn: inout Turn) {
    host.addSubview(entry.popup, on: page, &turn)
    current = entry
    observation.beginDisappearing(&turn)
    turn.callBack(turn.catalog.names.intern("shown"), entry.popup)
    callOut(&turn)
  }
}
