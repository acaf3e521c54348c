package import PopTrace
package import PopupScheduling

/// What a popup's life came to, alike for all those that missed being shown for the same reason.
package enum LifeEnding: Hashable, Sendable {
  /// It was on screen, however it ended.
  case shown
  /// The run never submits it.
  case notSubmitted
  /// It waited to the end, for this first; nil where nothing known was in its way.
  case waiting(Obstacle.Kind?)
  /// It ended without having been shown, for a reason, and waited for this first.
  case dropped(Reason, Obstacle.Kind?)
}

extension PopupLife {
  /// What it came to.
  package var ending: LifeEnding {
    guard !spec.isNone, let outcome else { return .notSubmitted }
    if wasShown { return .shown }
    if outcome.end.isOver { return .dropped(outcome.end.reason, lastObstacle?.kind) }
    return .waiting(lastObstacle?.kind)
  }
}

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
      if engine.beginsTurn(event) { engine.closeTurn() }
      for popup in ends[index] where before[popup] == nil {
        before[popup] = .some(engine.state.obstacles(of: popup.index, heeding: heeded).first?.kind)
      }
      engine.take(event)
    }
    engine.closeTurn()
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
      if engine.beginsTurn(event) {
        engine.closeTurn()
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
