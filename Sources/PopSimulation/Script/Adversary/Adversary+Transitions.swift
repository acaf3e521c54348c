import PopupScheduling

// What UIKit tells pages while they come and go.

extension Adversary {
  /// Events of one kind for several pages.
  mutating func send(_ kind: EventKind, _ pages: [PageID], _ place: Int, at time: Ticks) {
    for page in pages {
      var event = Event(kind)
      event.page = page
      happens(event, at: time, in: .pages(windows[place].scene))
      reactInDelivery(of: kind, page)
    }
  }

  /// Some pages leave, others come, and some of those that leave are never seen again.
  ///
  /// - Parameter oneAfterTheOther: Whether the old ones are gone before the new ones begin to come.
  mutating func replace(
    _ old: [PageID], by new: [PageID], _ place: Int, removing gone: [PageID] = [], oneAfterTheOther: Bool = false
  ) {
    let done = time + length(of: habits.transitions)
    windows[place].busyUntil = done
    windows[place].removed += gone
    if oneAfterTheOther {
      send(.pageWillDisappear, old, place, at: time)
      send(.pageDidDisappear, old, place, at: time)
      send(.pageWillAppear, new, place, at: done)
      send(.pageDidAppear, new, place, at: done)
      return
    }
    // A container may tell the newcomer among its children first; elsewhere the one that leaves is told first.
    let isOneOfSeveral = new.count == 1 && !script.catalog.pages[new[0].index].container.isNone
    if !isOneOfSeveral || random.percent(60) {
      send(.pageWillDisappear, old, place, at: time)
      send(.pageWillAppear, new, place, at: time)
    } else {
      send(.pageWillAppear, new, place, at: time)
      send(.pageWillDisappear, old, place, at: time)
    }
    let removesFirst = random.percent(50)
    if removesFirst { send(.pageRemoved, gone, place, at: done) }
    if random.percent(75) {
      send(.pageDidDisappear, old, place, at: done)
      send(.pageDidAppear, new, place, at: done)
    } else {
      send(.pageDidAppear, new, place, at: done)
      send(.pageDidDisappear, old, place, at: done)
    }
    if !removesFirst { send(.pageRemoved, gone, place, at: done) }
  }

  /// Some pages begin to leave for others, and come back before they were gone.
  mutating func turnBack(leaving old: [PageID], for new: [PageID], _ place: Int) {
    let done = time + length(of: habits.transitions)
    windows[place].busyUntil = done
    send(.pageWillDisappear, old, place, at: time)
    send(.pageWillAppear, new, place, at: time)
    send(.pageWillDisappear, new, place, at: done)
    if random.percent(60) { send(.pageWillAppear, old, place, at: done) }
    send(.pageDidDisappear, new, place, at: done)
    send(.pageDidAppear, old, place, at: done)
  }

  /// Now and then a page's own code submits something as it is told.
  private mutating func reactInDelivery(of kind: EventKind, _ page: PageID) {
    guard kind == .pageDidAppear || random.percent(20), habits.has(.pageReaction, &random), random.percent(30) else {
      return
    }
    let act: Event? = random.percent(70) ? submission(of: draw()) : someAct()
    if let act { script.reactions.append(AppReaction(to: .page(kind, page), act)) }
  }
}
