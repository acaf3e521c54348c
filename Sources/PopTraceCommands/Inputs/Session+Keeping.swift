#if Tool
import PopTrace
import PopupScheduling

extension Session {
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
