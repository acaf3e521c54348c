import PopupScheduling

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
    story: """
      {"t":100,"event":"page.did-appear","page":1}
      app-misuse: page 1 appears and is on screen
      """)

  /// A stimulus that cannot come is the app's doing; a decision is the recording's (``TraceGap``). Behind a hole nothing tells what can come.
  struct AppMisuse: ~Copyable {
    /// By page. Less is asked for than by `PageLifeCycle.allows(_:)`: it may be about to appear twice, and go without coming.
    var phases = OwnedArray<PageLifeCycle>()
    var isRemoved = OwnedArray<Bool>()
    /// The pages that are `PageLifeCycle.appeared`, in the order in which they became so.
    var appeared = OwnedArray<PageID>()

    mutating func begin(_ state: borrowing AuditState) {
      phases.fill(with: .disappeared, count: state.pages.count)
      isRemoved.fill(with: false, count: state.pages.count)
      appeared.removeAll()
    }

    @inline(__always)
    static func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard !state.event.popup.isNone, !state.hasGap else { return }
      let isSubmission = state.event.kind == .popupSubmitted
      let isEnd = state.event.kind == .animationFinished
      if state.popups[state.subject].isKnown == isSubmission || isEnd { judge(state, &output) }
    }

    @inline(never)
    private static func judge(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      if !state.popups[state.subject].isKnown {
        guard output.noteReport(of: .appMisuse, state.event.popup.rawValue) else { return }
        report(state, &output, "\(state.text(popup: state.subject)) was never submitted")
      } else if state.event.kind == .popupSubmitted {
        report(state, &output, "\(state.text(popup: state.subject)) was submitted already")
      } else if let why = whyNotFinished(state, &output) {
        report(state, &output, why)
      }
    }

    private static func whyNotFinished(_ state: borrowing AuditState, _ output: inout RuleOutput) -> String? {
      let (index, generation, phase) = (state.subject, state.event.generation, state.event.phase)
      if generation > state.popups[index].generation || generation < 1 {
        return "presentation \(generation) of \(state.text(popup: index)) never began"
      }
      if phase == .hide, generation == state.popups[index].generation, state.popups[index].isUp {
        return "the exit of \(state.text(popup: index)) finished, and it is up"
      }
      var last = generation
      if phase == .show {
        swap(&last, &output.memories[index].finishedShow)
      } else {
        swap(&last, &output.memories[index].finishedHide)
      }
      guard last == generation else { return nil }
      let animation = phase == .show ? "entry" : "exit"
      return "the \(animation) of presentation \(generation) of \(state.text(popup: index)) had finished before"
    }

    @inline(__always)
    mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard !state.hasGap, let why = whyNot(state) else { return }
      Self.report(state, &output, "\(state.text(page: state.event.page)) \(why)")
    }

    /// Says why an event about a page cannot come now; nil where it can.
    @inline(__always)
    private mutating func whyNot(_ state: borrowing AuditState) -> String? {
      let page = state.event.page
      let phase = phases[page.index]
      guard state.event.kind != .pageRemoved else {
        // The phase stays as it is: the rest of the page's way out may still come, and begins no other life.
        isRemoved[page.index] = true
        guard phase == .appeared else { return nil }
        forget(page)
        return "was removed while on screen"
      }
      let next = phase.next(state.event.kind)
      phases[page.index] = next
      if phase == .appeared, next != .appeared { appeared.keep { $0 != page } }
      switch next {
      case .appearing: return whyNotAgain(page, phase)
      case .appeared:
        if phase != .appeared { appeared.append(page) }
        if let why = whyNotAgain(page, phase) { return why }
        // Whoever observes may leave out what is about to happen.
        guard phase.allows(.pageDidAppear) || state.isObserved else {
          return "did appear, but not after its will-appear"
        }
        return whyNotOver(page, state)
      case .disappeared:
        return phase.allows(.pageDidDisappear) || state.isObserved
          ? nil : "did disappear, but not after its will-disappear"
      case .disappearing, .removed, .unknown: return nil
      }
    }

    @inline(__always)
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
        guard other != page, state.pages[other.index].scene == state.pages[page.index].scene,
          state.forest.root(of: other) != state.forest.root(of: page)
        else { continue }
        forget(other)
        return "did appear, and \(state.text(page: other)), which it replaces, had not begun to disappear"
      }
      return nil
    }

    /// Something is missing of a page's way off the screen; that is said once.
    private mutating func forget(_ page: PageID) {
      phases[page.index] = .unknown
      appeared.keep { $0 != page }
    }

    private static func report(_ state: borrowing AuditState, _ output: inout RuleOutput, _ why: String) {
      output.report(
        .appMisuse, state, [state.event.sequence],
        "the app says \(state.event.kind.wireName), which cannot be: \(why)")
    }
  }

  public static let traceGap = Rule(
    number: 34, id: "trace-gap", severity: .warning,
    isOfPolicy: false,
    userWords: "is not known in full: the recording has lost something",
    definition: """
      The recording shows a sequence that no session can have, so something is missing from it: numbers that jump, \
      time that runs back, a decision at a time at which nothing happened, or about a popup that was never submitted, \
      a presentation that follows none, a timer that fires without having been set. This is the recording's fault and \
      never counts against a policy.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":3}
      trace-gap: generation 3 of popup 1 follows none
      """)

  enum TraceGap {
    /// The event may be one that cannot come.
    @inline(never)
    static func judge(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let event = state.event
      // A session may begin in the middle; what jumps later has lost something.
      if state.jumped, !state.isFirst {
        report(
          state, &output, "the sequence number before \(event.sequence) is \(state.sequence), not \(event.sequence - 1)"
        )
      }
      if let contradiction = state.contradiction { report(state, &output, state.words(contradiction)) }
      // Behind a hole nothing tells what can come.
      guard !state.hasGap else { return }
      // A decision later than what the scheduler was told last.
      if !state.turn.hasRoot, state.turn.start == event.sequence, !state.isFirst, !state.isObserved {
        report(state, &output, "nothing happened then that it could be about")
      }
      if event.time < state.time {
        report(state, &output, "the time is \(state.text(state.time - event.time)) before that of the event before it")
      }
      if !event.popup.isNone, event.kind.isDecision { judgePopup(state, &output) }
      if event.kind == .timerFired, !event.timer.isNone, !state.isObserved, !state.timers.isSet(event.timer) {
        report(state, &output, "timer \(event.timer.rawValue) fired, and it is not set")
      }
    }

    private static func judgePopup(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let popup = state.popups[state.subject]
      let generation = state.event.generation
      if !popup.isKnown {
        guard output.noteReport(of: .traceGap, state.event.popup.rawValue) else { return }
        report(state, &output, "\(state.text(popup: state.subject)) was never submitted")
      } else if state.event.kind == .popupShown, generation != popup.generation + 1 {
        report(
          state, &output,
          "\(state.text(popup: state.subject)) has presentation \(generation) after presentation \(popup.generation)")
      }
    }

    private static func report(_ state: borrowing AuditState, _ output: inout RuleOutput, _ why: String) {
      output.report(.traceGap, state, [state.event.sequence], "\(state.event.kind.wireName) cannot come here: \(why)")
    }
  }

  public static let fault = Rule(
    number: 32, id: "fault", severity: .error,
    userWords: "came with a crash or a hang",
    definition: """
      The scheduler reached undefined behaviour: a crash, a deadlock, an index out of range. What it does \
      afterwards is judged like anything else.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"popup.withdrawn","popup":1}
      {"t":200,"event":"fault","message":"removed from an empty queue"}
      fault: the scheduler removed from an empty queue
      """)

  enum Fault {
    static func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let scene = Int(state.knownScene(numbered: state.event.scene))
      let subject = state.event.popup.isNone ? "" : " over \(state.text(popup: state.subject))"
      output.report(
        .fault, state, state.subject, on: scene < 0 ? PageID.none : state.scenes[scene].current,
        [state.event.sequence],
        "the scheduler came to a fault\(subject): \(state.text(name: state.event.name))")
    }
  }
}
