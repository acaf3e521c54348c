import PopupScheduling

/// The last part of a session under way, and from before it what still counts: what a session can begin with that is recorded from now on.
///
/// Events keep the numbers that they have.
struct SessionStretch {
  /// The prefix, and behind it the events from some index of the session on.
  private(set) var log = EventLog()
  private(set) var prefixCount = 0
  /// Whether more counts where the events begin than the prefix says.
  private var hasLost: Bool
  /// The number of the first event behind the prefix, where there is none yet.
  private var firstSequence: Int32 = 0
  private let mostEvents: Int
  private let keptTicks: Ticks

  init(mostEvents: Int, kept: Ticks, hasLost: Bool = false) {
    self.hasLost = hasLost
    // At least two, even where the app asks for fewer: half of them are left when there are too many, and that is never none.
    self.mostEvents = max(2, mostEvents)
    keptTicks = kept
  }

  var count: Int { log.events.count }

  mutating func append(from index: Int = 0, of other: borrowing EventLog) { log.append(from: index, of: other) }

  /// Begins with a whole session, which may have a prefix of its own.
  mutating func begin(with session: Session, _ numbers: Renumbering?) {
    log = session.log
    prefixCount = session.header.prefixEvents
    hasLost = session.gaps.contains(prefixCount)
    firstSequence = numbers?.first ?? 0
  }

  /// Leaves out what is too old, or too much, and counts no more.
  mutating func forget(_ header: SessionHeader, _ catalog: Catalog) {
    let oldest = (log.events.last?.time ?? .zero) - keptTicks
    let isFull = count - prefixCount > mostEvents
    guard prefixCount < count, isFull || log.events[prefixCount].time < oldest else { return }
    let session = session(header, catalog).session
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

  /// The index in the log at which the last turn begins.
  var lastTurn: Int { log.events.lastIndex(where: Self.beginsTurn) ?? 0 }

  private static func beginsTurn(_ event: Event) -> Bool { event.kind.isStimulus && !event.flags.contains(.reentrant) }

  private mutating func cut(_ session: Session, at index: Int) {
    let prefix = LastingStimuli.indices(in: session, before: index, goesOn: true)
    var kept = EventLog()
    for index in prefix { kept.append(log.events[index], of: log) }
    kept.append(from: index, of: log)
    firstSequence = max(firstSequence, (log.events.last?.sequence ?? -1) + 1)
    log = kept
    prefixCount = prefix.count
  }

  /// The stretch as a session of its own, and how the numbers of the events that follow change.
  func session(_ header: SessionHeader, _ catalog: Catalog) -> (session: Session, numbers: Renumbering) {
    var session = Session(header: header)
    session.catalog = catalog
    session.log = log
    var (result, numbers) = session.numberedAnew(
      keeping: 0..<prefixCount, from: prefixCount, next: firstSequence, hasLost: hasLost)
    result.gaps = []
    result.noteGaps()
    return (result, numbers)
  }

  /// The stretch from the last moment on at which nothing was open: without an event but for the prefix where nothing is open now, between two
  /// turns.
  func sessionFromQuietMoment(_ header: SessionHeader, _ catalog: Catalog) -> (session: Session, numbers: Renumbering) {
    let (whole, _) = session(header, catalog)
    let moments = QuietMoments(of: whole)
    let moment = hasLost ? 0 : moments.isQuietAtEnd ? count : moments.last(notAfter: count)
    var latest = self
    if moment > prefixCount { latest.cut(whole, at: moment) }
    return latest.session(header, catalog)
  }
}

/// How numbers change where a session's beginning is left out: events and timers are counted anew from 0.
struct Renumbering {
  /// What the prefix has instead, by what it had; and the other way round.
  private var prefix: [Int32: Int32] = [:]
  private var before: [Int32] = []
  /// The first number behind what is left out, and by how much it and all later ones change.
  let first: Int32
  private var shift: Int32 = 0
  private var firstTimer: TimerID?

  /// - Parameter first: The number of the first event that stays, but for a prefix.
  init(from first: Int32) { self.first = first }

  /// Whether numbers stay what they are.
  var isIdentity: Bool { prefix.isEmpty && shift == 0 }

  /// Takes an event into the prefix, as the next one of it.
  mutating func takePrefix(_ event: inout Event) {
    let number = Int32(truncatingIfNeeded: prefix.count)
    prefix[event.sequence] = number
    before.append(event.sequence)
    event.sequence = number
    event.cause = prefix[event.cause] ?? -1
    // It has a turn of its own now: what brought it about in the middle of another is not there.
    event.flags.remove(.reentrant)
  }

  /// Behind the prefix a number is left out where more than these counted.
  mutating func endPrefix(hasLost: Bool) { shift = Int32(truncatingIfNeeded: prefix.count + (hasLost ? 1 : 0)) - first }

  mutating func change(_ event: inout Event) {
    event.sequence += shift
    event.cause = event.cause >= first ? event.cause + shift : prefix[event.cause] ?? -1
    guard !event.timer.isNone else { return }
    if firstTimer == nil, event.kind == .timerSet { firstTimer = event.timer }
    event.timer = TimerID(max(0, event.timer.rawValue - (firstTimer?.rawValue ?? 0)))
  }

  /// Gives an event the numbers back that it had.
  func undo(_ event: inout Event) {
    event.sequence = undone(event.sequence)
    if event.cause >= 0 { event.cause = undone(event.cause) }
    if !event.timer.isNone { event.timer = TimerID(event.timer.rawValue + (firstTimer?.rawValue ?? 0)) }
  }

  private func undone(_ number: Int32) -> Int32 { number < before.count ? before[Int(number)] : number - shift }
}
