import PopupScheduling

/// What is asked of events before they are written, so that a file holds nothing its reader would refuse.
enum SlotCheck {
  /// The times a trace may hold: from the session's start on, and far enough from the end of the range for sums of two.
  static let timeLimit: Int64 = 1 << 60
  /// The highest sequence number a trace may have, by which it may skip: as far from the end of the range as a segment is long.
  static let sequenceLimit = Int32.max - Int32(ChunkHead.eventLimit)
  /// The highest timer a trace may name.
  static let timerLimit: Int32 = 1 << 30

  static func check(_ events: ArraySlice<Event>, of session: Session) throws(TraceError) {
    let catalog = session.catalog
    var sequence: Int32 = -1
    if events.startIndex > 0 { sequence = session.log.events[events.startIndex - 1].sequence }
    var time = Int64.min
    for (place, event) in zip(events.indices, events) {
      func refuse(_ what: String) -> TraceError {
        TraceError(.unwritable, "Event \(place) (\(event.kind.wireName)) \(what). Mend whatever made the session.")
      }
      guard event.sequence > sequence else {
        throw refuse("does not have a higher sequence number than the one before")
      }
      guard event.sequence <= sequenceLimit else { throw refuse("has a sequence number out of range") }
      guard event.time.rawValue >= 0, event.time.rawValue < timeLimit else { throw refuse("has a time out of range") }
      guard session.isScenario || event.time.rawValue >= time else { throw refuse("is earlier than the one before") }
      guard event.cause >= -1, event.cause < event.sequence else { throw refuse("has a cause that is not before it") }
      guard within(event.popup.rawValue, catalog.popupNumbers.count), within(event.page.rawValue, catalog.pages.count),
        within(event.name.rawValue, catalog.names.texts.count), event.timer.rawValue >= -1,
        event.timer.rawValue <= timerLimit, event.generation >= 0
      else { throw refuse("refers to something the catalog does not have") }
      let attributes = event.kind == .popupChanged ? catalog.changes.count : catalog.specs.count
      guard within(event.attributes, attributes) else { throw refuse("has attributes the catalog does not have") }
      guard event.value > -timeLimit, event.value < timeLimit else { throw refuse("has a value out of range") }
      guard Int(event.overCount) <= EventLog.overLimit, event.overStart >= 0,
        Int(event.overStart) + Int(event.overCount) <= session.log.over.count
      else { throw refuse("names popups that lost where there are none") }
      for popup in session.log.over(of: event)
      where popup.isNone || popup.index >= catalog.popupNumbers.count {
        throw refuse("names a popup that lost which the catalog does not have")
      }
      sequence = event.sequence
      time = event.time.rawValue
    }
  }

  private static func within(_ id: Int32, _ count: Int) -> Bool { id >= -1 && Int(id) < count }
}
