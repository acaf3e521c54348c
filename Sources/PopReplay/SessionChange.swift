package import PopTrace
package import PopupScheduling

/// One thing that might have been otherwise in a recording, to find out by replay what would have come of it.
package enum SessionChange: Hashable, Sendable {
  /// A popup's condition holds from its submission on.
  case holding(PopupID)
  /// A popup is not submitted.
  case without(PopupID)
  /// Everything from an event on, given by its index, comes so much later: what was on screen stays for longer.
  case later(from: Int, by: Ticks)

  /// The recording as it would then begin: its stimuli are meant to be replayed, its decisions are those that were recorded.
  ///
  /// - Complexity: O(n) for n events.
  package func applied(to session: Session) -> Session {
    var changed = session
    switch self {
    case .holding(let popup): Self.hold(popup, in: &changed)
    case .without(let popup): changed.log.events.removeAll { $0.kind == .popupSubmitted && $0.popup == popup }
    case .later(let index, let length): Self.delay(from: index, by: length, in: &changed)
    }
    return changed
  }

  private static func hold(_ popup: PopupID, in session: inout Session) {
    for index in session.log.events.indices {
      let event = session.log.events[index]
      guard event.kind == .popupSubmitted, event.popup == popup else { continue }
      var spec = session.catalog.spec(event.spec)
      spec.condition = true
      session.log.events[index].spec = session.catalog.intern(spec)
    }
    session.log.events.removeAll { $0.kind == .popupCondition && $0.popup == popup && !$0.flags.contains(.holds) }
  }

  private static func delay(from first: Int, by length: Ticks, in session: inout Session) {
    guard session.log.events.indices.contains(first) else { return }
    let start = session.log.events[first].time
    for index in session.log.events.indices {
      // What is due later fires later, as late behind its time as it was.
      if session.log.events[index].kind == .timerSet, session.log.events[index].at >= start {
        session.log.events[index].at += length
      }
      if index >= first { session.log.events[index].time += length }
    }
    session.header.ended = session.header.ended.map { $0 + length }
  }
}
