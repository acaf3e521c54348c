import PopupScheduling

/// `app-misuse`: the app says what cannot have happened, and nothing is missing that could have made it possible.
///
/// A stimulus is what an app says, so that one which cannot come is the app's doing; a decision that cannot come, or a hole in the numbers, is
/// the recording's (``TraceGapRule``). Behind a hole nothing tells what can come.
struct AppMisuseRule: ~Copyable, AuditRule {
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

extension AppMisuseRule {
  static let documentation = RuleDocumentation(
    severity: .warning,
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
