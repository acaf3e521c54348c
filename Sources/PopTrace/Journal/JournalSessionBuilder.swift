import PopupScheduling

/// A session put together from what halves of its journal say: for making chunks of them, while it is recorded or afterwards.
///
/// Nothing is taken on trust: an event that refers to something its half does not say is left out, as one that was lost.
struct JournalSessionBuilder: Sendable {
  /// The session: what it refers to, and the events not yet taken from it.
  var session: Session
  private(set) var writtenPages: [Int] = []
  private(set) var hasClosed = false
  private(set) var hasEnded = false
  private(set) var generation: UInt64 = 0
  private(set) var unsoundEvents = 0
  /// How many of them the header does not count as refused yet.
  private var refusedEvents = 0
  private(set) var duplicateEvents = 0
  private(set) var holes = 0
  /// Events that were in the trace and were taken away with it.
  var lostEvents: Int64 = 0
  var lastSequence: Int32 = -1
  var lastTime = Ticks.zero
  private(set) var timersEnd = 0

  private let limits: ResourceLimits
  private(set) var rounds = Rounds()
  /// Popups that were found to have another number than their index, where that number is lost.
  var unknownPopups: Set<PopupID> = []
  /// Names that keep their texts unless these are made up: those known before, or those that chunks have.
  var fixedNames: Range<Int>
  /// How much of the tables chunks say. A later one can say something else only of what they say is unknown.
  var sealed = SegmentBases()
  /// Whether a half is missing in front of others that become chunks one by one.
  var lacksHalf = false
  /// How many made-up names could not have their usual text, because another name has it.
  var spareNames = 0
  private var otherLists: [(list: NameListID, members: [Symbol])] = []
  /// One more than the highest index that the half under way can refer to, in each table.
  private var ends = SegmentBases()

  init(_ session: Session, limits: ResourceLimits = .none) {
    self.session = session
    self.limits = limits
    fixedNames = 0..<session.catalog.names.texts.count
    if let last = session.log.events.last { (lastSequence, lastTime) = (last.sequence, last.time) }
  }

  mutating func take(_ half: inout JournalRecords) {
    generation = half.begin.generation
    rounds.begin(rounds.round + 1)
    hasClosed = false
    writtenPages.removeAll(keepingCapacity: true)
    note(half.begin)
    for table in SegmentBases.tables { ends[keyPath: table] = half.begin.bases[keyPath: table] + half.mostEntries }
    while let record = half.next() { take(record) }
    holes += half.holes
    // All at once, because each change of the lists is a walk through all of them.
    if !otherLists.isEmpty { session.catalog.names.replace(otherLists) }
    otherLists.removeAll(keepingCapacity: true)
  }

  mutating func note(_ losses: TraceLosses) {
    session.header.droppedEvents = max(session.header.droppedEvents, losses.dropped + lostEvents)
    session.header.refusedEvents = max(session.header.refusedEvents, losses.refused)
    session.header.clampedTimes = max(session.header.clampedTimes, losses.clamped)
  }

  private mutating func note(_ begin: JournalBegin) {
    timersEnd = max(timersEnd, begin.bases.timers)
    makeRoom(for: begin.bases)
    note(begin.losses)
  }

  /// Entries that were said in halves which are gone; nothing can refer to them before they are said again.
  private mutating func makeRoom(for bases: SegmentBases) {
    while session.catalog.names.texts.count < bases.names { makeUpName() }
    while session.catalog.names.listCount < bases.lists { session.catalog.names.append([Symbol]()) }
    while session.catalog.specs.count < bases.specs { session.catalog.append(PopupSpec(name: .none)) }
    while session.catalog.pages.count < bases.pages {
      session.catalog.appendPage(numbered: unknownNumber(at: session.catalog.pages.count), PageSpec())
    }
    while session.catalog.popupNumbers.count < bases.popups {
      session.catalog.appendPopup(numbered: unknownNumber(at: session.catalog.popupNumbers.count))
    }
    while session.catalog.changes.count < bases.changes { session.catalog.changes.append(PopupChange()) }
  }

  private mutating func take(_ record: JournalRecords.Record) {
    switch record.kind {
    case .begin: break
    case .close:
      guard let close = JournalBegin(record, limits: limits) else { return }
      hasClosed = true
      note(close)
    case .event: takeEvent(record)
    case .name: takeName(record)
    case .list: takeList(record)
    case .spec: takeSpec(record)
    case .page: takePage(record)
    case .change: takeChange(record)
    case .popup: takePopup(record)
    case .end:
      hasEnded = true
      guard record.words == 3, record[1] == 1, record[2] < UInt64(SlotCheck.timeLimit) else { return }
      session.header.ended = max(Ticks(Int64(record[2])), lastTime)
    }
  }

  private func isWritten(_ id: Int32, in table: Rounds.Table) -> Bool {
    // "None" is written as -1; any other negative number is a mistake of the writer.
    id == -1 || rounds.isWritten(Int(id), in: table)
  }

