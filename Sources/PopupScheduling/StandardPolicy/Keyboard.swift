/// The keyboard, and the responder it was taken from to make room for popups (<doc:PagesAndPopups#The-keyboard>).
struct KeyboardState {
  private(set) var isUp = false
  private var subject = (responder: Symbol.none, page: PageID.none)

  private(set) var isFolded = false
  private(set) var folded = (responder: Symbol.none, page: PageID.none)
  /// The latest `keyboard.resigned` and `keyboard.restored`, as sequence numbers.
  private var resigned: Int32 = -1
  private var restored: Int32 = -1

  /// Whether an end of editing is only what folding the keyboard brings about.
  func isOfFolding(_ event: Event) -> Bool { event.cause >= 0 && event.cause == resigned }
  /// Whether a beginning of editing is only what bringing the keyboard back brings about.
  func isOfRestoring(_ event: Event) -> Bool { event.cause >= 0 && event.cause == restored }

  mutating func beginEditing(_ name: Symbol, on current: PageID) {
    if isFolded, name != folded.responder { isFolded = false }
    isUp = true
    subject = (name, current)
  }

  /// A page is current: a keyboard that came up while none was belongs to it (<doc:QueueOrder#Scroll-and-edit-gates>).
  mutating func settle(on current: PageID) {
    if isUp { subject = subject(on: current) }
  }

  mutating func endEditing() {
    isUp = false
    isFolded = false
  }

  mutating func end(with gone: PageID, _ pages: borrowing ScenePages) {
    if isUp, pages.isInLineage(gone, of: subject.page) { isUp = false }
  }

  mutating func fold(on current: PageID, as sequence: Int32) {
    isUp = false
    isFolded = true
    folded = subject(on: current)
    resigned = sequence
  }

  mutating func restore(as sequence: Int32) {
    isUp = true
    isFolded = false
    subject = folded
    restored = sequence
  }

  mutating func forget() { isFolded = false }
  func subject(on current: PageID) -> (responder: Symbol, page: PageID) {
    (subject.responder, subject.page.isNone ? current : subject.page)
  }
}

// MARK: - Typing, and making room for popups

extension PolicyState {
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

  /// What kind of event of this turn a stimulus is caused by; nil for none. Another scheduler of the scene may have folded the keyboard.
  private func causeKind(of stimulus: Event, _ turn: borrowing Turn) -> EventKind? {
    let (start, end) = (turn.start, turn.log.events.count)
    guard stimulus.cause >= 0, start < end else { return nil }
    let index = start + Int(stimulus.cause) - Int(turn.log.events[start].sequence)
    return index >= start && index < end ? turn.log.events[index].kind : nil
  }

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
    if gates.isTypingForgotten(pages) { gates.endTyping() }
    guard keyboard.isFolded else { return }
    let (responder, page) = keyboard.folded
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
