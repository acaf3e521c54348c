import PopupScheduling

/// What a scenario must not say (TimeAndTurns, *Scenario files*): it is to be run, so that everything in it must be able to happen.
enum ScenarioCheck {
  /// The first thing that is wrong with a scenario; nil where nothing is.
  static func flaw(in session: borrowing Session) -> SessionFlaw? {
    let events = session.log.events
    let catalog = session.catalog
    var submissions = Array(repeating: -1, count: catalog.popupNumbers.count)
    for (index, event) in events.enumerated() {
      if event.kind.isDecision {
        return SessionFlaw(
          .badHeader, at: index, "The header says that this is a scenario, but a scenario has no decisions.")
      }
      guard event.kind == .popupSubmitted, submissions.indices.contains(event.popup.index) else { continue }
      let first = submissions[event.popup.index]
      guard first < 0 else {
        return SessionFlaw(
          .badOrder, at: index, after: first,
          "Popup \(catalog.number(of: event.popup)) was submitted already; another submission needs another number.")
      }
      submissions[event.popup.index] = index
    }
    for (index, event) in events.enumerated() {
      let anchor = session.anchors[index]
      for popup in [event.popup, anchor?.pattern.popup ?? .none]
      where submissions.indices.contains(popup.index) && submissions[popup.index] < 0 {
        return SessionFlaw(
          .badOrder, at: index,
          "Popup \(catalog.number(of: popup)) is never submitted; submit it with popup.submitted.")
      }
      if let anchor, let what = AnchorCheck.violation(of: anchor, on: event, catalog) {
        return SessionFlaw(.badAnchor, at: index, what)
      }
      if event.cause >= 0, let flaw = causeFlaw(index, session) { return flaw }
    }
    return nil
  }

  private static func causeFlaw(_ index: Int, _ session: borrowing Session) -> SessionFlaw? {
    let events = session.log.events
    let cause = events[index].cause
    let known = events[..<index].partitioningIndex { $0.sequence >= cause }
    guard known < index, events[known].sequence == cause else {
      return SessionFlaw(.badValue, at: index, "\"cause\" is \(cause), but no event of this scenario has that id.")
    }
    guard session.anchors[known] == nil else {
      return SessionFlaw(
        .badAnchor, at: index,
        "\"cause\" is \(cause), which has no time of its own; wait for it with \"after\" and \"delay\".")
    }
    return nil
  }
}
