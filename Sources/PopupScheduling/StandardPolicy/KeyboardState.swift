/// The keyboard, and the responder it was taken from to make room for popups (<doc:PagesAndPopups#The-keyboard>).
struct KeyboardState {
  /// Whether it is up.
  private(set) var isUp = false
  private var responder = Symbol.none
  private var page = PageID.none

  /// Whether it was folded and is to come back.
  private(set) var isFolded = false
  private(set) var foldedResponder = Symbol.none
  private(set) var foldedPage = PageID.none
  /// The latest `keyboard.resigned` and `keyboard.restored`, as sequence numbers.
  private var resigned: Int32 = -1
  private var restored: Int32 = -1

  /// Whether an end of editing is only what folding the keyboard brings about.
  func isOfFolding(_ event: Event) -> Bool { event.cause >= 0 && event.cause == resigned }

  /// Whether a beginning of editing is only what bringing the keyboard back brings about.
  func isOfRestoring(_ event: Event) -> Bool { event.cause >= 0 && event.cause == restored }

  mutating func beginEditing(_ name: Symbol, on current: PageID) {
    if isFolded, name != foldedResponder { isFolded = false }
    isUp = true
    responder = name
    page = current
  }

  /// A page is current: a keyboard that came up while none was belongs to it (<doc:QueueOrder#Scroll-and-edit-gates>).
  mutating func settle(on current: PageID) {
    if isUp, page.isNone { page = current }
  }

  mutating func endEditing() {
    isUp = false
    isFolded = false
  }

  /// A page did disappear or was removed, and with it the keyboard that was up on it.
  mutating func end(with gone: PageID, _ pages: borrowing ScenePages) {
    if isUp, pages.isInLineage(gone, of: page) { isUp = false }
  }

  /// Folds it; popups that it held back may be shown.
  mutating func fold(on current: PageID, as sequence: Int32) {
    isUp = false
    isFolded = true
    foldedResponder = responder
    foldedPage = page.isNone ? current : page
    resigned = sequence
  }

  mutating func restore(as sequence: Int32) {
    isUp = true
    isFolded = false
    responder = foldedResponder
    page = foldedPage
    restored = sequence
  }

  /// Gives up bringing it back.
  mutating func forget() { isFolded = false }

  /// The responder and page that folding takes the keyboard from.
  func subject(on current: PageID) -> (responder: Symbol, page: PageID) {
    (responder, page.isNone ? current : page)
  }
}
