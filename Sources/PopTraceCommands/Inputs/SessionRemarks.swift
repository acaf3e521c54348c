#if Tool
import PopDocument
import PopReport
import PopTrace
import PopupScheduling

extension SessionOrigin {
  /// `field.poptrace, session 3: Shop 1.2, v4, 18 events in 12,400 ms`.
  var title: String {
    let header = session.header
    var parts = session.app.isEmpty ? [] : [session.app]
    if session.isScenario { parts.append("a scenario") } else if !header.policy.isEmpty { parts.append(header.policy) }
    let events = counted(session.events.count, "event")
    parts.append(session.isScenario ? events : "\(events) in \(Milliseconds(session.end, of: header.tick).grouped) ms")
    if !session.isScenario, !session.isFinished { parts.append("unfinished") }
    if header.isRecovered { parts.append("recovered") }
    if header.prefixEvents > 0 { parts.append("a prefix of \(counted(header.prefixEvents, "event"))") }
    if header.refusedEvents > 0 { parts.append("\(grouping(Int(clamping: header.refusedEvents))) refused") }
    if header.droppedEvents > 0 { parts.append("\(grouping(Int(clamping: header.droppedEvents))) dropped") }
    return printable("\(input), session \(label): \(parts.joined(separator: ", "))")
  }
}

extension Session {
  /// `Shop 1.2`; empty where its header does not say.
  var app: String { [header.app, header.build].filter { !$0.isEmpty }.joined(separator: " ") }

  /// `iOS 19.1, iPhone17,1, de_DE; checkout=short; plan=pro`: where it took place; nil where its header does not say.
  var circumstances: String? {
    let index = [header.os, header.device, header.locale].filter { !$0.isEmpty }.joined(separator: ", ")
    let entries = (header.arms + header.metadata).map { "\($0.name)=\($0.value)" }
    let parts = (index.isEmpty ? [] : [index]) + entries
    return parts.isEmpty ? nil : printable(parts.joined(separator: "; "))
  }

  /// The stimuli of a scenario that can never happen, whatever the policy does, in words; empty in a recording.
  var impossibilities: [String] {
    let indices = deadAnchors
    guard !indices.isEmpty else { return [] }
    let words = words
    return indices.map { index in
      let line = words.line(log.events[index], in: log)
      return
        "event \(log.events[index].sequence), \(line.kind) \(line.detail), can never happen: what it waits for with \"after\" is never there"
    }
  }

  /// Why it can be judged only in part, in words; empty where it is whole.
  var losses: [String] {
    var losses: [String] = []
    if !gaps.isEmpty { losses.append("events are missing in \(gaps.count) place\(gaps.count == 1 ? "" : "s")") }
    if skippedEvents > 0 { losses.append("\(counted(skippedEvents, "event")) of kinds this version does not know") }
    return losses
  }

  /// Leaves events out, and says of a recording that they are missing.
  mutating func keepEvents(_ isKept: (Event) -> Bool) {
    var kept: [Event] = []
    var keptAnchors: [Int: Anchor] = [:]
    gaps = []
    for (index, event) in log.events.enumerated() where isKept(event) {
      if !isScenario, event.sequence != (kept.last?.sequence ?? -1) + 1 { gaps.append(kept.count) }
      keptAnchors[kept.count] = anchors[index]
      kept.append(event)
    }
    log.events = kept
    anchors = keptAnchors
  }
}
#endif
