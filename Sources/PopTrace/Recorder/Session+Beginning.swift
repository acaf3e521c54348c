import PopupScheduling

extension Session {
  /// The session from a quiet moment on, with a marked prefix (``SessionHeader/prefixEvents``): the stimuli from before that still count.
  ///
  /// The policy that was at work, replayed on it, gives it back. Times, and the numbers that people know popups and pages by, stay; events and
  /// timers are counted anew from 0. A cause that is not kept becomes none.
  ///
  /// - Parameter index: An index that ``QuietMoments`` gave for this session; 0 gives the session as it is.
  package func beginning(at index: Int) -> Session {
    guard !isScenario, index > header.prefixEvents, index < log.events.count else { return self }
    var result = numberedAnew(keeping: LastingStimuli.indices(in: self, before: index), from: index)
    result.leaveOutUnmentionedEntries()
    return result
  }

  /// The session from an index on, with some of the stimuli before it as its prefix. Where more than these counted there (`hasLost`), a number
  /// is left out behind the prefix, as where events were lost.
  func numberedAnew(keeping prefix: some Sequence<Int>, from index: Int, hasLost: Bool = false) -> Session {
    var result = self
    result.log.removeAll()
    var numbers: [Int32: Int32] = [:]
    for kept in prefix {
      var event = log.events[kept]
      numbers[event.sequence] = Int32(truncatingIfNeeded: result.log.events.count)
      event.sequence = Int32(truncatingIfNeeded: result.log.events.count)
      event.cause = numbers[event.cause] ?? -1
      // It has a turn of its own now: what brought it about in the middle of another is not there.
      event.flags.remove(.reentrant)
      result.log.append(event, of: log)
    }
    let count = result.log.events.count
    result.header.prefixEvents = count
    result.gaps = gaps.filter { $0 > index }.map { $0 - index + count }
    guard index < log.events.count else { return result }
    if hasLost { result.gaps.insert(count, at: 0) }
    let first = log.events[index].sequence
    let shift = Int32(truncatingIfNeeded: hasLost ? count + 1 : count) - first
    let firstTimer = log.events[index...].first { $0.kind == .timerSet }?.timer ?? TimerID(0)
    for var event in log.events[index...] {
      event.sequence += shift
      event.cause = event.cause >= first ? event.cause + shift : numbers[event.cause] ?? -1
      if !event.timer.isNone { event.timer = TimerID(max(0, event.timer.rawValue - firstTimer.rawValue)) }
      result.log.append(event, of: log)
    }
    return result
  }

  /// Leaves out the popups, pages and attributes that no event refers to. Names stay; a file holds those only that its events need.
  mutating func leaveOutUnmentionedEntries() {
    let old = catalog
    var popups = Renumbering(old.popupNumbers.count)
    var pages = Renumbering(old.pages.count)
    var specs = Renumbering(old.specs.count)
    func keep(_ page: PageID) {
      var step = page
      while pages.keep(step.rawValue) { step = old.pages[step.index].container }
    }
    for event in log.events {
      _ = popups.keep(event.popup.rawValue)
      for popup in log.over(of: event) { _ = popups.keep(popup.rawValue) }
      keep(event.page)
      guard event.kind == .popupSubmitted, specs.keep(event.attributes) else { continue }
      let named = PopupReferences(of: old.spec(event.spec)).pages
      for lane in named.indices { keep(PageID(named[lane])) }
    }
    var new = Catalog()
    (new.names, new.changes) = (old.names, old.changes)
    for index in popups.number() { new.appendPopup(numbered: old.popupNumbers[index]) }
    for index in pages.number() {
      var spec = old.pages[index]
      spec.container = PageID(pages[spec.container.rawValue])
      new.appendPage(numbered: old.pageNumbers[index], spec)
    }
    for index in specs.number() {
      var spec = old.specs[index]
      spec.visit(&pages)
      new.append(spec)
    }
    catalog = new
    for index in log.events.indices {
      let event = log.events[index]
      log.events[index].popup = PopupID(popups[event.popup.rawValue])
      log.events[index].page = PageID(pages[event.page.rawValue])
      if event.kind == .popupSubmitted { log.events[index].attributes = specs[event.attributes] }
    }
    for index in log.over.indices { log.over[index] = PopupID(popups[log.over[index].rawValue]) }
  }
}

/// Which entries of a table stay, and their indices from then on. Visits what attributes refer to, where the table is that of the pages.
private struct Renumbering: PopupReferenceVisitor {
  private var indices: [Int32]

  init(_ count: Int) { indices = Array(repeating: -1, count: count) }

  /// Keeps an entry; false where it was kept before, or there is none.
  mutating func keep(_ id: Int32) -> Bool {
    guard id >= 0, indices[Int(id)] < 0 else { return false }
    indices[Int(id)] = 0
    return true
  }

  /// Numbers what stays; gives what it was numbered before.
  mutating func number() -> [Int] {
    let kept = indices.indices.filter { indices[$0] >= 0 }
    for (number, index) in kept.enumerated() { indices[index] = Int32(number) }
    return kept
  }

  subscript(_ id: Int32) -> Int32 { id < 0 ? -1 : indices[Int(id)] }

  mutating func visit(_ entry: Int32, _ table: CatalogReference) -> Int32 {
    switch table {
    case .page: self[entry]
    case .name, .list: entry
    }
  }
}
