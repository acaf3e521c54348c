import PopupScheduling

/// The end of a session under way: its last minutes, and from before them what still counts.
///
/// Events keep the numbers they were recorded with until a snapshot is made of them.
struct SnapshotStretch {
  private var builder: JournalSessionBuilder
  /// The prefix, and behind it the events from some index of the session on.
  private var log = EventLog()
  private var prefixCount = 0
  /// Whether more counts where the events begin than the prefix says.
  private var hasLost = false
  private let mostEvents: Int
  private let keptTicks: Ticks
  private var lastTime = Ticks.zero

  init(header: SessionHeader, _ options: SnapshotOptions) {
    builder = JournalSessionBuilder(Session(header: header))
    // At least two, even where the app asks for fewer: half of them are left when there are too many, and that is never none.
    mostEvents = max(2, options.mostEvents)
    keptTicks = header.tick.ticks(ceilingMilliseconds: max(0, min(options.keptSeconds, 1 << 32)) * 1000)
  }

  /// How many events are kept.
  var eventCount: Int { log.events.count }

  /// Takes a half's events over, as many as it has by now; those that were taken before are left out.
  mutating func take(_ half: inout JournalRecords) {
    builder.take(&half)
    PageTree.cut(&builder.session.catalog.pages)
    builder.leaveOutWhatCannotBeWritten()
    for event in builder.session.log.events { log.append(event, of: builder.session.log) }
    builder.session.log.removeAll()
    if let last = log.events.last { lastTime = last.time }
  }

  /// Takes note of what has been lost so far.
  mutating func note(_ losses: TraceLosses) { builder.note(losses) }

  /// Leaves out what is too old, or too much, and counts no more.
  mutating func forget() {
    let count = log.events.count
    let oldest = lastTime - keptTicks
    let isFull = count - prefixCount > mostEvents
    guard prefixCount < count, isFull || log.events[prefixCount].time < oldest else { return }
    let session = session()
    // What stands in front of the kept minutes is looked at for a beginning, the latest first.
    let young = log.events[prefixCount...].firstIndex { $0.time >= oldest } ?? count - 1
    let moment = hasLost ? 0 : QuietMoments(of: session).last(notAfter: young)
    if moment > prefixCount {
      cut(session, at: moment)
    } else if isFull || hasLost {
      // Something has been open all the time: half of what is kept goes, and with it what is known of that.
      let index = isFull ? max(young, count - mostEvents / 2) : young
      guard let turn = log.events[index...].firstIndex(where: Self.beginsTurn), turn > prefixCount else { return }
      hasLost = true
      cut(session, at: turn)
    }
  }

  private static func beginsTurn(_ event: Event) -> Bool {
    event.kind.isStimulus && !event.flags.contains(.reentrant)
  }

  private mutating func cut(_ session: Session, at index: Int) {
    let prefix = LastingStimuli.indices(in: session, before: index, goesOn: true)
    var kept = EventLog()
    for index in prefix { kept.append(log.events[index], of: log) }
    for event in log.events[index...] { kept.append(event, of: log) }
    log = kept
    prefixCount = prefix.count
  }

  /// The stretch as a session, whose indexes are those of ``log``.
  private func session() -> Session {
    var session = Session(header: builder.session.header)
    session.catalog = builder.session.catalog
    session.log = log
    session = session.numberedAnew(keeping: 0..<prefixCount, from: prefixCount, hasLost: hasLost)
    session.gaps = []
    session.noteGaps(from: 0)
    return session
  }

  /// The stretch up to the last turn that is known to be whole; nil where there is none behind the prefix.
  ///
  /// - Parameter turnEnd: The number of the first event that may be of a turn under way. A later turn shows that those before it are whole.
  func wholeTurns(before turnEnd: Int32) -> Session? {
    var end = log.events.count
    if let last = log.events.last, last.sequence >= turnEnd {
      end = log.events.lastIndex(where: Self.beginsTurn) ?? 0
    }
    guard end > prefixCount else { return nil }
    var session = session()
    session.log.events.removeLast(log.events.count - end)
    session.gaps.removeAll { $0 >= end }
    CatalogSelection.apply(to: &session)
    return session
  }

  /// The stretch as a session of its own, to be stored.
  ///
  /// - Parameters:
  ///   - number: The how many-th snapshot it is, counted from 1.
  ///   - reason: Why it is taken.
  mutating func snapshot(number: Int, _ reason: String) -> Session {
    forget()
    var session = session()
    session.header.session += "-snapshot-\(number)"
    session.header.metadata.removeAll { $0.name == SnapshotOptions.reasonName }
    session.header.metadata.append(HeaderEntry(SnapshotOptions.reasonName, reason))
    session.header.metadata.sort { $0.name < $1.name }
    CatalogSelection.apply(to: &session)
    return session
  }
}
