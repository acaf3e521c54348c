import PopupScheduling

/// The presentations that began in a turn, each with the popups that could have been shown in its place.
struct OvertakenPopups: ~Copyable {
  struct Overtaking {
    var presentation: AuditTurn.Presentation
    var level: Int32
    /// The first that could have been shown, in order: more than are likely to be shown in its turn.
    var firstsStart: Int
    var firstsEnd: Int
    /// All of them that were submitted before it and have not starved yet, in order of submission.
    var olderStart: Int
    var olderEnd: Int

    var firsts: Range<Int> { firstsStart..<firstsEnd }
    var older: Range<Int> { olderStart..<olderEnd }
  }

  /// How many are listed for a presentation. Only where as many are shown in one turn would another be missed.
  private static let limit = 8

  var entries = OwnedArray<Overtaking>()
  var popups = OwnedArray<Int32>()
  private var frontier = HeapForest.Frontier()

  mutating func removeAll() {
    entries.removeAll()
    popups.removeAll()
  }

  /// A popup is about to be shown: lists the popups of its queue that are ELIGIBLE now, its own chain and the system's left out.
  mutating func shown(_ state: borrowing AuditState) {
    let index = state.event.popup.index
    let start = popups.count
    state.appendFirstOvertaken(of: index, atMost: Self.limit, to: &popups, &frontier)
    let middle = popups.count
    guard middle > start else { return }
    state.appendOlder(of: index, to: &popups)
    entries.append(
      Overtaking(
        presentation: state.presentation, level: state.popups[index].level, firstsStart: start,
        firstsEnd: middle, olderStart: middle, olderEnd: popups.count))
  }

  /// Adds a presentation that began in an earlier turn, while no page was current.
  mutating func add(
    _ presentation: AuditTurn.Presentation, level: Int32, held: UInt32, _ state: borrowing AuditState
  ) {
    let start = popups.count
    state.appendLateOvertaken(of: Int(presentation.popup), since: presentation.shownSequence, held: held, to: &popups)
    guard popups.count > start else { return }
    entries.append(
      Overtaking(
        presentation: presentation, level: level, firstsStart: start, firstsEnd: popups.count, olderStart: start,
        olderEnd: popups.count))
  }

  /// FIRST IN THE QUEUE of the popups listed for a presentation that are still not UP; negative where there are none.
  func first(of overtaking: Overtaking, _ state: borrowing AuditState) -> Int32 {
    var first: Int32 = -1
    for index in overtaking.firsts where !state.popups[Int(popups[index])].isUp {
      let waiting = popups[index]
      if first < 0 || state.popups[Int(waiting)].rank < state.popups[Int(first)].rank { first = waiting }
    }
    return first
  }

  func popup(_ index: Int) -> Int { Int(popups[index]) }

  /// Whether the popup at an index was submitted before a presentation's and still waits.
  func isPassedOver(_ index: Int, by overtaking: Overtaking, _ state: borrowing AuditState) -> Bool {
    let position = popup(index)
    return !state.popups[position].isUp
      && state.popups[position].submitted < state.popups[Int(overtaking.presentation.popup)].submitted
  }
}

extension OvertakenPopups {
  /// The presentations that began while no page was current: which popups could have been shown in their place is known once there is one.
  struct WithoutPage: ~Copyable {
    struct Entry {
      var presentation: AuditTurn.Presentation
      var level: Int32
      /// The kinds of popups that a gate held when it began, a bit for each.
      var held: UInt32
    }

    var entries = OwnedArray<Entry>()

    mutating func shown(_ state: borrowing AuditState) {
      let index = state.event.popup.index
      let queue = Int(state.popups[index].queue)
      guard state.scenes[Int(state.queues[queue].scene)].current.isNone else { return }
      entries.append(
        Entry(presentation: state.presentation, level: state.popups[index].level, held: state.heldKinds(ofQueue: queue))
      )
    }

    /// A turn is over: lists what the presentations overtook that are still UP where a page is current by now. Those are the popups that
    /// waited for nothing but a page when it began, and are ELIGIBLE now; a chain it opened itself does not count.
    mutating func settle(into overtaken: inout OvertakenPopups, _ state: borrowing AuditState) {
      entries.keep { entry in
        guard state.isUpSince(entry.presentation) else { return false }
        if state.currentPage(for: Int(entry.presentation.popup)).isNone { return true }
        overtaken.add(entry.presentation, level: entry.level, held: entry.held, state)
        return false
      }
    }
  }
}
