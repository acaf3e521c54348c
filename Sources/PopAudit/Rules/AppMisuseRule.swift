import PopupScheduling

/// `app-misuse`: the app says what cannot have happened, and nothing is missing that could have made it possible.
///
/// A stimulus is what an app says, so that one which cannot come is the app's doing; a decision that cannot come, or a hole in the numbers, is
/// the recording's (``TraceGapRule``). Behind a hole nothing tells what can come.
struct AppMisuseRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.appMisuse] }
  static var watchedBefore: AuditSignals {
    .popupSubmitted | .popupWithdrawn | .popupDismissed | .popupCondition | .popupViewLost | .popupChanged
      | .contentLoaded | .contentFailed | .animationFinished | .otherStimulus
  }
  static var watchedAfter: AuditSignals {
    .pageWillAppear | .pageDidAppear | .pageWillDisappear | .pageDidDisappear | .pageRemoved
  }

  /// The presentations of a popup whose animations were reported to have ended last.
  // Not private: the compiler (6.3.1) fails where an owned array of it is destroyed in another file.
  struct Ends {
    var show: Int32 = 0
    var hide: Int32 = 0
  }

  /// By popup: whether the lack of its submission was reported.
  private var isMentioned = OwnedArray<Bool>()
  private var ends = OwnedArray<Ends>()
  private var pages = PageEventOrder()

  mutating func begin(_ state: borrowing AuditState) {
    isMentioned.removeAll()
    isMentioned.append(repeating: false, count: state.popups.count)
    ends.removeAll()
    ends.append(repeating: Ends(), count: state.popups.count)
    pages.begin(pageCount: state.pages.count)
  }

  /// Nearly everything can come where it comes; that is seen without a call.
  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard !state.event.popup.isNone, !state.hasGap else { return }
    let isKnown = state.popups[state.event.popup.index].isKnown
    if isKnown == (state.event.kind == .popupSubmitted) || state.event.kind == .animationFinished {
      judge(state, &output)
    }
  }

  @inline(never)
  private mutating func judge(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let index = state.event.popup.index
    guard state.popups[index].isKnown else {
      guard !isMentioned[index] else { return }
      isMentioned[index] = true
      report(state, &output, "\(state.text(popup: index)) was never submitted")
      return
    }
    if state.event.kind == .popupSubmitted {
      report(state, &output, "\(state.text(popup: index)) was submitted already")
    } else if let why = whyNotFinished(state) {
      report(state, &output, why)
    }
  }

  private mutating func whyNotFinished(_ state: borrowing AuditState) -> String? {
    let (index, generation, phase) = (state.event.popup.index, state.event.generation, state.event.phase)
    if generation > state.popups[index].generation || generation < 1 {
      return "presentation \(generation) of \(state.text(popup: index)) never began"
    }
    if phase == .hide, generation == state.popups[index].generation, state.popups[index].isUp {
      return "the exit of \(state.text(popup: index)) finished, and it is up"
    }
    let last = phase == .show ? ends[index].show : ends[index].hide
    if phase == .show { ends[index].show = generation } else { ends[index].hide = generation }
    guard last == generation else { return nil }
    let animation = phase == .show ? "entry" : "exit"
    return "the \(animation) of presentation \(generation) of \(state.text(popup: index)) had finished before"
  }

  @inline(never)
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard !state.event.page.isNone, !state.hasGap, let why = pages.take(state) else { return }
    report(state, &output, "\(state.text(page: state.event.page)) \(why)")
  }

  private func report(_ state: borrowing AuditState, _ output: inout RuleOutput, _ why: String) {
    output.report(.appMisuse, state, "the app says \(state.event.kind.wireName), which cannot be: \(why)")
  }
}

