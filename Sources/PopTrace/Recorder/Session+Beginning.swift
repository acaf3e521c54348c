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
    let prefix = LastingStimuli.indices(in: self, before: index)
    var result = numberedAnew(keeping: prefix, from: index, next: log.events[index].sequence).session
    result.leaveOutUnmentionedEntries()
    return result
  }

  /// The session from an index on, with some of the stimuli before it as its prefix. Where more than these counted there (`hasLost`), a number
  /// is left out behind the prefix, as where events were lost.
  ///
  /// - Parameter next: The number of the event that will be behind the last one.
  func numberedAnew(
    keeping prefix: some Sequence<Int>, from index: Int, next: Int32, hasLost: Bool = false
  ) -> (session: Session, numbers: Renumbering) {
    var result = self
    result.log.removeAll()
    var numbers = Renumbering(from: index < log.events.count ? log.events[index].sequence : next)
    for kept in prefix {
      var event = log.events[kept]
      numbers.takePrefix(&event)
      result.log.append(event, of: log)
    }
    let count = result.log.events.count
    result.header.prefixEvents = count
    result.gaps = gaps.filter { $0 > index }.map { $0 - index + count }
    numbers.endPrefix(hasLost: hasLost)
    if hasLost, index < log.events.count { result.gaps.insert(count, at: 0) }
    for var event in log.events[index...] {
      numbers.change(&event)
      result.log.append(event, of: log)
    }
    return (result, numbers)
  }

  /// What some events refer to, and what that refers to in turn: entries from before, as if all had been written already.
  func mentions(in events: Range<Int>) -> SegmentMentions {
    let piece = SegmentPiece(session: 0, events: events, isFirst: false, isLast: false)
    return SegmentMentions(piece, of: self, bases: catalog.sizes)
  }

  /// Leaves out the popups, pages and attributes that no event refers to. Names stay; a file holds those only that its events need.
  mutating func leaveOutUnmentionedEntries() {
    let (old, mentions) = (catalog, self.mentions(in: log.events.indices))
    let (popups, specs) = (mentions.popups.numbers, mentions.specs.numbers)
    var pages = KeptPages(numbers: mentions.pages.numbers)
    var new = Catalog()
    (new.names, new.changes) = (old.names, old.changes)
    for index in mentions.popups.older { new.appendPopup(numbered: old.popupNumbers[index]) }
    for index in mentions.pages.older {
      var spec = old.pages[index]
      spec.container = pages.kept(spec.container)
      new.appendPage(numbered: old.pageNumbers[index], spec)
    }
    for index in mentions.specs.older {
      var spec = old.specs[index]
      spec.visit(&pages)
      new.append(spec)
    }
    catalog = new
    for index in log.events.indices {
      let event = log.events[index]
      if !event.popup.isNone { log.events[index].popup = PopupID(popups[event.popup.index]) }
      log.events[index].page = pages.kept(event.page)
      if event.kind == .popupSubmitted, event.attributes >= 0 {
        log.events[index].attributes = specs[Int(event.attributes)]
      }
    }
    for index in log.over.indices { log.over[index] = PopupID(popups[log.over[index].index]) }
  }
}

/// Gives the pages that stay their new indices, also where attributes refer to them.
private struct KeptPages: PopupReferenceVisitor {
  let numbers: [Int32]

  func kept(_ page: PageID) -> PageID { page.isNone ? page : PageID(numbers[page.index]) }

  func visit(_ entry: Int32, _ table: CatalogReference) -> Int32 {
    switch table {
    case .page: kept(PageID(entry)).rawValue
    case .name, .list: entry
    }
  }
}
