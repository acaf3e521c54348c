#if Tool
import PopAudit
import PopDocument
import PopTrace
import PopupScheduling

extension SessionReport {
  /// Begins the report on a session.
  init(_ origin: SessionOrigin) {
    self.init(trace: origin.input, session: origin.session.label(index: origin.index))
    index = origin.index
    let header = origin.session.header
    facts = SessionFacts(header)
    length = Milliseconds(header.ended ?? origin.session.events.last?.time ?? .zero, of: header.tick)
    events = origin.session.events.count
    isScenario = origin.session.isScenario
    losses = SessionRemarks.losses(of: origin.session)
  }

  /// Puts a verdict into words.
  init(_ verdict: SessionVerdict, on origin: SessionOrigin) {
    self.init(origin)
    add(verdict, session: origin.session)
    if verdict.isLossy, losses.isEmpty { losses.append("the recording has gaps: see rule trace-gap") }
  }
}
#endif
