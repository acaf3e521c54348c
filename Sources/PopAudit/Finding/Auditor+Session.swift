package import PopTrace
import PopupScheduling

extension Auditor {
  /// Looks at a whole recording; what is found is in ``findings``.
  package mutating func read(_ session: borrowing Session) {
    begin(
      catalog: session.catalog, tick: session.header.tick, marksReentrantStimuli: session.header.marksReentrantStimuli)
    take(session.log.events[...])
    end(at: session.end, isFinished: session.isFinished)
  }
}
