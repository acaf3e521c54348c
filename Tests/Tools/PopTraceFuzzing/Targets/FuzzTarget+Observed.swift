import PopAudit
import PopTrace
import PopupScheduling

extension FuzzTarget {
  /// ``ObservedPopups``: whatever an app tells, in whatever order, its trace does not contradict itself.
  ///
  /// Two bytes a call, so that a text is a sequence of calls, too. Only on the main thread.
  package static let observed = FuzzTarget(
    "observed", "tells ObservedPopups anything; its trace is one that verify accepts"
  ) { bytes in
    let session = MainActor.assumeIsolated { Reporter().told(bytes) }
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    do throws(TraceError) {
      var writer = TraceWriter()
      try writer.append(session)
      var reader = try TraceReader(try writer.finish())
      var read = Session()
      guard try reader.next(&read) else { throw TraceError(.empty, "nothing was written") }
      var again: [UInt8] = []
      JSONLines.write(read, into: &again)
      guard again == text else { throw TraceError(.corrupt, "what was written reads as something else") }
    } catch { throw FuzzFinding("what was told is no trace: \(error)") }
    var checker = IdentityChecker { _, _ in nil }
    let identity = checker.check(session)
    try require(
      identity == .observed(judged: session.events.count),
      "what was told contradicts itself: \(identity)\n\(String(decoding: text, as: UTF8.self))")
  }
}

@MainActor
private final class Reporter: EventObserver, @MainActor PopupClock {
  let tick = TickLength.millisecond
  var now = Ticks.zero
  private var log = EventLog()

  nonisolated init() {}
  func wake(at instant: Ticks, _ action: @escaping @MainActor () -> Void) -> PopupAlarm { PopupAlarm {} }
  func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    self.log.append(from: index, of: log)
  }

  func told(_ bytes: [UInt8]) -> Session {
    PopupMistakes.stopDebugBuilds = false
    let observed = ObservedPopups(observer: self, clock: self, schedulers: [SchedulerID(), SchedulerID(scene: 1)])
    var rest = bytes.prefix(768)
    while let call = rest.popFirst() { tell(observed, call, rest.popFirst() ?? 0, depth: 0, &rest) }
    var session = Session()
    session.header.isObserved = true
    session.header.marksReentrantStimuli = true
    session.header.ended = now
    (session.log, session.catalog) = (log, observed.catalog)
    return session
  }

  private func tell(
    _ observed: ObservedPopups, _ call: UInt8, _ argument: UInt8, depth: Int, _ rest: inout ArraySlice<UInt8>
  ) {
    let popup = PopupID(Int(argument & 7) - 1)
    let page = PageID(Int(argument >> 3 & 7) - 1)
    let reason = Reason(rawValue: argument >> 2 & 31) ?? .none
    let scene = UInt16(argument >> 6)
    switch call % 40 {
    case 0: now = now + Ticks(Int64(argument) * 7)
    case 1: now = Ticks(Int64(argument))
    case 2:
      _ = observed.loadPage(
        PageDescription(
          "P\(argument & 3)", container: page, presentation: argument & 4 == 0 ? .full : .sheet, scene: scene))
    case 3: observed.pageWillAppear(page)
    case 4, 5: observed.pageDidAppear(page)
    case 6: observed.pageWillDisappear(page)
    case 7: observed.pageDidDisappear(page)
    case 8: observed.pageRemoved(page)
    case 9, 10:
      var request = PopupRequest(
        "n\(argument & 3)", level: Int32(argument >> 4), pages: argument & 8 == 0 ? nil : ["P1"])
      (request.scene, request.instance, request.keepAlive) = (
        scene & 1, argument & 16 == 0 ? .none : page, argument & 32 != 0
      )
      (request.object, request.key, request.chain) = (
        Int32(argument & 1), argument & 2 == 0 ? nil : "k", argument & 4 == 0 ? nil : "c"
      )
      request.hideMilliseconds = argument & 64 == 0 ? nil : Int64(argument)
      _ = observed.submitted(request)
    case 11, 12: observed.shown(popup, on: page)
    case 13: observed.hidden(popup, because: reason)
    case 14: observed.dismissed(popup, by: DismissalAct(rawValue: argument >> 3 & 3) ?? .code)
    case 15: observed.withdrawn(popup)
    case 16: observed.dropped(popup, because: reason)
    case 17: observed.parked(popup, for: page)
    case 18: observed.restored(popup)
    case 19: observed.queued(popup, for: reason)
    case 20: observed.viewLost(popup)
    case 21: observed.contentRequested(popup)
    case 22: argument & 128 == 0 ? observed.contentLoaded(popup) : observed.contentFailed(popup)
    case 23: observed.contentCancelled(popup)
    case 24: observed.animationFinished(popup, argument & 8 == 0 ? .show : .hide, generation: Int32(argument >> 4) - 2)
    case 25: observed.setCondition(of: popup, holds: argument & 8 != 0)
    case 26: observed.change(popup, level: Int32(argument), pages: argument & 8 == 0 ? nil : [])
    case 27: argument & 1 == 0 ? observed.enteredBackground() : observed.enteredForeground()
    case 28: argument & 1 == 0 ? observed.signedOut() : observed.signedIn(user: "u\(argument & 6)")
    case 29: argument & 1 == 0 ? observed.scrollBegan(scene: scene) : observed.editBegan(responder: "r", scene: scene)
    case 30: argument & 1 == 0 ? observed.scrollEnded(scene: scene) : observed.editEnded(scene: scene)
    case 31: argument & 1 == 0 ? observed.suspend(hides: argument & 2 == 0) : observed.resume()
    case 32: observed.clear()
    case 33: observed.timerSet(Int32(argument) - 2, for: popup, afterMilliseconds: Int64(argument) - 9)
    case 34: argument & 1 == 0 ? observed.timerFired(Int32(argument) - 2) : observed.timerCancelled(Int32(argument))
    case 35: argument & 8 == 0 ? observed.inputLocked(for: popup, scene: scene) : observed.inputUnlocked(scene: scene)
    case 36: argument & 8 == 0 ? observed.coverAdded(scene: scene) : observed.coverRemoved(for: popup)
    case 37: observed.fault("f\(argument & 1)", over: popup, scene: scene)
    default:
      // What is told within a tap, or a callback.
      guard depth < 8, let next = rest.popFirst(), let more = rest.popFirst() else { return }
      if call & 1 == 0 {
        observed.perform("a", of: popup) { tell(observed, next, more, depth: depth + 1, &rest) }
      } else {
        observed.calledBack("closed", popup, because: reason) { tell(observed, next, more, depth: depth + 1, &rest) }
      }
    }
  }
}