extension Rule {
  public static let appMisuse = Rule(
    number: 33, id: "app-misuse", severity: .warning,
    isOfPolicy: false,
    userWords: "was told of by the app in a way that cannot be",
    definition: """
      The app told the scheduler what cannot have happened: a page that appears twice, or without having been about \
      to; one that takes the place of another which never said that it leaves; the end of an animation that never \
      began, or had ended before; an act on a popup that was never submitted. Nothing is missing from the recording, \
      which is judged whole. The scheduler bears it, and it never counts against a policy: the app's calls want mending.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"page.did-appear","page":1}
      app-misuse: page 1 appears and is on screen
      """)
}

/// Follows every page's life cycle, to tell what cannot follow what.
///
/// It asks for less than ``PopupScheduling/PageLifeCycle/allows(_:)``: a page may be about to appear twice, and to disappear without having come.
struct PageEventOrder: ~Copyable {
  private var phases = OwnedArray<PageLifeCycle>()
  private var isRemoved = OwnedArray<Bool>()
  /// The pages that are ``PopupScheduling/PageLifeCycle/appeared``, in the order in which they became so.
  private var appeared = OwnedArray<PageID>()

  mutating func begin(pageCount: Int) {
    phases.removeAll()
    phases.append(repeating: .disappeared, count: pageCount)
    isRemoved.removeAll()
    isRemoved.append(repeating: false, count: pageCount)
    appeared.removeAll()
  }

  /// Something is missing of a page's way off the screen; that is said once.
  private mutating func forget(_ page: PageID) {
    phases[page.index] = .unknown
    noteAbsent(page)
  }

  @inline(never)
  private mutating func noteAbsent(_ page: PageID) {
    var index = appeared.count - 1
    while index >= 0, appeared[index] != page { index -= 1 }
    if index >= 0 { appeared.remove(at: index) }
  }

  /// Takes an event about a page, and says why it cannot come now; nil where it can.
  @inline(__always)
  mutating func take(_ state: borrowing AuditState) -> String? {
    let index = state.event.page.index
    let phase = phases[index]
    guard state.event.kind != .pageRemoved else {
      // The phase stays as it is: the rest of the page's way out may still come, and begins no other life.
      isRemoved[index] = true
      guard phase == .appeared else { return nil }
      forget(state.event.page)
      return "was removed while on screen"
    }
    let next = phase.next(state.event.kind)
    phases[index] = next
    if phase == .appeared, next != .appeared { noteAbsent(state.event.page) }
    switch next {
    case .appearing: return whyNotAppear(state.event.page, phase)
    case .appeared:
      if phase != .appeared { appeared.append(state.event.page) }
      if let why = whyNotAppear(state.event.page, phase) { return why }
      return phase.allows(.pageDidAppear)
        ? whyNotOver(state.event.page, state) : "did appear, but not after its will-appear"
    case .disappeared:
      return phase.allows(.pageDidDisappear) ? nil : "did disappear, but not after its will-disappear"
    case .disappearing, .removed, .unknown: return nil
    }
  }

  @inline(__always)
  private mutating func whyNotAppear(_ page: PageID, _ phase: PageLifeCycle) -> String? {
    phase == .appeared || isRemoved[page.index] ? whyNotAgain(page, phase) : nil
  }

  @inline(never)
  private mutating func whyNotAgain(_ page: PageID, _ phase: PageLifeCycle) -> String? {
    if phase == .appeared { return "appears, and is on screen" }
    guard isRemoved[page.index], phase != .unknown else { return nil }
    isRemoved[page.index] = false
    return "appears, and was removed"
  }

  /// A full page takes the place of what is on screen, so all of that has begun to disappear: but for its kin and its siblings. What
  /// comes as a sheet, or stands in one, may come over anything.
  @inline(never)
  private mutating func whyNotOver(_ page: PageID, _ state: borrowing AuditState) -> String? {
    guard !state.pages[page.index].flags.contains(.comesOver) else { return nil }
    for index in appeared.indices {
      let other = appeared[index]
      guard other != page, state.pages[other.index].scene == state.pages[page.index].scene, !state.areKin(page, other)
      else { continue }
      forget(other)
      return "did appear, and \(state.text(page: other)), which it replaces, had not begun to disappear"
    }
    return nil
  }
}
