import PopTrace
import PopupScheduling

extension Plan {
  mutating func compile(_ session: borrowing Session, _ limits: ResourceLimits) {
    removeAll()
    tick = session.header.tick
    isScenario = session.isScenario
    draws = AnswerDraws(session: session.header.session)
    events = session.log.events
    count = min(session.gaps.first { $0 > 0 } ?? events.count, events.count)
    let last = count > 0 ? events[count - 1].time : .zero
    end = count < events.count ? last : max(session.header.ended ?? last, last)
    popupNumbers = session.catalog.popupNumbers
    schedulers = session.catalog.schedulers
    prepare(session.catalog)
    onScreen.begin(forest, scenes)
    visibility.begin(popups: popups.count, scenes: scenes.count)
    excess = excess(over: limits)
    guard excess == nil else { return }
    if isScenario {
      end = .distantFuture
      compileScenario(session)
    } else {
      marksReentrantStimuli = session.header.marksReentrantStimuli
      compileRecording()
    }
    dwells.sort()
    waits.sort()
  }

  private mutating func removeAll() {
    events = []
    items.removeAll()
    calendar.removeAll()
    acts.removeAll()
    animations.removeAll()
    requests.removeAll()
    timers.removeAll()
    decisions.removeAll()
    watchedLoose = 0
    transitions.removeAll()
    keptAtEnd.removeAll()
    anchors.removeAll()
    anchorLists.removeAll()
    dwells.removeAll()
    waits.removeAll()
    departure = Ticks(-1)
    goneAt = nil
    scenes.removeAll()
    classBits.removeAll()
    excess = nil
    submissions.removeAll()
    causes.removeAll()
    firstTap = .max
    timersByNumber.removeAll()
    absences.removeAll()
  }

  /// Makes room for every popup, page and scene that is mentioned, and takes over what submissions say.
  private mutating func prepare(_ catalog: borrowing Catalog) {
    var lastPopup = PopupID(catalog.popupNumbers.count - 1).rawValue
    var lastPage = PageID(catalog.pageNumbers.count - 1).rawValue
    let events = events
    roles.fill(-1, count: count)
    for index in 0..<count {
      lastPopup = max(lastPopup, events[index].popup.rawValue)
      lastPage = max(lastPage, events[index].page.rawValue)
      guard events[index].kind.isStimulus else { continue }
      if events[index].kind == .popupSubmitted { submissions.append(Int32(truncatingIfNeeded: index)) }
      guard let cause = events.index(ofSequence: events[index].cause, before: index), events[cause].kind.isDecision,
        roles[cause] == -1
      else { continue }
      roles[cause] = -2
      causes.append(Int32(truncatingIfNeeded: cause))
    }
    let pageCount = Int(lastPage) + 1
    popups.fill(PlannedPopup(), count: Int(lastPopup) + 1)
    introductions.fill(-1, count: pageCount)
    arrivals.fill(-1, count: pageCount)
    arrivedIn.fill(-1, count: pageCount)
    effects.fill(-1, count: count)
    timerLists.fill(IndexChain(), count: (popups.count + 1) << 3)
    for index in submissions.indices {
      let submission = events[Int(submissions[index])]
      guard !submission.popup.isNone, submission.spec.index >= 0, submission.spec.index < catalog.specs.count else {
        continue
      }
      popups[submission.popup.index].traits = traits(of: catalog.specs[submission.spec.index])
    }
    forest.read(catalog.pages, count: pageCount)
    for index in forest.order.indices { scenes.insert(forest.scene(of: forest.order[index])) }
    for page in 0..<pageCount {
      let name = page < catalog.pages.count ? catalog.className(of: PageID(page)) : .none
      classBits.append(2 << (UInt64(truncatingIfNeeded: name.rawValue) % 63))
    }
    if scenes.count == 0 { scenes.insert(0) }
    underWay.fill(-1, count: scenes.count)
  }

  private mutating func traits(of spec: PopupSpec) -> PopupTraits {
    PopupTraits(
      lengths: PopupTraits.ByPhase(show: max(.zero, spec.showLength), hide: spec.exitLength), instance: spec.instance,
      scene: scenes.insert(spec.scene), isExempt: spec.kind.isExempt)
  }

  private mutating func compileScenario(_ session: borrowing Session) {
    for index in 0..<count {
      let event = events[index]
      let number = Int32(truncatingIfNeeded: items.count)
      items.append(PlannedStimulus(index: index))
      if let anchor = session.anchors[index] {
        items[Int(number)].trigger = .anchor
        if anchor.every { items[Int(number)].traits.insert(.repeats) }
        anchors.append(PlannedAnchor(anchor, item: number, stimulus: event))
      } else {
        calendar.append(number)
      }
      if !event.page.isNone, event.kind.isAboutPage, introductions[event.page.index] < 0 {
        introductions[event.page.index] = number
      }
      if !event.popup.isNone { takeLine(event, number) }
      if event.kind == .backPressed { items[Int(number)].traits.insert(.usersAct) }
    }
    for index in anchors.indices {
      let pattern = anchors[index].pattern
      let isOfPopup = anchors[index].isAboutOnePopup && !pattern.popup.isNone && pattern.popup.index < popups.count
      anchorLists.append(index, to: isOfPopup ? pattern.popup.index : anchorList(of: pattern.kind))
    }
    // Lines need not stand in order of time; those of one time happen in the order of the file.
    var order = calendar.array.map { (time: event(of: $0).time, line: items[Int($0)].index, item: $0) }
    order.sort { ($0.time, $0.line) < ($1.time, $1.line) }
    calendar.copy(from: order.map { $0.item })
  }

  private mutating func takeLine(_ event: Event, _ number: Int32) {
    let (popup, item) = (event.popup.index, Int(number))
    switch event.kind {
    case .popupSubmitted: if popups[popup].submission < 0 { popups[popup].submission = number }
    case .popupDismissed where event.act.isUsers:
      items[item].traits.formUnion([.usersAct, .needsPopupUp, .dismissal])
      popups[popup].dismissals += 1
    case .popupTapped: items[item].traits.formUnion([.usersAct, .needsPopupUp])
    case .popupViewLost: items[item].traits.insert(.needsPopupUp)
    case .contentLoaded, .contentFailed: popups[popup].hasLooseAnswer = true
    case .animationFinished, .animationLost: replaceAnimation(event, number)
    default: break
    }
  }

  /// A line written by hand stands in place of the animation's end that would be generated (<doc:CausalReplay#Animations>).
  private mutating func replaceAnimation(_ event: Event, _ number: Int32) {
    if event.kind == .animationLost, event.generation == 0 {
      popups[event.popup.index].isLost[event.phase] = true
      return
    }
    openAnimation(event.phase, of: event)
    animations[animations.count - 1].item = number
    animations[animations.count - 1].isOpen = false
  }
}
