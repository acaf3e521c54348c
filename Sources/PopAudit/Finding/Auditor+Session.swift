package import PopTrace
import PopupScheduling

extension Auditor {
  /// Looks at a whole recording; what is found is in ``findings``.
  ///
  /// - Parameter certain: How many of its first events are of steps that are known to be all there, though a hole may come right behind; nil
  ///   where that is not known.
  package mutating func read(_ session: borrowing Session, certain: Int? = nil) {
    let last = certain.map { $0 > 0 ? session.log.events[$0 - 1].sequence : -1 } ?? -1
    begin(
      catalog: session.catalog, tick: session.header.tick, marksReentrantStimuli: session.header.marksReentrantStimuli,
      lastCertain: last)
    take(session.log.events[...])
    end(at: session.end, isFinished: session.isFinished)
  }
}
