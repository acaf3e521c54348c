import PopupScheduling

/// What every session must keep to, read or written, in any form; a single event is for ``SlotCheck``. Takes no memory for a session of the
/// usual size.
struct SessionCheck {
  /// How much a session may hold; ``ResourceLimits/none`` for what is written.
  let limits: ResourceLimits
  /// Whether lengths may be any, because they are made fit when they are written.
  var takesAnyLength = false
  /// Whether no name is too long, as where all come from chunks.
  var hasShortNames = false
  /// The most bytes of a name, in any form of a session: so that a name and a list of them always fit into a chunk.
  static let nameBytes = 1 << 20
  /// The largest number a popup or page may go by: the largest whole number that every JSON reader keeps exactly.
  static let largestNumber: Int64 = 1 << 53

  func flaw(in session: borrowing Session) -> SessionFlaw? {
    let popups = session.catalog.popupNumbers
    let flaw =
      sizeFlaw(session) ?? nameFlaw(session.catalog.names, session.header)
      ?? (popups.areIndices ? nil : numberFlaw(popups, "popup")) ?? numberFlaw(session.catalog.pageNumbers, "page")
      ?? pageFlaw(session) ?? attributeFlaw(session) ?? headerFlaw(session)
    return flaw ?? (session.isScenario ? ScenarioCheck.flaw(in: session) : nil)
  }

  private func sizeFlaw(_ session: borrowing Session) -> SessionFlaw? {
    // One after another and not in a list, which would be made for each session, as a copy of the catalog would: most sessions are short.
    let flaw =
      tooMany(session.log.events.count, .eventsPerSession, "events")
      ?? tooMany(session.catalog.names.texts.count, .namesPerSession, "names")
      ?? tooMany(session.catalog.names.listCount, .namesPerSession, "lists of names")
      ?? tooMany(session.catalog.specs.count, .entriesPerTable, "different popups")
      ?? tooMany(session.catalog.popupNumbers.count, .entriesPerTable, "popups")
      ?? tooMany(session.catalog.pages.count, .entriesPerTable, "pages")
      ?? tooMany(session.catalog.changes.count, .entriesPerTable, "changes of popups")
    if let flaw { return flaw }
    // Schedulers and scenes are named by popups, pages and events only: where there are few of these, nothing has to be counted.
    let most = session.catalog.specs.count + session.catalog.pages.count + session.log.events.count
    guard most > min(limits.schedulersPerSession, limits.scenesPerSession) else { return nil }
    let (schedulers, scenes) = Self.census(session)
    return tooMany(schedulers, .schedulersPerSession, "schedulers") ?? tooMany(scenes, .scenesPerSession, "scenes")
  }

  private static func census(_ session: borrowing Session) -> (schedulers: Int, scenes: Int) {
    var scenes = Set(session.catalog.pages.map(\.scene))
    var schedulers: Set<SchedulerID> = []
    var last: SchedulerID?
    func note(_ scheduler: SchedulerID) {
      // Mostly it is the last one again.
      guard scheduler != last else { return }
      last = scheduler
      schedulers.insert(scheduler)
      scenes.insert(scheduler.scene)
    }
    for spec in session.catalog.specs { note(spec.schedulerID) }
    for event in session.log.events { note(event.schedulerID) }
    return (schedulers.count, scenes.count)
  }

  @inline(__always)
  private func tooMany(_ size: Int, _ limit: ResourceLimits.Name, _ what: StaticString) -> SessionFlaw? {
    size > limits[limit] ? excess(size, limit, what) : nil
  }

  @inline(never)
  private func excess(_ size: Int, _ limit: ResourceLimits.Name, _ what: StaticString) -> SessionFlaw {
    SessionFlaw(.tooLarge, limits.error(limit, "The session has \(size) \(what)").message)
  }

  private func nameFlaw(_ names: Names, _ header: SessionHeader) -> SessionFlaw? {
    let flaw =
      tooLong(header.session) ?? tooLong(header.app) ?? tooLong(header.build) ?? tooLong(header.started)
      ?? tooLong(header.policy) ?? tooLong(header.configuration)
    if let flaw { return flaw }
    for text in hasShortNames ? [] : names.texts { if let flaw = tooLong(text) { return flaw } }
    for list in 0..<names.listCount where Int(names.starts[list + 1] - names.starts[list]) > Names.mostMembers {
      return SessionFlaw(.badValue, "A list of names has more than \(Names.mostMembers) members.")
    }
    return nil
  }

