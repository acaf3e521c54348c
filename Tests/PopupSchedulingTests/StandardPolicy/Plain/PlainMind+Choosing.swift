@testable import PopupScheduling

// Who is next, what holds popups back, and the keyboard.

extension PlainMind {
  func settle(_ turn: inout Turn) {
    let mayPreempt = configuration.preemption && occupants.count == 1 && waiting(true).count > 0
    guard needsChoice || mayPreempt else { return }
    let isAfresh = needsChoice
    // What a drop brings about here is looked at with the next stimulus.
    needsChoice = false
    if isAfresh { while let next = next(needingSlot: false, turn) { showOrDrop(next, &turn) } }
    if mayPreempt { preempt(&turn) }
    if occupants.isEmpty { while let next = next(needingSlot: true, turn), !showOrDrop(next, &turn) {} }
  }

  func conclude(_ turn: inout Turn) {
    for popup in fresh where popup.generation == 0 && popup.isLive { turn.queue(popup.popup, obstacle(popup, turn)) }
    fresh = []
    restoreKeyboard(&turn)
    open.removeAll { name in !live.contains { $0.chain == name } }
  }

  private func waiting(_ needsSlot: Bool) -> [PlainPopup] {
    all.filter { $0.stage == .waiting && self.needsSlot($0) == needsSlot }
  }

  private func comesBefore(_ one: PlainPopup, _ other: PlainPopup) -> Bool {
    let levels = configuration.order == .priority ? (one.spec.level, other.spec.level) : (0, 0)
    return (levels.0, one.rank) < (levels.1, other.rank)
  }

  /// The next member of a chain that has not ended.
  private func next(of chain: Symbol) -> PlainPopup? { all.first { $0.isLive && $0.chain == chain } }

  /// The chain that keeps others out.
  private func holder(_ catalog: Catalog) -> Symbol? {
    open.first { name in
      guard let next = next(of: name) else { return false }
      return all.contains { $0.chain == name && ($0.isUp || $0.isLeaving) } || configuration.pages == .ignore
        || matches(next, catalog)
    }
  }

  /// Those that wait for nothing but their turn, in order; those whose condition has them dropped are among them.
  private func candidates(needingSlot: Bool, _ turn: Turn) -> [PlainPopup] {
    let holder = needingSlot ? holder(turn.catalog) : nil
    return waiting(needingSlot).filter { popup in
      if isExpired(popup, turn.now) || popup.isLeaving { return false }
      if isBarred(popup), popup.spec.whenBarred == .wait { return false }
      if !popup.chain.isNone, next(of: popup.chain) !== popup { return false }
      if let holder, popup.chain != holder { return false }
      if needingSlot || configuration.slots == 0, isHeld(popup.spec.kind) { return false }
      return pagesAllow(popup, turn.catalog)
    }.sorted(by: comesBefore)
  }

  private func pagesAllow(_ popup: PlainPopup, _ catalog: Catalog) -> Bool {
    guard configuration.pages == .bound else { return true }
    // What needs no slot needs no page either, unless it belongs to one.
    if configuration.slots > 0, popup.isExempt, !popup.isBound { return true }
    return pages.isSettled && matches(popup, catalog)
  }

  /// Who is to be shown or dropped next.
  private func next(needingSlot: Bool, _ turn: Turn) -> (PlainPopup, Reason, [PopupID])? {
    let candidates = candidates(needingSlot: needingSlot, turn)
    let late = waiting(needingSlot).filter { isExpired($0, turn.now) }.min(by: comesBefore)
    if let late, candidates.first.map({ comesBefore(late, $0) }) ?? true { return (late, .expired, []) }
    guard let first = candidates.first else { return nil }
    if isBarred(first) { return (first, .barred, []) }
    let over = needingSlot ? passedOver(candidates, by: first) : []
    return (first, .none, over)
  }

  private func passedOver(_ candidates: [PlainPopup], by chosen: PlainPopup) -> [PopupID] {
    candidates.filter { !isBarred($0) && $0 !== chosen }.prefix(8).map(\.popup)
  }

  /// Whether it was shown.
  @discardableResult
  private func showOrDrop(_ next: (popup: PlainPopup, reason: Reason, over: [PopupID]), _ turn: inout Turn) -> Bool {
    guard next.reason == .none else {
      drop(next.popup, next.reason, &turn)
      return false
    }
    bringUp(next.popup, over: next.over, &turn)
    return true
  }

  private func preempt(_ turn: inout Turn) {
    guard let popup = up.first(where: { !$0.isExempt }), popup.spec.onHigher != .stay, !popup.isSystem,
      popup.chain.isNone
    else { return }
    let hopeful = candidates(needingSlot: true, turn).filter { !isBarred($0) }
    guard let newcomer = hopeful.first, newcomer.spec.level < popup.spec.level else { return }
    if popup.spec.onHigher == .requeue, popup.shows.count > 2 {
      let end = popup.shows[popup.shows.count - 3] + turn.tick.ticks(ceilingMilliseconds: 10_000)
      if turn.now < end {
        if popup.preemptionTimer.isNone { set(\.preemptionTimer, at: end, .preemption, popup, &turn) }
        return
      }
    }
    takeOff(popup, .preempted, ends: false, over: passedOver(hopeful, by: newcomer), &turn)
    if let reason = reasonNotToWait(popup, turn.now) {
      drop(popup, reason, &turn)
    } else if popup.spec.onHigher == .drop {
      drop(popup, .preempted, &turn)
    } else {
      turn.queue(popup.popup, .preempted)
      popup.stage = .waiting
      needsChoice = true
    }
  }

