import PopupScheduling

extension Session {
  /// Forgets everything and keeps the memory for the next session.
  mutating func removeAll() {
    header = SessionHeader()
    catalog.removeAll()
    log.removeAll()
    if !anchors.isEmpty { anchors = [:] }
    isScenario = false
    gaps.removeAll(keepingCapacity: true)
    skippedEvents = 0
  }
}
