/// What holds popups back: scrolling, typing, the background, suspensions (<doc:QueueOrder#Gates>).
struct GateStates {
  private(set) var isScrolling = false
  private(set) var isTyping = false
  /// Whether the keyboard was folded while the user typed: the typing goes on if it comes back.
  private(set) var isTypingFolded = false
  private(set) var isInBackground = false
  private var scrollingPage = PageID.none
  private var typingPage = PageID.none
  /// A counter for every kind of popup, and the last for those of all of them; the vector has room for more kinds than there are.
  private var suspensions = SIMD16<Int32>(repeating: 0)
  var isAnyClosed: Bool { isScrolling || isTyping || isInBackground || isSuspended }
  private var isSuspended = false
  private var backgroundSince = Ticks.zero
  private var backgroundTotal = Ticks.zero

  /// A page is current: what began while none was belongs to it (<doc:QueueOrder#Scroll-and-edit-gates>).
  mutating func settle(on page: PageID) {
    guard !page.isNone else { return }
    if scrollingPage.isNone { scrollingPage = page }
    if typingPage.isNone { typingPage = page }
  }

  mutating func beginScrolling(on page: PageID) {
    isScrolling = true
    scrollingPage = page
  }

  mutating func endScrolling() { isScrolling = false }

  mutating func beginTyping(on page: PageID) {
    isTyping = true
    isTypingFolded = false
    typingPage = page
  }

  mutating func endTyping() {
    isTyping = false
    isTypingFolded = false
  }

  /// The keyboard was folded: typing goes on unless the folding is forgotten (<doc:PagesAndPopups#The-keyboard>).
  mutating func foldTyping() { isTypingFolded = isTyping }

  func isTypingForgotten(_ pages: borrowing ScenePages) -> Bool {
    isTypingFolded && !typingPage.isNone && !pages.isInLineage(typingPage)
  }

  mutating func end(with page: PageID, _ pages: borrowing ScenePages) {
    if isScrolling, pages.isInLineage(page, of: scrollingPage) { isScrolling = false }
    if isTyping, pages.isInLineage(page, of: typingPage) { endTyping() }
  }

  mutating func enterBackground(at now: Ticks) {
    guard !isInBackground else { return }
    isInBackground = true
    backgroundSince = now
  }

  mutating func leaveBackground(at now: Ticks) {
    guard isInBackground else { return }
    isInBackground = false
    backgroundTotal += now - backgroundSince
  }

  /// The time the app has spent in the foreground: visible time is counted on this clock.
  func foregroundClock(at now: Ticks) -> Ticks { (isInBackground ? backgroundSince : now) - backgroundTotal }
  mutating func suspend(_ kind: PopupKind?) { count(kind, 1) }
  mutating func resume(_ kind: PopupKind?) { count(kind, -1) }

  private mutating func count(_ kind: PopupKind?, _ change: Int32) {
    let index = kind.map { Int($0.rawValue) } ?? Self.ofAll
    suspensions[index] = max(0, suspensions[index] &+ change)
    isSuspended = suspensions.max() > 0
  }

  private static var ofAll: Int { 15 }

  func isClosed(for kind: PopupKind, _ gates: PolicyConfiguration.Gates, _ pages: borrowing ScenePages) -> Bool {
    closedKinds(gates, pages) & 1 << UInt32(kind.rawValue) != 0
  }

  func closedKinds(_ gates: PolicyConfiguration.Gates, _ pages: borrowing ScenePages) -> UInt32 {
    let all: UInt32 = (1 << 9) - 1
    if isInBackground, gates.contains(.background) { return all }
    if isScrolling, gates.contains(.scroll), Self.isHeld(on: scrollingPage, pages) { return all }
    let isEdited = isTyping && gates.contains(.edit) && Self.isHeld(on: typingPage, pages)
    let isSuspended = isSuspended && gates.contains(.suspend)
    if isSuspended, suspensions[Self.ofAll] > 0 { return all }
    guard isEdited || isSuspended else { return 0 }
    var closed: UInt32 = 0
    var number: UInt8 = 0
    while let kind = PopupKind(rawValue: number) {
      if isEdited && kind.isHeldByTyping || isSuspended && suspensions[Int(number)] > 0 {
        closed |= 1 << UInt32(number)
      }
      number += 1
    }
    return closed
  }

  /// Whether scrolling or typing that began on a page holds popups back: on that page, on those in it, and as long as it is not known.
  private static func isHeld(on page: PageID, _ pages: borrowing ScenePages) -> Bool {
    page.isNone || pages.isInLineage(page)
  }
}

// MARK: - Gates, suspensions, clearing and users

extension PolicyState {
  mutating func takeGate(_ stimulus: Event) {
    switch stimulus.kind {
    case .appBackground: gates.enterBackground(at: stimulus.time)
    case .appForeground: gates.leaveBackground(at: stimulus.time)
    case .scrollBegan: gates.beginScrolling(on: pages.current)
    case .scrollEnded: gates.endScrolling()
    default: gates.resume(stimulus.popupKind)
    }
    needsChoice = true
  }

  /// Popups of a kind, or all, are held back; with `hides` those on screen, too (<doc:QueueOrder#Suspension-and-clearing>).
  mutating func suspend(_ stimulus: Event, _ turn: inout Turn) {
    guard configuration.gates.contains(.suspend) else { return }
    let kind = stimulus.popupKind
    gates.suspend(kind)
    guard stimulus.flags.contains(.hides) else { return }
    passedOver.removeAll()
    picked.copy(from: up)
    for position in picked.indices {
      let index = Int(picked[position])
      guard !states[index].isSystem, !states[index].isExempt, kind == nil || kind == states[index].spec.kind else {
        continue
      }
      takeOff(index, .preempted, ends: false, &turn)
      putBack(index, &turn)
    }
  }

  /// Everything, or everything of a kind, ends (<doc:QueueOrder#Suspension-and-clearing>).
  mutating func clear(_ stimulus: Event, _ turn: inout Turn) {
    let kind = stimulus.popupKind
    if let kind, liveOfKind[Int(kind.rawValue)] == 0 { return }
    endAll(.withdrawn, &turn) { kind == nil || $0.kind == kind }
  }

  /// The user signed out, or a user signed in. Another user's signing in implies that the first one signed out (<doc:QueueOrder#Sign-out>).
  mutating func takeUser(_ stimulus: Event, _ turn: inout Turn) {
    let isAnother = isSignedIn && user != stimulus.name
    let isSignIn = stimulus.kind == .appSignedIn
    knowsUser = true
    isSignedIn = isSignIn
    user = isSignIn ? stimulus.name : .none
    guard configuration.signOut == .clear else { return }
    if !isSignIn || isAnother {
      endAll(.signedOut, &turn) { _ in true }
    } else if liveWithUser > 0 {
      let user = user
      endAll(.signedOut, &turn) { !$0.user.isNone && $0.user != user }
    }
  }
}