  private func obstacle(_ popup: PlainPopup, _ turn: Turn) -> Reason {
    if !pagesAllow(popup, turn.catalog) { return .page }
    if popup.stage == .loading { return .content }
    if isBarred(popup) { return .condition }
    if popup.isExempt { return .slot }
    if isHeld(popup.spec.kind) { return .gate }
    if !popup.chain.isNone, next(of: popup.chain) !== popup { return .chain }
    if let holder = holder(turn.catalog), holder != popup.chain { return .chain }
    return .slot
  }

  // MARK: Gates

  func takeGate(_ event: Event) {
    needsChoice = true
    switch event.kind {
    case .appBackground: backgroundSince = backgroundSince ?? event.time
    case .appForeground:
      if let since = backgroundSince { backgroundTotal += event.time - since }
      backgroundSince = nil
    case .scrollBegan: scrollingOn = pages.current
    case .scrollEnded: scrollingOn = nil
    default: count(event.popupKind, -1)
    }
  }

  private func count(_ kind: PopupKind?, _ change: Int) {
    if let kind {
      suspensionsByKind[kind] = max(0, suspensionsByKind[kind, default: 0] + change)
    } else {
      suspensions = max(0, suspensions + change)
    }
  }

  /// Whether a gate holds a kind back.
  private func isHeld(_ kind: PopupKind) -> Bool {
    let gates = configuration.gates
    func isHere(_ page: PageID?) -> Bool { page.map { $0.isNone || pages.isInLineage($0) } ?? false }
    return gates.contains(.background) && backgroundSince != nil || gates.contains(.scroll) && isHere(scrollingOn)
      || gates.contains(.edit) && kind.isHeldByTyping && isHere(typingOn)
      || gates.contains(.suspend) && (suspensions > 0 || suspensionsByKind[kind, default: 0] > 0)
  }

  func endGates(with page: PageID) {
    if let on = scrollingOn, pages.isInLineage(page, of: on) { scrollingOn = nil }
    if let on = typingOn, pages.isInLineage(page, of: on) { endTyping() }
    if isKeyboardUp, pages.isInLineage(page, of: keyboardPage) { isKeyboardUp = false }
  }

  /// What began while no page was current belongs to the one that is now.
  func settleGates() {
    guard !pages.current.isNone else { return }
    if scrollingOn?.isNone == true { scrollingOn = pages.current }
    if typingOn?.isNone == true { typingOn = pages.current }
    if isKeyboardUp, keyboardPage.isNone { keyboardPage = pages.current }
  }

  func suspend(_ event: Event, _ turn: inout Turn) {
    guard configuration.gates.contains(.suspend) else { return }
    count(event.popupKind, 1)
    guard event.flags.contains(.hides) else { return }
    for popup in up where !popup.isExempt && !popup.isSystem {
      guard (event.popupKind ?? popup.spec.kind) == popup.spec.kind else { continue }
      takeOff(popup, .preempted, ends: false, over: [], &turn)
      if let reason = reasonNotToWait(popup, turn.now) {
        drop(popup, reason, &turn)
      } else {
        turn.queue(popup.popup, .preempted)
        popup.stage = .waiting
        needsChoice = true
      }
    }
  }

  // MARK: The keyboard

  private func endTyping() {
    typingOn = nil
    isTypingFolded = false
  }

  func beginEditing(_ event: Event) {
    if event.cause < 0 || event.cause != restored {
      if folded != nil, event.name != foldedResponder { folded = nil }
      isKeyboardUp = true
      responder = event.name
      keyboardPage = pages.current
    }
    typingOn = pages.current
    isTypingFolded = false
    needsChoice = true
  }

  func endEditing(_ event: Event, _ turn: Turn) {
    let cause = turn.log.events[turn.start...].first { $0.sequence == event.cause }
    if cause?.kind == .keyboardResigned || (event.cause >= 0 && event.cause == resigned) {
      isTypingFolded = typingOn != nil
    } else {
      isKeyboardUp = false
      folded = nil
      endTyping()
    }
    needsChoice = true
  }

  func foldKeyboard(for popup: PlainPopup, _ turn: inout Turn) {
    guard isKeyboardUp, popup.spec.kind == .alert || popup.spec.kind == .sheet, !popup.spec.needsKeyboard else {
      return
    }
    let page = keyboardPage.isNone ? pages.current : keyboardPage
    isKeyboardUp = false
    folded = (responder, page)
    foldedResponder = responder
    resigned = turn.nextSequence
    turn.decideKeyboard(.keyboardResigned, responder: responder, on: page, for: popup.popup)
    lastFolder = popup.popup
  }

  /// The last popup of a row is gone.
  private func restoreKeyboard(_ turn: inout Turn) {
    guard occupants.isEmpty, isTypingFolded || folded != nil else { return }
    if isTypingFolded, let on = typingOn, !on.isNone, !pages.isInLineage(on) { endTyping() }
    guard let folded else { return }
    self.folded = nil
    guard pages.isInLineage(folded.page) else {
      if !isKeyboardUp { endTyping() }
      needsChoice = true
      return
    }
    isKeyboardUp = true
    responder = folded.responder
    keyboardPage = folded.page
    restored = turn.nextSequence
    turn.decideKeyboard(.keyboardRestored, responder: folded.responder, on: folded.page, for: lastFolder)
  }
}