  private func tooLong(_ text: String) -> SessionFlaw? {
    guard text.utf8.count > SessionCheck.nameBytes else { return nil }
    return SessionFlaw(.badValue, "A name has \(text.utf8.count) bytes; the longest have \(SessionCheck.nameBytes).")
  }

  private func numberFlaw(_ numbers: some Collection<Int64>, _ what: StaticString) -> SessionFlaw? {
    var last: Int64 = -1
    var isRising = true
    for number in numbers {
      guard number >= 0, number <= Self.largestNumber else {
        return SessionFlaw(
          .badValue, "A \(what) has the number \(number); numbers are from 0 to \(Self.largestNumber).")
      }
      isRising = isRising && number > last
      last = number
    }
    // Numbers are mostly handed out in order; then no two are the same.
    var known: Set<Int64> = []
    guard !isRising, let twice = numbers.first(where: { !known.insert($0).inserted }) else { return nil }
    return SessionFlaw(.badValue, "Two of the session's \(what)s have the number \(twice); each needs its own.")
  }

  private func pageFlaw(_ session: borrowing Session) -> SessionFlaw? {
    let pages = session.catalog.pages
    let mayBeDeep = pages.count > limits.containerDepth
    guard mayBeDeep || !PageForest.isInOrder(pages) else { return nil }
    let forest = PageForest(pages)
    guard forest.firstFlaw.isNone else {
      return SessionFlaw(
        .badValue, at: session.log.events.firstIndex { $0.page == forest.firstFlaw },
        "Page \(session.catalog.number(of: forest.firstFlaw)) stands in itself, or in a page that does not exist, by way of its "
          + "\"container\"; name the page around it, or none.")
    }
    return tooMany(forest.depth, .containerDepth, "pages that stand in each other")
  }

  private func attributeFlaw(_ session: borrowing Session) -> SessionFlaw? {
    let limit = session.header.tick.timeLimit
    var check = AttributeCheck(
      pages: Int64(session.catalog.pages.count), lengthLimit: limit, takesAnyLength: takesAnyLength)
    do throws(SessionFlaw) {
      for var spec in session.catalog.specs { try spec.visit(&check) }
    } catch {
      return error
    }
    for change in session.catalog.changes {
      if !takesAnyLength, let expires = change.expires, expires < .zero || expires.rawValue >= limit {
        return AttributeCheck.lengthFlaw(expires.rawValue)
      }
    }
    // A change of nothing may stand in for one that was lost, as long as no event refers to it.
    guard session.catalog.changes.contains(PopupChange()) else { return nil }
    let nothing = session.log.events.firstIndex { event in
      event.kind == .popupChanged && session.catalog.changes.indices.contains(Int(event.attributes))
        && session.catalog.changes[Int(event.attributes)] == PopupChange()
    }
    return nothing.map {
      SessionFlaw(.missingField, at: $0, "popup.changed needs what it alters: \"level\", \"pages\" or \"expires\".")
    }
  }

  private func headerFlaw(_ session: borrowing Session) -> SessionFlaw? {
    let header = session.header
    if header.clampedTimes < 0 { return SessionFlaw(.badValue, "The header has \(header.clampedTimes) clamped times.") }
    if session.skippedEvents < 0 || session.skippedEvents > Int32.max {
      return SessionFlaw(.badValue, "The header has \(session.skippedEvents) skipped events.")
    }
    if let flaw = header.extraFlaw(events: session.log.events.count + session.skippedEvents) { return flaw }
    guard let ended = header.ended, !takesAnyLength else { return nil }
    guard ended >= .zero, ended.rawValue < header.tick.timeLimit else {
      return SessionFlaw(.badValue, "The session ended at tick \(ended.rawValue), which is out of range.")
    }
    return nil
  }
}

private struct AttributeCheck: PopupAttributeVisitor {
  let pages: Int64
  let lengthLimit: Int64
  let takesAnyLength: Bool