  private func isWritten(_ references: PopupReferences) -> Bool {
    let (names, lists, pages) = (references.names, references.lists, references.pages)
    return names.indices.allSatisfy { isWritten(names[$0], in: .names) }
      && lists.indices.allSatisfy { isWritten(lists[$0], in: .lists) }
      && pages.indices.allSatisfy { isWritten(pages[$0], in: .pages) }
  }

  /// The index of an entry, where the half can refer to it. Those in front of it that were not said stood in a hole, and have their indices.
  private mutating func index(_ id: Int32, _ table: WritableKeyPath<SegmentBases, Int>, _ limit: Int) -> Int? {
    guard id >= 0, Int(id) < limit, Int(id) < ends[keyPath: table] else { return nil }
    var bases = SegmentBases()
    bases[keyPath: table] = Int(id)
    makeRoom(for: bases)
    return Int(id)
  }

  private mutating func takeName(_ record: JournalRecords.Record) {
    guard let index = index(record.low(1), \.names, limits.namesPerSession),
      let bytes = record.bytes(Int(record.high(1)))
    else { return }
    var reader = ByteReader(Array(bytes), 0..<bytes.count)
    guard let text = try? reader.text(bytes: bytes.count) else { return }
    // A name that is refused keeps its index all the same, so that the names behind it have theirs.
    if index == session.catalog.names.texts.count { makeUpName() }
    if takeName(text, at: index) { rounds.note(index, in: .names) }
  }

  private mutating func takeList(_ record: JournalRecords.Record) {
    let memberCount = Int(record.high(1))
    guard let index = index(record.low(1), \.lists, limits.namesPerSession), memberCount >= 0,
      memberCount <= (record.words - 2) * 2
    else { return }
    var members: [Symbol] = []
    for member in 0..<memberCount {
      let id = member % 2 == 0 ? record.low(2 + member / 2) : record.high(2 + member / 2)
      guard id >= 0, isWritten(id, in: .names) else { return }
      members.append(Symbol(id))
    }
    if index == session.catalog.names.listCount {
      session.catalog.names.append(members)
    } else if !session.catalog.names.list(NameListID(index)).elementsEqual(members) {
      let known = session.catalog.names.list(NameListID(index))
      guard index >= sealed.lists || MadeUpEntries.isUnknown(known) else { return }
      otherLists.append((NameListID(index), members))
    }
    rounds.note(index, in: .lists)
  }

  private mutating func takeSpec(_ record: JournalRecords.Record) {
    guard let index = index(record.low(1), \.specs, limits.entriesPerTable),
      let spec = JournalSpec(record)?.spec.storable(session.header.tick), isWritten(PopupReferences(of: spec))
    else { return }
    if index == session.catalog.specs.count {
      session.catalog.append(spec)
    } else if session.catalog.specs[index] != spec {
      guard index >= sealed.specs || MadeUpEntries.isUnknown(session.catalog.specs[index]) else { return }
      session.catalog.replace(SpecID(index), with: spec)
    }
    rounds.note(index, in: .specs)
  }

  private mutating func takePage(_ record: JournalRecords.Record) {
    guard let index = index(record.low(1), \.pages, limits.entriesPerTable), let page = JournalPage(record),
      isWritten(page.spec.classes.rawValue, in: .lists), isWritten(page.spec.container.rawValue, in: .pages),
      page.spec.container.rawValue < 0 || page.spec.container.index != index, page.number >= 0,
      page.number <= 1 << 53
    else { return }
    if index == session.catalog.pages.count {
      session.catalog.appendPage(numbered: page.number, page.spec)
    } else {
      let known = session.catalog.pageNumbers[index]
      guard index >= sealed.pages || known == page.number || MadeUpEntries.isUnknown(number: known, at: index) else {
        return
      }
      session.catalog.pages[index] = page.spec
      if known != page.number { session.catalog.replace(PageID(index), numbered: page.number) }
    }
    if !isWritten(Int32(index), in: .pages) { writtenPages.append(index) }
    rounds.note(index, in: .pages)
  }

  private mutating func takePopup(_ record: JournalRecords.Record) {
    guard record.words == 3, record[1] < UInt64(limits.entriesPerTable), record[2] <= 1 << 53 else { return }
    let (id, number) = (PopupID(Int(record[1])), Int64(record[2]))
    makeRoom(for: SegmentBases(popups: id.index + 1))
    let known = session.catalog.popupNumbers[id.index]
    if known != number {
      if id.index >= sealed.popups || MadeUpEntries.isUnknown(number: known, at: id.index) {
        session.catalog.replace(id, numbered: number)
      } else {
        unknownPopups.insert(id)
      }
    }
    rounds.note(id.index, in: .popups)
  }

