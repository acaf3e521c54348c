import PopSystem
import PopupScheduling

// What UIKit tells pages while they come and go.

extension Adversary {
  /// Events of one kind for several pages.
  mutating func send(_ kind: EventKind, _ pages: [PageID], _ index: Int, at time: Ticks) {
    for page in pages {
      var event = Event(kind)
      event.page = page
      happens(event, at: time, in: .pages(windows[index].scene))
      reactInDelivery(of: kind, page)
    }
  }

  /// Some pages leave, others come, and some of those that leave are never seen again.
  ///
  /// - Parameter oneAfterTheOther: Whether the old ones are gone before the new ones begin to come.
  mutating func replace(
    _ old: [PageID], by new: [PageID], _ index: Int, removing gone: [PageID] = [], oneAfterTheOther: Bool = false
  ) {
    let done = time + length(of: habits.transitions)
    windows[index].busyUntil = done
    windows[index].removed += gone
    if oneAfterTheOther {
      send(.pageWillDisappear, old, index, at: time)
      send(.pageDidDisappear, old, index, at: time)
      send(.pageWillAppear, new, index, at: done)
      send(.pageDidAppear, new, index, at: done)
      return
    }
    // A container may tell the newcomer among its children first; elsewhere the one that leaves is told first.
    let isOneOfSeveral = new.count == 1 && !script.catalog.pages[new[0].index].container.isNone
    if !isOneOfSeveral || random.percent(60) {
      send(.pageWillDisappear, old, index, at: time)
      send(.pageWillAppear, new, index, at: time)
    } else {
      send(.pageWillAppear, new, index, at: time)
      send(.pageWillDisappear, old, index, at: time)
    }
    let removesFirst = random.percent(50)
    if removesFirst { send(.pageRemoved, gone, index, at: done) }
    if random.percent(75) {
      send(.pageDidDisappear, old, index, at: done)
      send(.pageDidAppear, new, index, at: done)
    } else {
      send(.pageDidAppear, new, index, at: done)
      send(.pageDidDisappear, old, index, at: done)
    }
    if !removesFirst { send(.pageRemoved, gone, index, at: done) }
  }

  /// Some pages begin to leave for others, and come back before they were gone.
  mutating func turnBack(leaving old: [PageID], for new: [PageID], _ index: Int) {
    let done = time + length(of: habits.transitions)
    windows[index].busyUntil = done
    send(.pageWillDisappear, old, index, at: time)
    send(.pageWillAppear, new, index, at: time)
    send(.pageWillDisappear, new, index, at: done)
    if random.percent(60) { send(.pageWillAppear, old, index, at: done) }
    send(.pageDidDisappear, new, index, at: done)
    send(.pageDidAppear, old, index, at: done)
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
