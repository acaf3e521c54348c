// Typing, and making room for popups (PagesAndPopups, *The keyboard*).

extension PolicyState {
  /// The user begins to type, or goes on where the keyboard was brought back.
  mutating func beginEditing(_ stimulus: Event) {
    if !keyboard.isOfRestoring(stimulus) { keyboard.beginEditing(stimulus.name, on: pages.current) }
    gates.beginTyping(on: pages.current)
    needsChoice = true
  }

  /// The user is done typing; the end that folding the keyboard brings about does not count, as long as the keyboard is to come back.
  mutating func endEditing(_ stimulus: Event, _ turn: borrowing Turn) {
    let cause = causeKind(of: stimulus, turn)
    if cause == .keyboardResigned || keyboard.isOfFolding(stimulus) {
      gates.foldTyping()
    } else {
      keyboard.endEditing()
      gates.endTyping()
    }
    needsChoice = true
  }

  /// What kind of event of this turn a stimulus is caused by; nil for none.
  ///
  /// Another scheduler of the scene may have folded the keyboard.
  private func causeKind(of stimulus: Event, _ turn: borrowing Turn) -> EventKind? {
    let (start, end) = (turn.start, turn.log.events.count)
    guard stimulus.cause >= 0, start < end else { return nil }
    let index = start + Int(stimulus.cause) - Int(turn.log.events[start].sequence)
    return index >= start && index < end ? turn.log.events[index].kind : nil
  }

  /// Folds the keyboard to make room for an answer to what the user just did.
  mutating func foldKeyboard(for index: Int, _ turn: inout Turn) {
    let kind = states[index].spec.kind
    guard keyboard.isUp, kind == .alert || kind == .sheet, !states[index].spec.needsKeyboard else { return }
    let (responder, page) = keyboard.subject(on: pages.current)
    keyboard.fold(on: pages.current, as: turn.nextSequence)
    turn.decideKeyboard(.keyboardResigned, responder: responder, on: page, for: states[index].popup)
    lastFolder = states[index].popup
  }

  /// When the last popup of a row is gone: brings the keyboard back, or forgets it where its page is not current.
  mutating func restoreKeyboard(_ turn: inout Turn) {
    guard occupied == 0 else { return }
    if gates.isTypingForgotten(pages) { gates.endTyping() }
    guard keyboard.isFolded else { return }
    let responder = keyboard.foldedResponder
    let page = keyboard.foldedPage
    guard pages.isInLineage(page) else {
      keyboard.forget()
      // A user who began to type meanwhile goes on.
      if !keyboard.isUp { gates.endTyping() }
      needsChoice = true
      return
    }
    keyboard.restore(as: turn.nextSequence)
    turn.decideKeyboard(.keyboardRestored, responder: responder, on: page, for: lastFolder)
  }
}
