import PopupScheduling

extension JSONLinesReader {
  /// Puts the session together, now that all its lines are read.
  mutating func finished() throws(TraceError) -> Session {
    var session = Session(header: draft.header)
    session.isScenario = draft.saysScenario ?? (draft.firstDecision == nil && !draft.header.isOfRecording)
    session.skippedEvents = draft.skippedEvents
    swap(&session.catalog, &input.catalog)
    swap(&session.log.events, &draft.events)
    swap(&session.log.over, &input.over)
    swap(&session.anchors, &draft.anchors)
    guard session.isScenario || session.anchors.isEmpty else { throw anchorInRecording(session) }
    if let flaw = SessionCheck(limits: limits).flaw(in: session) { throw error(flaw) }
    try checkEvents(session)
    if !session.isScenario {
      var expected: Int32 = 0
      for index in session.log.events.indices {
        if session.log.events[index].sequence != expected { session.gaps.append(index) }
        expected = session.log.events[index].sequence + 1
      }
      session.settleGaps(skippedBefore: draft.skippedEvents, lostBefore: draft.hasLost)
    }
    return session
  }

  /// Checks what every session must keep to, whichever form it comes in: how fields go together. Each field was checked as it was read.
  private func checkEvents(_ session: Session) throws(TraceError) {
    var check = SlotCheck(session, after: -1, .zero)
    for (index, event) in session.log.events.enumerated() {
      guard let violation = check.violation(of: event, in: session) else { continue }
      throw TraceError(.badValue, at: .line(draft.lines[index]), "\(event.kind.wireName) \(violation).")
    }
  }

  private func error(_ flaw: SessionFlaw) -> TraceError {
    let before = flaw.earlier.map { " That is on line \(draft.lines[$0])." } ?? ""
    // A flaw that shows in no event is one of the whole session, and is reported at its header.
    let line = flaw.event.map { draft.lines[$0] } ?? draft.headerLine
    return TraceError(flaw.code, at: .line(line), flaw.message + before)
  }

  /// In a recording everything has happened, so everything has a time. What cannot have happened is reported by the audit (`trace-gap`).
  private func anchorInRecording(_ session: Session) -> TraceError {
    let because = draft.firstDecision.map { "line \($0) is a decision" } ?? "the header says so"
    return TraceError(
      .badAnchor, at: session.anchors.keys.min().map { .line(draft.lines[$0]) },
      "\"after\" belongs into scenarios, and this is a recording: \(because). Give \"t\".")
  }
}