  @inline(__always)
  mutating func visit<Value: AttributeValue>(
    _ attribute: PopupAttribute.Row, _ value: inout Value, usual: Value
  ) throws(SessionFlaw) {
    let stored = value.stored
    switch attribute.shape {
    case .page where stored >= pages:
      throw SessionFlaw(.badValue, "A popup is for a page that does not exist.")
    // For ever, or not given, is -1.
    case .length where !takesAnyLength && (stored < usual.stored || stored >= lengthLimit):
      throw Self.lengthFlaw(stored)
    case .number(let numbers) where !takesAnyLength && stored < min(numbers.lowerBound, usual.stored):
      throw Self.numberFlaw(stored, attribute, from: numbers.lowerBound)
    case .name, .list, .page, .length, .number, .word, .choice, .flag: break
    }
  }

  @inline(never)
  static func lengthFlaw(_ length: Int64) -> SessionFlaw {
    SessionFlaw(.badValue, "A popup has a length of \(length) ticks, which is out of range.")
  }

  @inline(never)
  private static func numberFlaw(_ number: Int64, _ attribute: PopupAttribute.Row, from least: Int64) -> SessionFlaw {
    let name = attribute.name
    return SessionFlaw(.badValue, "A popup has the \(name) \(number); \(name)s are numbered from \(least).")
  }
}

struct SessionFlaw: Error, Hashable {
  var code: TraceError.Code
  /// The index in the log of the event it shows in; nil where it shows in none.
  var event: Int?
  /// The index in the log of the event it is in conflict with.
  var earlier: Int?
  /// A full sentence, the same for text and binary traces.
  var message: String

  init(_ code: TraceError.Code, at event: Int? = nil, after earlier: Int? = nil, _ message: String) {
    self.code = code
    self.event = event
    self.earlier = earlier
    self.message = message
  }

  func error(inTraceAt offset: Int) -> TraceError {
    TraceError(code == .tooLarge ? .tooLarge : .corrupt, at: .byte(offset), message)
  }
}

/// What a scenario must not say (TimeAndTurns, *Scenario files*): it is to be run, so that everything in it must be able to happen.
enum ScenarioCheck {
  static func flaw(in session: borrowing Session) -> SessionFlaw? {
    let events = session.log.events
    let catalog = session.catalog
    var submissions = Array(repeating: -1, count: catalog.popupNumbers.count)
    for (index, event) in events.enumerated() {
      if event.kind.isDecision {
        return SessionFlaw(
          .badHeader, at: index, "The header says that this is a scenario, but a scenario has no decisions.")
      }
      guard event.kind == .popupSubmitted, submissions.indices.contains(event.popup.index) else { continue }
      let first = submissions[event.popup.index]
      guard first < 0 else {
        return SessionFlaw(
          .badOrder, at: index, after: first,
          "Popup \(catalog.number(of: event.popup)) was submitted already; another submission needs another number.")
      }
      submissions[event.popup.index] = index
    }
    for (index, event) in events.enumerated() {
      let anchor = session.anchors[index]
      for popup in [event.popup, anchor?.pattern.popup ?? .none]
      where submissions.indices.contains(popup.index) && submissions[popup.index] < 0 {
        return SessionFlaw(
          .badOrder, at: index,
          "Popup \(catalog.number(of: popup)) is never submitted; submit it with popup.submitted.")
      }
      if let what = anchor?.violation(on: event, catalog) {
        return SessionFlaw(.badAnchor, at: index, what)
      }
      if event.cause >= 0, let flaw = causeFlaw(index, session) { return flaw }
    }
    return nil
  }

  private static func causeFlaw(_ index: Int, _ session: borrowing Session) -> SessionFlaw? {
    let events = session.log.events
    let cause = events[index].cause
    guard let known = events.index(ofSequence: cause, before: index) else {
      return SessionFlaw(.badValue, at: index, "\"cause\" is \(cause), but no event of this scenario has that id.")
    }
    guard session.anchors[known] == nil else {
      return SessionFlaw(
        .badAnchor, at: index,
        "\"cause\" is \(cause), which has no time of its own; wait for it with \"after\" and \"delay\".")
    }
    return nil
  }
}
