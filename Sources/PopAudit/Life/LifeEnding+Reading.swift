package import PopTrace
package import PopupScheduling

extension LifeEnding {
  /// What the lives of popups came to in a run, without their stories.
  ///
  /// The same as each ``PopupLife/ending``, for sessions in which many popups miss being shown.
  ///
  /// - Parameter heeded: What the run's policy takes notice of.
  /// - Complexity: O(n) for n events, however many popups there are.
  package static func read(
    _ popups: [PopupID], in session: Session, heeding heeded: HeededObstacles
  ) -> [LifeEnding] {
    var tracker = OutcomeTracker()
    tracker.begin()
    for event in session.events { tracker.take(event) }
    let wanted = Set(popups.filter { tracker.end(of: $0) != nil })
    var engine = AuditEngine()
    engine.begin(
      catalog: session.catalog, tick: session.header.tick,
      marksReentrantStimuli: session.header.marksReentrantStimuli)
    // What was in the way of those that ended, as the turn before left it.
    var before: [PopupID: Obstacle.Kind?] = [:]
    let ends = TurnEnds(session, wanted)
    for (index, event) in session.events.enumerated() {
      if engine.beginsStep(event) { engine.closeStep() }
      for popup in ends[index] where before[popup] == nil {
        before[popup] = .some(engine.state.obstacles(of: popup.index, heeding: heeded).first?.kind)
      }
      engine.take(event)
    }
    engine.closeStep()
    return popups.map { popup in
      guard wanted.contains(popup), let outcome = tracker.outcome(of: popup), !tracker.spec(of: popup).isNone else {
        return .notSubmitted
      }
      if !outcome.shown.isEmpty { return .shown }
      if outcome.end.isOver { return .dropped(outcome.end.reason, before[popup] ?? nil) }
      return .waiting(engine.state.obstacles(of: popup.index, heeding: heeded).first?.kind)
    }
  }
}

/// Which popups end in the turn that an event begins.
private struct TurnEnds {
  private var byRoot: [Int: [PopupID]] = [:]

  init(_ session: Session, _ wanted: Set<PopupID>) {
    var engine = AuditEngine()
    engine.begin(
      catalog: session.catalog, tick: session.header.tick,
      marksReentrantStimuli: session.header.marksReentrantStimuli)
    var root = 0
    for (index, event) in session.events.enumerated() {
      if engine.beginsStep(event) {
        engine.closeStep()
        root = index
      }
      engine.take(event)
      guard wanted.contains(event.popup), engine.state.hasEnded(event.popup.index) else { continue }
      byRoot[root, default: []].append(event.popup)
    }
  }

  subscript(index: Int) -> [PopupID] { byRoot[index] ?? [] }
}

extension AuditState {
  /// Whether a popup was submitted and is over.
  fileprivate func hasEnded(_ index: Int) -> Bool {
    index < popups.count && popups[index].isKnown && !popups[index].isLive
  }
}