  private mutating func takeChange(_ record: JournalRecords.Record) {
    guard let index = index(record.low(1), \.changes, limits.entriesPerTable),
      let change = JournalChange(record)?.change.storable(session.header.tick),
      isWritten(change.pages?.rawValue ?? -1, in: .lists)
    else { return }
    if index == session.catalog.changes.count {
      session.catalog.changes.append(change)
    } else if session.catalog.changes[index] != change {
      guard index >= sealed.changes || MadeUpEntries.isUnknown(session.catalog.changes[index]) else { return }
      session.catalog.changes[index] = change
    }
    rounds.note(index, in: .changes)
  }

  /// The numbers of popups are their indices unless something else is said.
  private mutating func fillPopups(through id: Int32) {
    guard Int(id) < limits.entriesPerTable else { return }
    if session.catalog.popupNumbers.count < Int(id) { makeRoom(for: SegmentBases(popups: Int(id))) }
    if session.catalog.popupNumbers.count == Int(id) { session.catalog.appendPopup(numbered: Int64(id)) }
    // Of one that is unknown, this half would have said any other number before.
    guard id >= 0, MadeUpEntries.isUnknown(number: session.catalog.popupNumbers[Int(id)], at: Int(id)) else { return }
    session.catalog.replace(PopupID(id), numbered: Int64(id))
  }

  private mutating func takeEvent(_ record: JournalRecords.Record) {
    let event = event(record)
    if let event, event.sequence <= lastSequence {
      duplicateEvents += 1
      return
    }
    guard let event, event.time >= lastTime, session.log.events.count < limits.eventsPerSession else {
      unsoundEvents += 1
      return
    }
    // Before the event counts as the last one: an event that no trace could hold must not decide whether those behind it count.
    var check = SlotCheck(session, after: lastSequence, lastTime)
    guard !refersToUnknown(event), check.violation(of: event, in: session) == nil else {
      unsoundEvents += 1
      refusedEvents += 1
      return
    }
    session.log.events.append(event)
    timersEnd = max(timersEnd, Int(event.timer.rawValue) + 1)
    (lastSequence, lastTime) = (event.sequence, event.time)
  }

  /// The event of a record, with the popups that lost added to the log; nil where it refers to something that is not said.
  private mutating func event(_ record: JournalRecords.Record) -> Event? {
    guard record.words >= JournalRecord.eventWords, let kind = EventKind(rawValue: UInt8(record[7] >> 32 & 0xFF)) else {
      return nil
    }
    var event = Event(kind, time: Ticks(Int64(bitPattern: record[1])))
    event.value = Int64(bitPattern: record[2])
    event.sequence = record.low(3)
    event.cause = record.high(3)
    event.popup = PopupID(record.low(4))
    event.page = PageID(record.high(4))
    event.generation = record.low(5)
    event.timer = TimerID(record.high(5))
    event.name = Symbol(record.low(6))
    event.attributes = record.high(6)
    event.scene = UInt16(truncatingIfNeeded: record[7])
    event.scheduler = UInt16(truncatingIfNeeded: record[7] >> 16)
    event.code = UInt8(record[7] >> 40 & 0xFF)
    event.flags = Event.Flags(rawValue: UInt8(record[7] >> 48 & 0xFF))
    // Under a header that does not say that events are marked, marks would be an error, and readers do without them.
    if !session.header.marksReentrantStimuli { event.flags.remove(.reentrant) }
    guard isWritten(event.name.rawValue, in: .names), isWritten(event.page.rawValue, in: .pages),
      isWritten(event.attributes, in: kind == .popupChanged ? .changes : .specs)
    else { return nil }
    fillPopups(through: event.popup.rawValue)
    guard isNumberKnown(event.popup) else { return nil }
    let lost = Int(record[7] >> 56)
    guard lost <= EventLog.overLimit, record.words >= JournalRecord.eventWords + (lost + 1) / 2 else { return nil }
    if lost > 0 {
      event.overStart = Int32(truncatingIfNeeded: session.log.over.count)
      event.overCount = UInt8(lost)
      for index in 0..<lost {
        let word = JournalRecord.eventWords + index / 2
        let popup = PopupID(index % 2 == 0 ? record.low(word) : record.high(word))
        fillPopups(through: popup.rawValue)
        guard isNumberKnown(popup) else { return nil }
        session.log.over.append(popup)
      }
    }
    return event
  }

  /// Leaves out containers that close a circle and events about popups whose numbers are lost, and counts events that no trace could hold: a
  /// recording does not fail for what a scheduler got wrong. Their sequence numbers are then missing.
  ///
  /// - Parameter index: The first event that is not in a trace already.
  mutating func leaveOutWhatCannotBeWritten(from index: Int = 0) {
    PageForest.cut(&session.catalog.pages)
    if !unknownPopups.isEmpty {
      let left = session.log.events[index...].filter { !refersToUnknown($0) }
      let count = session.log.events.count - index - left.count
      session.log.events.replaceSubrange(index..., with: left)
      unsoundEvents += count
      refusedEvents += count
    }
    session.header.refusedEvents += Int64(refusedEvents)
    refusedEvents = 0
  }
}
