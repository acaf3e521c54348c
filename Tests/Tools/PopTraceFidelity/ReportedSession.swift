package import PopTrace
import PopupScheduling

/// Tells ``ObservedPopups`` everything that a session has, as an app with a scheduler of its own would, and gives what that records.
///
/// Pages, popups and causes are known there by what it gives them; what the app does because of a tap or a callback is told within that.
@MainActor
package final class ReportedSession {
  private let session: Session
  private let clock: ReportingClock
  private let notebook = ReportNotebook()
  private let observed: ObservedPopups
  private var pages: [Int: PageID] = [:]
  private var popups: [Int: PopupID] = [:]
  /// By the sequence number of an event of the session: that of what was recorded of it.
  private var numbers: [Int32: Int32] = [:]

  private init(_ session: Session) {
    self.session = session
    clock = ReportingClock(tick: session.header.tick)
    let schedulers = Set(
      session.catalog.specs.map(\.schedulerID) + session.catalog.pages.map { SchedulerID(scene: $0.scene) })
    observed = ObservedPopups(observer: notebook, clock: clock, schedulers: schedulers.union([SchedulerID()]).sorted())
  }

  /// How many stimuli have a cause there that they have not here.
  private var attributed = 0

  /// What is recorded of a session that is only reported, how many of its calls were refused, and how many stimuli were given a cause.
  package static func observed(_ session: Session) -> (session: Session, refused: Int, attributed: Int) {
    PopupMistakes.stopDebugBuilds = false
    let reporter = ReportedSession(session)
    for event in session.events { reporter.tell(event) }
    var told = Session(header: session.header)
    told.header.isObserved = true
    told.header.marksReentrantStimuli = true
    told.header.configuration = ""
    told.log = reporter.notebook.log
    told.catalog = reporter.observed.catalog
    reporter.giveBackNumbers(to: &told)
    return (told, reporter.observed.refusedCalls, reporter.attributed)
  }

  /// Has popups and pages go by the numbers that they have in the session, by which they are compared.
  private func giveBackNumbers(to told: inout Session) {
    let popups = Dictionary(
      uniqueKeysWithValues: popups.filter { !$0.value.isNone }.map { ($0.value, PopupID($0.key)) })
    let pages = Dictionary(uniqueKeysWithValues: pages.filter { !$0.value.isNone }.map { ($0.value, PageID($0.key)) })
    for index in told.log.events.indices {
      told.log.events[index].popup = popups[told.log.events[index].popup] ?? .none
      told.log.events[index].page = pages[told.log.events[index].page] ?? .none
    }
    var catalog = Catalog()
    catalog.names = told.catalog.names
    for number in session.catalog.popupNumbers { catalog.appendPopup(numbered: number) }
    for (index, number) in session.catalog.pageNumbers.enumerated() {
      var spec = self.pages[index].map { told.catalog.pages[$0.index] } ?? PageSpec()
      spec.container = pages[spec.container] ?? .none
      catalog.appendPage(numbered: number, spec)
    }
    for index in told.log.events.indices {
      let event = told.log.events[index]
      if event.kind == .popupSubmitted {
        var spec = told.catalog.spec(event.spec)
        spec.instance = pages[spec.instance] ?? .none
        spec.callerPage = pages[spec.callerPage] ?? .none
        told.log.events[index].spec = catalog.intern(spec)
      }
    }
    catalog.changes = told.catalog.changes
    told.catalog = catalog
  }

  private func tell(_ event: Event) {
    clock.now = event.time
    let first = notebook.log.events.count
    if let cause = numbers[event.cause], event.kind.isStimulus {
      observed.perform(because: cause) { say(event) }
    } else {
      say(event)
    }
    if let told = notebook.log.events[first...].first(where: { $0.kind == event.kind }) {
      numbers[event.sequence] = told.sequence
      if event.kind.isStimulus, event.cause < 0, told.cause >= 0 { attributed += 1 }
    }
  }

  private func say(_ event: Event) {
    let (popup, scene) = (popups[event.popup.index] ?? .none, event.scene)
    switch event.kind {
    case .popupSubmitted:
      popups[event.popup.index] = observed.submitted(PopupRequest(description(event.spec), content: ()))
    case .popupWithdrawn: observed.withdrawn(popup)
    case .popupDismissed: observed.dismissed(popup, by: event.act)
    case .popupTapped: observed.perform(name(event), of: popup) {}
    case .popupUpdated: observed.update(popup, state: name(event))
    case .popupCondition: observed.setCondition(of: popup, holds: event.flags.contains(.holds))
    case .popupViewLost: observed.viewLost(popup)
    case .popupChanged: observed.change(popup, to: alteration(event))
    case .contentLoaded: observed.contentLoaded(popup)
    case .contentFailed: observed.contentFailed(popup)
    case .animationFinished:
      observed.animationFinished(
        popup, event.phase, generation: event.generation, completed: !event.flags.contains(.incomplete))
    case .animationLost: observed.animationLost(popup, event.phase, generation: event.generation)
    case .appSignedOut: observed.signedOut()
    case .appSignedIn: observed.signedIn(user: name(event))
    case .appBackground: observed.enteredBackground()
    case .appForeground: observed.enteredForeground()
    case .scrollBegan: observed.scrollBegan(scene: scene)
    case .scrollEnded: observed.scrollEnded(scene: scene)
    case .editBegan: observed.editBegan(responder: name(event), scene: scene)
    case .editEnded: observed.editEnded(scene: scene)
    case .backPressed: observed.backPressed(scene: scene)
    case .inputForeignLocked: observed.foreignInputLockBegan(scene: scene)
    case .inputForeignUnlocked: observed.foreignInputLockEnded(scene: scene)
    case .idle: observed.becameIdle(scene: scene)
    case .schedulerSuspended:
      observed.suspend(event.popupKind, hides: event.flags.contains(.hides), on: event.schedulerID)
    case .schedulerResumed: observed.resume(event.popupKind, on: event.schedulerID)
    case .schedulerCleared: observed.clear(event.popupKind, on: event.schedulerID)
    case .timerFired: observed.timerFired(event.timer.rawValue)
    case .pageLoaded, .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      sayPage(event)
    default: sayDecision(event, popup)
    }
  }

  private func sayPage(_ event: Event) {
    let page = page(event.page)
    switch event.kind {
    case .pageWillAppear: observed.pageWillAppear(page)
    case .pageDidAppear: observed.pageDidAppear(page)
    case .pageWillDisappear: observed.pageWillDisappear(page)
    case .pageDidDisappear: observed.pageDidDisappear(page)
    case .pageRemoved: observed.pageRemoved(page)
    default: break
    }
  }

  private func sayDecision(_ event: Event, _ popup: PopupID) {
    switch event.kind {
    case .popupQueued: observed.queued(popup, for: event.reason)
    case .popupShown: observed.shown(popup, on: event.page.isNone ? .none : page(event.page))
    case .popupHidden: observed.hidden(popup, because: event.reason)
    case .popupParked: observed.parked(popup, for: page(event.page))
    case .popupRestored: observed.restored(popup)
    case .popupDropped: observed.dropped(popup, because: event.reason)
    case .contentRequested: observed.contentRequested(popup)
    case .contentCancelled: observed.contentCancelled(popup)
    case .inputLocked: observed.inputLocked(for: popup, scene: event.scene)
    case .inputUnlocked: observed.inputUnlocked(for: popup, scene: event.scene)
    case .keyboardResigned:
      observed.keyboardResigned(
        responder: name(event), on: event.page.isNone ? .none : page(event.page), for: popup, scene: event.scene)
    case .keyboardRestored:
      observed.keyboardRestored(
        responder: name(event), on: event.page.isNone ? .none : page(event.page), for: popup, scene: event.scene)
    case .coverAdded: observed.coverAdded(for: popup, scene: event.scene)
    case .coverRemoved: observed.coverRemoved(for: popup, scene: event.scene)
    case .timerSet:
      let delay = session.header.tick.microseconds(event.at - event.time) / 1000
      observed.timerSet(event.timer.rawValue, for: popup, afterMilliseconds: delay, purpose: event.purpose)
    case .timerCancelled: observed.timerCancelled(event.timer.rawValue)
    case .callback: observed.calledBack(name(event), popup, because: event.reason) {}
    case .fault: observed.fault(name(event), over: popup, scene: event.scene)
    default: break
    }
  }

  // MARK: The session's words

  private func name(_ event: Event) -> String { session.catalog.names.text(event.name) }
  private func text(_ symbol: Symbol) -> String? { symbol.isNone ? nil : session.catalog.names.text(symbol) }
  private func names(_ list: NameListID) -> [String] {
    session.catalog.names.list(list).map { session.catalog.names.text($0) }
  }

  private func milliseconds(_ length: Ticks) -> Int64? {
    length < .zero ? nil : session.header.tick.microseconds(length) / 1000
  }

  private func page(_ id: PageID) -> PageID {
    if let known = pages[id.index] { return known }
    let spec = session.catalog.pages[id.index]
    var description = PageDescription(
      container: spec.container.isNone ? .none : page(spec.container), presentation: spec.presentation,
      scene: spec.scene)
    description.classes = spec.classes.isNone ? [] : names(spec.classes)
    let page = observed.loadPage(description)
    pages[id.index] = page
    return page
  }

  private func description(_ id: SpecID) -> PopupDescription {
    let spec = session.catalog.spec(id)
    var popup = PopupDescription(session.catalog.names.text(spec.name), kind: spec.kind, level: spec.level)
    if !spec.pages.isNone { popup.pages = names(spec.pages) }
    popup.matching = spec.matching
    popup.instance = spec.instance.isNone ? .none : page(spec.instance)
    (popup.keepAlive, popup.readiness, popup.condition) = (spec.keepAlive, spec.content, spec.condition)
    (popup.whenBarred, popup.onHigher, popup.dismissal) = (spec.whenBarred, spec.onHigher, spec.dismissal)
    (popup.chain, popup.key, popup.host, popup.user) = (
      text(spec.chain), text(spec.key), text(spec.host), text(spec.user)
    )
    popup.expiresAfterMilliseconds = milliseconds(spec.expires)
    popup.autoDismissAfterMilliseconds = milliseconds(spec.autoDismiss)
    popup.showMilliseconds = milliseconds(spec.showLength) ?? 0
    popup.hideMilliseconds = milliseconds(spec.hideLength)
    (popup.needsKeyboard, popup.scene, popup.scheduler) = (spec.needsKeyboard, spec.scene, spec.scheduler)
    popup.object = spec.object < 0 ? nil : spec.object
    popup.next = spec.next
    popup.callerPage = spec.callerPage.isNone ? .none : page(spec.callerPage)
    return popup
  }

  private func alteration(_ event: Event) -> PopupAlteration {
    let change = session.catalog.changes[Int(event.attributes)]
    return PopupAlteration(
      level: change.level, pages: change.pages.map(names),
      expiresAfterMilliseconds: change.expires.flatMap(milliseconds))
  }
}

@MainActor
private final class ReportingClock: PopupClock {
  let tick: TickLength
  var now = Ticks.zero

  init(tick: TickLength) { self.tick = tick }
  func wake(at instant: Ticks, _ action: @escaping @MainActor () -> Void) -> PopupAlarm { PopupAlarm {} }
}

@MainActor
private final class ReportNotebook: EventObserver {
  var log = EventLog()
  func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    self.log.append(from: index, of: log)
  }
}
