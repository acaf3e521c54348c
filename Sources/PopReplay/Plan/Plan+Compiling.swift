import PopTrace
import PopupScheduling

// Compiling a session of whatever sort.

extension Plan {
  /// Compiles a session, unless it goes beyond a limit.
  mutating func compile(_ session: borrowing Session, _ limits: ResourceLimits) {
    removeAll()
    tick = session.header.tick
    isScenario = session.isScenario
    draws = AnswerDraws(session: session.header.session)
    takeEvents(of: session)
    let last = count > 0 ? events[count - 1].time : .zero
    end = count < events.count ? last : max(session.header.ended ?? last, last)
    popupNumbers = session.catalog.popupNumbers
    takeLines(session.catalog)
    prepare(session.catalog)
    onScreen.begin(tree, scenes: scenes.count)
    visibility.begin(popups: popups.count, scenes: scenes.count)
    excess = excess(over: limits)
    guard excess == nil else { return }
    if isScenario {
      end = .distantFuture
      compileScenario(session)
    } else {
      marksReentrantStimuli = session.header.marksReentrantStimuli
      compileRecording()
      armActs()
    }
    dwells.sort()
    waits.sort()
  }

  private mutating func takeEvents(of session: borrowing Session) {
    events = session.log.events
    count = min(session.gaps.first { $0 > 0 } ?? events.count, events.count)
  }

  /// Makes the acts of the recording known to their popups, in recorded order.
  private mutating func armActs() {
    var index = items.count - 1
    while index >= 0 {
      if items[index].trigger == .visibleTime {
        let popup = events[Int(items[index].index)].popup.index
        let act = Int32(truncatingIfNeeded: acts.count)
        acts.append(
          ArmedAct(
            visibleTime: items[index].delay, item: Int32(truncatingIfNeeded: index), cause: -1,
            next: popups[popup].firstAct))
        popups[popup].firstAct = act
      }
      index -= 1
    }
  }

  /// The limit that the session goes beyond; nil where it goes beyond none.
  func excess(over limits: ResourceLimits) -> ResourceLimits.Name? {
    if schedulers.count > limits.schedulersPerSession { return .schedulersPerSession }
    if scenes.count > limits.scenesPerSession { return .scenesPerSession }
    return tree.depth > limits.containerDepth ? .containerDepth : nil
  }

  /// Finds the schedulers the popups belong to, without asking for memory where there is only the usual one.
  private mutating func takeLines(_ catalog: borrowing Catalog) {
    schedulers.removeAll(keepingCapacity: true)
    schedulers.append(SchedulerID())
    guard catalog.specs.contains(where: { $0.schedulerID != SchedulerID() }) else { return }
    schedulers.removeAll(keepingCapacity: true)
    var seen = Set<SchedulerID>()
    for spec in catalog.specs where seen.insert(spec.schedulerID).inserted { schedulers.append(spec.schedulerID) }
    schedulers.sort()
  }

  private mutating func removeAll() {
    events = []
    items.removeAll()
    calendar.removeAll()
    popups.removeAll()
    acts.removeAll()
    animations.removeAll()
    requests.removeAll()
    timers.removeAll()
    looseTimers = TimerLists()
    decisions.removeAll()
    watchedLoose = 0
    introductions.removeAll()
    transitions.removeAll()
    keptAtEnd.removeAll()
    anchors.removeAll()
    looseAnchors.removeAll()
    dwells.removeAll()
    waits.removeAll()
    departure = Ticks(-1)
    goneAt = nil
    scenes.removeAll()
    excess = nil
    roles.removeAll()
    timersByNumber.removeAll()
    absences.removeAll()
    arrivals.removeAll()
    arrivedIn.removeAll()
    underWay.removeAll()
  }

  /// Makes room for every popup, page and scene that is mentioned, and takes over what submissions say.
  private mutating func prepare(_ catalog: borrowing Catalog) {
    var lastPopup = PopupID(catalog.popupNumbers.count - 1).rawValue
    var lastPage = PageID(catalog.pageNumbers.count - 1).rawValue
    var submissions = 0
    for index in 0..<count {
      lastPopup = max(lastPopup, events[index].popup.rawValue)
      lastPage = max(lastPage, events[index].page.rawValue)
      if events[index].kind == .popupSubmitted { submissions = index + 1 }
    }
    let (popupCount, pageCount) = (Int(lastPopup) + 1, Int(lastPage) + 1)
    popups.append(repeating: PlannedPopup(), count: popupCount)
    introductions.append(repeating: -1, count: pageCount)
    arrivals.append(repeating: -1, count: pageCount)
    for index in 0..<submissions where events[index].kind == .popupSubmitted && !events[index].popup.isNone {
      let spec = Int(events[index].attributes)
      guard spec >= 0, spec < catalog.specs.count else { continue }
      popups[events[index].popup.index].traits = traits(of: catalog.specs[spec])
    }
    tree.read(catalog, pages: pageCount, scenes: &scenes)
    if scenes.count == 0 { scenes.insert(0) }
    arrivedIn.append(repeating: -1, count: pageCount)
    underWay.append(repeating: -1, count: scenes.count)
  }

  private mutating func traits(of spec: PopupSpec) -> PopupTraits {
    var traits = PopupTraits()
    traits.showLength = max(.zero, spec.showLength)
    traits.hideLength = spec.exitLength
    traits.instance = spec.instance
    traits.isExempt = spec.kind.isExempt
    traits.scene = scenes.insert(spec.scene)
    return traits
  }
}
