// What an app tells its scheduler of popups.

extension PopupScheduler: PopupCoordinator where Observer: ~Copyable {
  public var now: Ticks { min(max(clock.now, .zero), clock.tick.latest) }
  public var visiblePopups: [PopupID] { bridge.upPopups }
  public func isUp(_ popup: PopupID) -> Bool { bridge.upPopups.contains(popup) }
  public var presenterIsGone: Bool { presenter == nil }

  @discardableResult
  public func submit(_ request: PopupRequest) -> PopupID {
    take(request, as: number(request))
  }

  /// Gives a request its number; none where it is refused. No code of the app's runs meanwhile.
  private func number(_ request: PopupRequest) -> PopupID {
    guard schedulers.contains(request.schedulerID), !isEndless, (request.pages ?? []).count <= Names.mostMembers,
      [request.instance, request.callerPage].allSatisfy({ $0 == .none || bridge.knows($0) })
    else { return .none }
    return bridge.makePopup(request)
  }

  private func take(_ request: PopupRequest, as popup: PopupID) -> PopupID {
    if popup.isNone { refuse() } else { happen(PendingStimulus(.popupSubmitted, of: popup, .request(request))) }
    return popup
  }

  @discardableResult
  public nonisolated func enqueue(_ request: PopupRequest) -> PopupTicket {
    let ticket = PopupTicket(request, enqueued)
    enqueued.append(.submission(ticket))
    return ticket
  }

  /// Takes what other threads have asked for.
  func takeEnqueued() {
    for entry in enqueued.takeAll() {
      switch entry {
      case .submission(let ticket):
        guard let (popup, request) = ticket.redeem({ number($0) }) else { continue }
        _ = take(request, as: popup)
      case .withdrawal(let popup): withdraw(popup)
      }
    }
  }

  public func withdraw(_ popup: PopupID) { happen(.popupWithdrawn, to: popup) }

  public func dismiss(_ popup: PopupID, by act: DismissalAct) { happen(.popupDismissed, to: popup) { $0.act = act } }

  public func update(_ popup: PopupID, state: String) { happen(.popupUpdated, to: popup, .name(state)) }

  public func setCondition(of popup: PopupID, holds: Bool) {
    happen(.popupCondition, to: popup) { if holds { $0.flags.insert(.holds) } }
  }

  public func change(_ popup: PopupID, to alteration: PopupAlteration) {
    guard bridge.knows(popup), (alteration.pages ?? []).count <= Names.mostMembers else { return refuse() }
    guard !alteration.isEmpty else { return }
    happen(.popupChanged, to: popup, .alteration(alteration))
  }

  public func viewLost(_ popup: PopupID) { happen(.popupViewLost, to: popup) }

  public func contentLoaded(_ popup: PopupID) { happen(.contentLoaded, to: popup) }

  public func contentFailed(_ popup: PopupID) { happen(.contentFailed, to: popup) }

  public func animationFinished(_ popup: PopupID, _ phase: AnimationPhase, generation: Int32, completed: Bool) {
    guard generation > 0 else { return animationLost(popup, phase, generation: generation) }
    happen(.animationFinished, to: popup) {
      $0.phase = phase
      $0.generation = generation
      if !completed { $0.flags.insert(.incomplete) }
    }
  }

  public func animationLost(_ popup: PopupID, _ phase: AnimationPhase, generation: Int32) {
    if generation <= 0 { refuse() }
    // Of no presentation, as far as the app can tell: what animates now is taken for lost, or it would never come to an end.
    guard generation > 0 || bridge.knows(popup) else { return }
    happen(.animationLost, to: popup) {
      $0.phase = phase
      $0.generation = max(generation, 0)
    }
  }

  @discardableResult
  public func perform<Result>(_ action: String, of popup: PopupID, _ body: () throws -> Result) rethrows -> Result {
    let tap = happen(.popupTapped, to: popup, .name(action))
    let outer = self.action
    if tap >= 0 { self.action = tap }
    defer { self.action = outer }
    return try body()
  }

  @discardableResult
  public func perform<Result: Sendable>(
    _ action: String, of popup: PopupID, _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let context = TapContext(of: bridge, happen(.popupTapped, to: popup, .name(action)))
    defer { context.close() }
    return try await TapContext.$current.withValue(context) { try await body() }
  }

  /// Takes a stimulus about a popup; refuses it where the popup is not known.
  @discardableResult
  private func happen(
    _ kind: EventKind, to popup: PopupID, _ payload: PendingStimulus.Payload = .nothing,
    _ fill: (inout Event) -> Void = { _ in }
  ) -> Int32 {
    guard bridge.knows(popup) else {
      refuse()
      return -1
    }
    var stimulus = PendingStimulus(kind, of: popup, payload)
    fill(&stimulus.event)
    return happen(stimulus)
  }
}
