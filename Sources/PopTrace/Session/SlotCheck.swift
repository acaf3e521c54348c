import PopupScheduling

/// What is asked of events before they are written, so that a file holds nothing its reader would refuse.
struct SlotCheck {
  /// The ticks that every time is less than, whatever their length (``TickLength/timeLimit`` may be less).
  static let timeLimit: Int64 = 1 << 60
  static let eventsPerSegment = 1 << 18
  /// The highest sequence number a trace may have, as far from the end of the range as a segment is long.
  static let sequenceLimit = Int32.max - Int32(eventsPerSegment)
  static let timerLimit: Int32 = 1 << 30
  private var sequence: Int32
  private var time: Int64
  private let timeLimit: Int64
  private let instantLimit: Int64
  private let marksReentrantStimuli: Bool
  private let sizes: SegmentBases

  init(_ session: Session, after sequence: Int32, _ time: Ticks) {
    self.sequence = sequence
    self.time = time.rawValue
    timeLimit = session.header.tick.timeLimit
    instantLimit = session.header.tick.instantLimit
    marksReentrantStimuli = session.header.marksReentrantStimuli
    sizes = session.catalog.sizes
  }

  static func violation(in session: Session, _ events: Range<Int>) -> (event: Int, what: String)? {
    let before = events.lowerBound > 0 ? session.log.events[events.lowerBound - 1] : nil
    var check = SlotCheck(session, after: before?.sequence ?? -1, before?.time ?? .zero)
    for (index, event) in zip(events, session.log.events[events]) {
      if let what = check.violation(of: event, in: session) { return (index, what) }
    }
    return nil
  }

  mutating func violation(of event: Event, in session: Session) -> String? {
    if event.sequence <= sequence { return "does not have a higher sequence number than the one before" }
    if event.sequence > Self.sequenceLimit { return "has a sequence number out of range" }
    let time = event.time.rawValue
    if time < 0 || time >= timeLimit { return "has a time out of range" }
    if !session.isScenario, time < self.time { return "is earlier than the one before" }
    if event.cause < -1 || event.cause >= event.sequence { return "has a cause that is not before it" }
    if event.flags.contains(.reentrant), event.kind.isStimulus, !marksReentrantStimuli {
      return "is marked as re-entrant, and the header does not say that such stimuli are"
    }
    if let violation = slotViolation(event, session.log.over, session.catalog) { return violation }
    if let violation = EventContract.all[Int(event.kind.rawValue)]?.violation(of: event) { return violation }
    sequence = event.sequence
    self.time = time
    return nil
  }

  private func slotViolation(_ event: Event, _ over: [PopupID], _ catalog: Catalog) -> String? {
    guard within(event.popup.rawValue, sizes.popups), within(event.page.rawValue, sizes.pages),
      within(event.name.rawValue, sizes.names),
      within(event.attributes, event.kind == .popupChanged ? sizes.changes : sizes.specs)
    else { return "refers to something the catalog does not have" }
    guard event.timer.rawValue >= -1, event.timer.rawValue <= Self.timerLimit, event.generation >= 0,
      event.value > -instantLimit, event.value < instantLimit
    else { return "has a number out of range" }
    if event.kind == .popupChanged, event.attributes >= 0, catalog.changes[Int(event.attributes)] == PopupChange() {
      return "alters nothing"
    }
    guard event.overCount > 0 else { return nil }
    let start = Int(event.overStart)
    guard Int(event.overCount) <= EventLog.overLimit, start >= 0, start + Int(event.overCount) <= over.count else {
      return "names popups that lost where there are none"
    }
    for popup in over[start..<start + Int(event.overCount)] where popup.isNone || popup.index >= sizes.popups {
      return "names a popup that lost which the catalog does not have"
    }
    return nil
  }

  private func within(_ id: Int32, _ count: Int) -> Bool { id >= -1 && Int(id) < count }
}

extension TickLength {
  /// The ticks that a time or a length must be less than (``TickLength/latest``).
  var timeLimit: Int64 { latest.rawValue + 1 }
  /// The ticks that the instant a timer is set for must be less than, in either direction: it may lie a length after a time.
  var instantLimit: Int64 { min(SlotCheck.timeLimit, 1 << 62 / microseconds) }
  /// A length of time as a trace can hold it: what is longer than any session lasts for ever either way.
  func clamp(_ length: Ticks) -> Ticks { Ticks(min(max(length.rawValue, 0), timeLimit - 1)) }
}

/// How much of a session is known before a segment of it: everything below these numbers has been written already.
struct SegmentBases: Hashable, Sendable {
  var names = 0
  var lists = 0
  var specs = 0
  var pages = 0
  var popups = 0
  var changes = 0
  var timers = 0

  /// The tables, each before those that refer to it.
  static let tables: [any WritableKeyPath<SegmentBases, Int> & Sendable] = [
    \.names, \.lists, \.pages, \.specs, \.popups, \.changes,
  ]
}

extension Catalog {
  var sizes: SegmentBases {
    SegmentBases(
      names: names.texts.count, lists: names.listCount, specs: specs.count, pages: pages.count,
      popups: popupNumbers.count, changes: changes.count)
  }
}
