import PopupScheduling

extension JSONLinesReader {
  /// Puts the session together, now that all its lines are read.
  mutating func finished() throws(TraceError) -> Session {
    var session = Session(header: draft.header)
    session.isScenario = draft.saysScenario ?? (draft.firstDecision == nil)
    if session.isScenario {
      try checkScenario()
    } else {
      try checkRecording()
      var expected: Int32 = 0
      for place in draft.events.indices {
        if draft.events[place].sequence != expected { session.gaps.append(place) }
        expected = draft.events[place].sequence + 1
      }
    }
    session.skippedEvents = draft.skippedEvents
    try checkPages()
    swap(&session.catalog, &input.catalog)
    swap(&session.log.events, &draft.events)
    swap(&session.log.over, &input.over)
    swap(&session.anchors, &draft.anchors)
    return session
  }

  private func error(at place: Int, _ code: TraceError.Code, _ message: String) -> TraceError {
    TraceError(code, at: .line(draft.lines[place]), message)
  }

  /// Whoever goes from a page to its container, and on to that one's, must come to an end.
  private func checkPages() throws(TraceError) {
    guard let flaw = PageTree.firstFlaw(input.catalog.pages) else { return }
    let place = draft.events.firstIndex { $0.page.index == flaw }
    throw TraceError(
      .badValue, at: place.map { .line(draft.lines[$0]) },
      "Page \(input.catalog.pageNumbers[flaw]) stands in itself, by way of its \"container\"; name the page around it, or none."
    )
  }

  /// In a recording everything has happened, so everything has a time. What cannot have happened is for the audit to say (`trace-gap`).
  private func checkRecording() throws(TraceError) {
    guard let place = draft.anchors.keys.min() else { return }
    let because = draft.firstDecision.map { "line \($0) is a decision" } ?? "the header says so"
    throw error(
      at: place, .badAnchor, "\"after\" belongs into scenarios, and this is a recording: \(because). Give \"t\".")
  }

  /// What a scenario must not say (semantics A6).
  private func checkScenario() throws(TraceError) {
    if let line = draft.firstDecision {
      throw TraceError(
        .badHeader, at: .line(line), "The header says that this is a scenario, but a scenario has no decisions.")
    }
    var submissions = Array(repeating: -1, count: input.catalog.popupNumbers.count)
    for (place, event) in draft.events.enumerated() where event.kind == .popupSubmitted {
      let first = submissions[event.popup.index]
      guard first < 0 else {
        throw error(
          at: place, .badOrder,
          "Popup \(input.catalog.number(of: event.popup)) was submitted on line \(draft.lines[first]) already; "
            + "another submission needs another number.")
      }
      submissions[event.popup.index] = place
    }
    for (place, event) in draft.events.enumerated() {
      let anchor = draft.anchors[place]
      for popup in [event.popup, anchor?.pattern.popup ?? .none]
      where !popup.isNone && submissions[popup.index] < 0 {
        throw error(
          at: place, .badOrder,
          "Popup \(input.catalog.number(of: popup)) is never submitted; submit it with popup.submitted.")
      }
      if event.cause >= 0 { try checkCause(of: event, at: place) }
    }
  }

  private func checkCause(of event: Event, at place: Int) throws(TraceError) {
    var (low, high) = (0, place)
    while low < high {
      let middle = (low + high) / 2
      if draft.events[middle].sequence < event.cause { low = middle + 1 } else { high = middle }
    }
    guard low < place, draft.events[low].sequence == event.cause else {
      throw error(at: place, .badValue, "\"cause\" is \(event.cause), but no event of this scenario has that id.")
    }
    guard draft.anchors[low] == nil else {
      throw error(
        at: place, .badAnchor,
        "\"cause\" is \(event.cause), which has no time of its own; wait for it with \"after\" and \"delay\".")
    }
  }
}
