// Typing, and making room for popups (semantics D39).

extension StandardPolicy {
  /// Somebody begins to type; what bringing the keyboard back brings about is no beginning.
  mutating func beginEditing(_ stimulus: Event, _ turn: borrowing Turn) {
    if keyboard.isOfRestoring(stimulus) || causeKind(of: stimulus, turn) == .keyboardRestored { return }
    keyboard.beginEditing(stimulus.name, on: pages.current)
    gates.beginTyping(on: pages.current)
    needsChoice = true
  }

  /// Somebody is done typing; what folding the keyboard brings about is no end, as long as it is to come back.
  mutating func endEditing(_ stimulus: Event, _ turn: borrowing Turn) {
    if keyboard.isOfFolding(stimulus) || causeKind(of: stimulus, turn) == .keyboardResigned {
      keyboard.endEditingByFolding()
      if keyboard.isFolded || keyboard.isUp { return }
    } else {
      keyboard.endEditing()
    }
    gates.endTyping()
    needsChoice = true
  }

  /// What kind of event of this turn a stimulus is caused by; nil for none.
  ///
  /// Another scheduler of the scene may have folded the keyboard.
  private func causeKind(of stimulus: Event, _ turn: borrowing Turn) -> EventKind? {
    guard stimulus.cause >= 0, let first = turn.log.events.first?.sequence else { return nil }
    let index = Int(stimulus.cause) - Int(first)
    return turn.log.events.indices.contains(index) ? turn.log.events[index].kind : nil
  }

  /// Folds the keyboard to make room for an answer to what the user just did.
  mutating func foldKeyboard(for place: Int, _ turn: inout Turn) {
    let spec = states[place].spec
    guard keyboard.isUp, spec.kind == .alert || spec.kind == .sheet, !spec.needsKeyboard else { return }
    let (responder, page) = keyboard.subject(on: pages.current)
    keyboard.fold(on: pages.current, as: turn.nextSequence)
    turn.decideKeyboard(.keyboardResigned, responder: responder, on: page, for: PopupID(place))
    lastFolder = PopupID(place)
  }

  /// Gives the keyboard up whose page is not there when the last popup of a row is gone.
  mutating func forgetKeyboard(_ turn: inout Turn) {
    guard keyboard.isFolded, occupied == 0, !pages.isInLineage(keyboard.foldedPage) else { return }
    dropKeyboard()
    settle(&turn)
  }

  /// Brings the keyboard back when the last popup of a row is gone.
  mutating func restoreKeyboard(_ turn: inout Turn) {
    guard keyboard.isFolded, occupied == 0 else { return }
    let responder = keyboard.foldedResponder
    let page = keyboard.foldedPage
    keyboard.restore(as: turn.nextSequence)
    turn.decideKeyboard(.keyboardRestored, responder: responder, on: page, for: lastFolder)
  }

  /// The page begins to go on which the keyboard was folded: nothing is owed to it any more.
  mutating func keyboardLoses(_ page: PageID) {
    if keyboard.isFolded, pages.isInLineage(page, of: keyboard.foldedPage) { dropKeyboard() }
  }

  /// Gives the keyboard up, and with it the typing that folding it has ended.
  mutating func dropKeyboard() {
    guard keyboard.forget() else { return }
    gates.endTyping()
    needsChoice = true
  }
}
