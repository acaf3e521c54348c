#if Tool
import PopDocument
import PopReport
import PopTrace
import PopupScheduling

/// What is known of a session as a whole, in words.
enum SessionRemarks {
  /// `field.poptrace, session 3: Shop 1.2, v4, 18 events in 12,400 ms`.
  static func title(of origin: SessionOrigin) -> String {
    let session = origin.session
    let header = session.header
    var parts: [String] = []
    let app = [header.app, header.build].filter { !$0.isEmpty }.joined(separator: " ")
    if !app.isEmpty { parts.append(app) }
    if session.isScenario { parts.append("a scenario") } else if !header.policy.isEmpty { parts.append(header.policy) }
    let count = session.events.count
    var events = "\(grouping(count)) \(count == 1 ? "event" : "events")"
    if !session.isScenario { events += " in \(Milliseconds(session.end, of: header.tick).grouped) ms" }
    parts.append(events)
    if !session.isScenario, !session.isFinished { parts.append("unfinished") }
    if header.isRecovered { parts.append("recovered") }
    if header.prefixEvents > 0 { parts.append("a prefix of \(counted(header.prefixEvents, "event"))") }
    if header.refusedEvents > 0 { parts.append("\(grouping(Int(clamping: header.refusedEvents))) refused") }
    if header.droppedEvents > 0 { parts.append("\(grouping(Int(clamping: header.droppedEvents))) dropped") }
    let text = "\(origin.input), session \(session.label(index: origin.index)): \(parts.joined(separator: ", "))"
    return printable(text)
  }

  /// `iOS 19.1, iPhone17,1, de_DE; checkout=short; plan=pro`: where a session took place; nil where its header does not say.
  static func circumstances(of session: Session) -> String? {
    let header = session.header
    let index = [header.os, header.device, header.locale].filter { !$0.isEmpty }.joined(separator: ", ")
    let entries = (header.arms + header.metadata).map { "\($0.name)=\($0.value)" }
    let parts = (index.isEmpty ? [] : [index]) + entries
    return parts.isEmpty ? nil : printable(parts.joined(separator: "; "))
  }

  /// The stimuli of a scenario that can never happen, whatever the policy does; empty in a recording.
  static func neverHappens(in session: Session) -> [String] {
    let indices = session.deadAnchors
    guard !indices.isEmpty else { return [] }
    let words = EventDescriber(log: session.log, catalog: session.catalog, tick: session.header.tick)
    return indices.map { index in
      let event = session.log.events[index]
      let line = words.line(event, in: session.log)
      return
        "event \(event.sequence), \(line.kind) \(line.detail), can never happen: what it waits for with \"after\" is never there"
    }
  }

  /// Why a session can be judged only in part; empty where it is whole.
  static func losses(of session: Session) -> [String] {
    var losses: [String] = []
    if !session.gaps.isEmpty {
      losses.append("events are missing in \(session.gaps.count) place\(session.gaps.count == 1 ? "" : "s")")
    }
    if session.skippedEvents > 0 {
      let count = grouping(session.skippedEvents)
      losses.append("\(count) event\(session.skippedEvents == 1 ? "" : "s") of kinds this version does not know")
    }
    return losses
  }
}
#endif
