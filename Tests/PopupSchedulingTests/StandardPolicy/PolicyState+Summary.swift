@testable import PopupScheduling

extension PolicyState {
  /// All that the state says, table by table, so that two states can be compared as a whole.
  ///
  /// Of tables that can only be asked, the answers to all questions about so many popups, pages, names and timers.
  borrowing func summary(upTo count: Int = 256) -> [String: String] {
    let states = states.array
    var summary: [String: String] = [
      "states": "\(states)", "free": "\(free.array)", "over": "\(over.array)", "submissions": "\(submissions)",
      "liveOfKind": "\(liveOfKind.array)", "liveWithUser": "\(liveWithUser)", "up": "\(up.array)",
      "boundUp": "\(boundUp)", "showings": "\(showings)", "occupied": "\(occupied)", "gates": "\(gates)",
      "keyboard": "\(keyboard)", "lastFolder": "\(lastFolder)", "holder": "\(holder) \(holderEpoch)",
      "needsChoice": "\(needsChoice)", "deadlines": "\(deadlines.count)", "hasChangedPages": "\(hasChangedPages)",
      "fresh": "\(fresh.array)",
      "passedOver": "\(passedOver.array)", "user": "\(knowsUser) \(isSignedIn) \(user)",
      "names": "\(shownName) \(closedName)", "chains": "\(chains.open.array) \(chains.isChanged)",
    ]
    summary["indices"] = Self.answers(count) { Int(indices[$0]) }
    summary["submitted"] = Self.answers(count) { submitted.contains($0) ? 1 : -1 }
    summary["pastObjects"] = Self.answers(count) { Int(pastObjects[$0]) }
    summary["keyOwners"] = Self.answers(count) { Int(keyOwners[$0]) }
    summary["timerOwners"] = Self.answers(count) { Int(timerOwners[$0]) }
    summary["live"] = Self.answers(count) { live.contains($0) ? live.next(after: $0) : -2 }
    summary["parked"] = Self.answers(count) { parked.contains($0) ? parked.next(after: $0) : -2 }
    summary["returning"] = Self.answers(count) { returning.contains($0) ? returning.next(after: $0) : -2 }
    summary["firsts"] = "\(live.first()) \(parked.first()) \(returning.first())"
    summary["counts"] = "\(live.count) \(up.count) \(parked.count) \(returning.count) \(kept.count)"
    summary["kept"] = Self.answers(count) { kept.first(of: $0) }
    summary["ofInstance"] = Self.answers(count) { ofInstance.first(of: $0) } + " of \(ofInstance.count)"
    summary["ofObject"] = Self.answers(count) { ofObject.first(of: $0) } + " of \(ofObject.count)"
    let members = states.filter { $0.chain >= 0 }.map { "\(chains.next(of: $0.chain)) \(chains.isVisible($0.chain))" }
    summary["members"] = "\(members)"
    summary["pages"] = pages.summary(upTo: count)
    summary["queue"] = queue.summary(upTo: count)
    summary["slotless"] = slotless.summary(upTo: count)
    return summary
  }

  /// What some function says of each number for which it says anything.
  fileprivate static func answers(_ count: Int, _ answer: (Int) -> Int) -> String {
    var text = ""
    for number in 0..<count {
      let answer = answer(number)
      if answer != -1 { text += " \(number): \(answer)" }
    }
    return text
  }
}

extension ScenePages {
  fileprivate borrowing func summary(upTo count: Int) -> String {
    "\(current) \(epoch) \(states.array) \(moving.array) \(going) \(covering) \(marked) \(depth)"
      + " \(isMarkedOnScreen) \(search)" + PolicyState.answers(count) { Int(indices[$0]) }
      + " \(onScreen.last())"
      + PolicyState.answers(count) { onScreen.contains($0) ? onScreen.previous(before: $0) : -2 }
      + " children" + PolicyState.answers(count) { children.last(of: $0) }
  }
}

extension WaitingQueue {
  fileprivate borrowing func summary(upTo count: Int) -> String {
    var text = "\(self.count) \(needsPage) \(seats.array) \(groups.array) \(lanes.array) \(filled)"
    text += " \(seenEpoch) \(groupIndex.free.array)"
    // The heaps, by what comes out of them.
    for index in seats.indices where seats[index] >= 0 {
      text += " \(popups.key(of: Int32(index))) \(popups.left(of: Int32(index))) \(popups.right(of: Int32(index)))"
    }
    text += PolicyState.answers(count) { Int(groupIndex.first(of: PageID($0))) }
    return text + PolicyState.answers(count) { Int(groupIndex.first(of: Symbol($0))) }
  }
}
