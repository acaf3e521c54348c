extension PopupScheduler {
  /// What is on screen, in the order in which it came.
  public var visiblePopups: [PopupID] { bridge.upPopups }
  public func isUp(_ popup: PopupID) -> Bool { bridge.upPopups.contains(popup) }
  /// Whether there is no presenter any more, because it is held weakly and is gone. What would be shown is then lost at once: it ends with
  /// `view-lost` and is counted in ``unpresentedPopups``; requests for content fail.
  public var presenterIsGone: Bool { if case .some = presenter { false } else { true } }

  // MARK: Popups

  /// Asks for a popup to be shown when its turn comes.
  ///
  /// - Returns: The popup; ``Identifier/none`` where the request is refused, its `instance` or `callerPage` not being a page, its scene or
  ///   scheduler not one of those there are, or its `pages` more than 65,536.
  @discardableResult
  public func submit(_ request: PopupRequest<Content>) -> PopupID { take(request, as: number(request.description)) }

  private func take(_ request: PopupRequest<Content>, as popup: PopupID, _ ticket: PopupTicket? = nil) -> PopupID {
    guard !popup.isNone else {
      ticket?.finish(PopupAnswer(popup: .none, reason: .none))
      return refuse(popup, flaw(in: request.description) ?? "popup \(request.name) was refused")
    }
    removeOwnerless()
    popups[popup] = PopupUnderWay(presented: Presented(id: popup, request: request, page: .none, generation: 0))
    tickets[popup] = ticket
    happen(.popupSubmitted, to: popup, .request(request.description))
    return popup
  }

  /// Asks for a popup to be shown, and waits for how it ends: dismissed, dropped or taken back, for whatever reason.
  ///
  /// ```swift
  /// let answer = await popups.present(PopupRequest("Spring sale", kind: .campaign, content: saleView))
  /// if answer.lastTap == "open" { popups.perform(after: answer) { show(detail) } }
  /// ```
  ///
  /// A task that is cancelled while it waits takes the popup back.
  @discardableResult
  public func present(_ request: PopupRequest<Content>) async -> PopupAnswer {
    let ticket = PopupTicket(enqueued)
    if let popup = ticket.redeem({ number(request.description) }) { _ = take(request, as: popup, ticket) }
    return await ticket.answer
  }

  /// Asks for a popup to be shown, from any thread: taken as soon as the main actor has time, all requests in the order in which they were made.
  @discardableResult
  public nonisolated func enqueue(_ request: PopupRequest<Content>) -> PopupTicket where Content: Sendable {
    let ticket = PopupTicket(enqueued)
    enqueued.append(
      .submission(ticket) { [weak self] in
        guard let self, let popup = ticket.redeem({ self.number(request.description) }) else { return }
        _ = take(request, as: popup, ticket)
      })
    return ticket
  }

  func takeEnqueued() {
    for entry in enqueued.takeAll() {
      switch entry {
      case .submission(_, let submit): submit()
      case .withdrawal(let popup): withdraw(popup)
      }
    }
  }

  /// Takes a popup back, wherever it is.
  public func withdraw(_ popup: PopupID) { happen(.popupWithdrawn, to: popup) }
  public func dismiss(_ popup: PopupID, by act: DismissalAct) { happen(.popupDismissed, to: popup) { $0.act = act } }
  /// A popup's content is there, and takes the place of what its request had.
  public func contentLoaded(_ popup: PopupID, _ content: Content) {
    popups[popup]?.presented.request.content = content
    contentLoaded(popup)
  }
  /// Does what follows from how a popup ended: what the app submits in `body`, and the page transition it begins there, is caused by that end, so
  /// that in a replay it happens when the popup ends there.
  @discardableResult
  public func perform<Result>(after answer: PopupAnswer, _ body: () throws -> Result) rethrows -> Result {
    try perform(because: end(answer), body)
  }

  /// The same, so that it is all of a closure without a result, whatever its own closure ends with.
  public func perform(after answer: PopupAnswer, _ body: () throws -> Void) rethrows {
    try perform(because: end(answer), body)
  }

  /// Likewise, where it takes a while: all that `body` does until it returns.
  @discardableResult
  public func perform<Result>(
    after answer: PopupAnswer, _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    try await perform(because: end(answer), body)
  }

  private func end(_ answer: PopupAnswer) -> Int32 {
    answer.scheduler == ObjectIdentifier(bridge) ? answer.cause : -1
  }
}
