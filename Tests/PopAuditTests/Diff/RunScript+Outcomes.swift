import PopAudit
import PopTrace
import PopupScheduling

extension RunScript {
  /// A tracker that has seen all of it.
  var tracker: OutcomeTracker {
    var tracker = OutcomeTracker()
    follow(with: &tracker)
    return tracker
  }

  func follow(with tracker: inout OutcomeTracker) {
    tracker.begin()
    for event in session.log.events { tracker.take(event) }
  }

  /// What became of a popup.
  func outcome(_ number: Int64) -> RunOutcome? {
    tracker.outcome(of: session.catalog.knownPopup(numbered: number))
  }

  /// How a popup ended, as text.
  func end(_ number: Int64) -> String? { outcome(number)?.end.description }
}
