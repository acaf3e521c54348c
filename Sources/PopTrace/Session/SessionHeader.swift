public import PopupScheduling

/// What is known of a session as a whole.
public struct SessionHeader: Hashable, Sendable {
  /// What tells the session from others; empty where the app did not name it.
  public var session = ""
  /// The app's name.
  public var app = ""
  /// The app's build.
  public var build = ""
  /// The wall-clock time of the start, as ISO 8601 text; never interpreted.
  public var started = ""
  /// How long a tick is.
  public var tick = TickLength.millisecond
  /// The name of the policy that was at work; empty for a scenario.
  public var policy = ""
  /// That policy's whole configuration, as text (`PolicyConfiguration.text`), so that identity can be checked when the name has moved on.
  public var configuration = ""
  /// When the session ended; nil where it was killed (TimeAndTurns, *The end of a session*).
  public var ended: Ticks?
  /// How often the clock stepped back and was clamped (TimeAndTurns, *Times never decrease*).
  public var clampedTimes: Int64 = 0
  /// Whether re-entrant stimuli carry `reentrant`; where not, they are told by their cause and time (TimeAndTurns,
  /// *Re-entrant stimuli*).
  ///
  /// Set by the code that records what a `Scheduler` or a `PopupScheduler` gives: their turns mark such stimuli.
  public var marksReentrantStimuli = false
  /// The operating system and its version, as in `iOS 19.1`.
  public var os = ""
  /// The device's model, as in `iPhone17,1`.
  public var device = ""
  /// The user's locale, as in `de_DE`.
  public var locale = ""
  /// The arms of the experiments that the session took part in: experiment and arm, sorted by experiment.
  public var arms: [HeaderEntry] = []
  /// What else the app has to say of the session, sorted by name.
  public var metadata: [HeaderEntry] = []
  /// How many events were not recorded because they were not what their kind asks for: unknown ids, above all.
  public var refusedEvents: Int64 = 0
  /// How many events were not recorded for want of room; their sequence numbers are missing.
  public var droppedEvents: Int64 = 0
  /// Whether the end of the session was saved from a journal after its process was gone.
  public var isRecovered = false
  /// How many of the first events are the prefix of a snapshot: stimuli from before it that still count.
  public var prefixEvents = 0
  /// Whether its events are what an app reported of a scheduler of its own, which ``policy`` names and which cannot be replayed
  /// (CausalReplay, *Observed sessions*).
  public var isObserved = false
  /// Whether only a recording has such a header, were it killed before its first decision: a policy was at work, or its events are marked.
  var isOfRecording: Bool { !policy.isEmpty || !configuration.isEmpty || marksReentrantStimuli || isObserved }
  /// Makes the header of a session of which nothing is known.
  public init() {}
}

/// A name and what is said of it.
public struct HeaderEntry: Hashable, Sendable {
  /// The name.
  public var name: String
  /// What is said of it.
  public var value: String

  /// Makes an entry.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether an entry stands before another: by the bytes of its name. Two of one name have no order.
  static func isInOrder(_ entry: HeaderEntry, _ next: HeaderEntry) -> Bool {
    entry.name != next.name && entry.name.utf8.lexicographicallyPrecedes(next.name.utf8)
  }
}

/// Something that a session's header says its events are marked with (TimeAndTurns, *Re-entrant stimuli*): `"marks"` in JSON Lines.
enum SessionMark: String, WireNamed {
  case reentrant
  var wireName: String { rawValue }
}

extension SessionHeader {
  /// The most arms, and the most entries of metadata, of a session.
  static let entryLimit = 64
  /// The most bytes of the name of an arm's experiment, or of an entry of metadata.
  static let nameLimit = 128
  /// The most bytes of what is said of it, and of system, device and locale.
  static let valueLimit = 1024

  /// What a later segment says of the session that is not of this one; nil where it all agrees. Counts grow while a session is recorded,
  /// and it may turn out to have been recovered; the rest is known when it begins.
  func disagreement(of later: SessionHeader) -> String? {
    if later.marksReentrantStimuli != marksReentrantStimuli { return "marks are others" }
    if later.isObserved != isObserved { return "scheduler is the app's own in one segment, and not in another" }
    if later.tick != tick {
      return "tick is \(later.tick.microseconds) µs where the session's is \(tick.microseconds) µs"
    }
    let texts: [(String, KeyPath<SessionHeader, String>)] = [
      ("name", \.session), ("app", \.app), ("build", \.build), ("start", \.started), ("policy", \.policy),
      ("configuration", \.configuration), ("system", \.os), ("device", \.device), ("locale", \.locale),
    ]
    for (name, path) in texts where later[keyPath: path] != self[keyPath: path] {
      return "\(name) is \(Quoted(later[keyPath: path])) where the session's is \(Quoted(self[keyPath: path]))"
    }
    if later.arms != arms { return "arms are others" }
    if later.metadata != metadata { return "metadata are others" }
    if later.prefixEvents != prefixEvents {
      return "prefix is \(later.prefixEvents) events where it was \(prefixEvents)"
    }
    if later.refusedEvents < refusedEvents { return "refused events are fewer than before" }
    if later.droppedEvents < droppedEvents { return "dropped events are fewer than before" }
    if isRecovered, !later.isRecovered { return "recovery is denied" }
    return nil
  }

  /// The same header with nothing in it that a reader would refuse: recording does not fail for what an app says of itself.
  var storable: SessionHeader {
    var header = self
    header.os = os.cut(toBytes: Self.valueLimit)
    header.device = device.cut(toBytes: Self.valueLimit)
    header.locale = locale.cut(toBytes: Self.valueLimit)
    header.arms = Self.storable(arms)
    header.metadata = Self.storable(metadata)
    header.clampedTimes = max(0, clampedTimes)
    header.refusedEvents = max(0, refusedEvents)
    header.droppedEvents = max(0, droppedEvents)
    header.prefixEvents = min(max(0, prefixEvents), Int(Int32.max))
    return header
  }

  private static func storable(_ entries: [HeaderEntry]) -> [HeaderEntry] {
    var storable: [HeaderEntry] = []
    let sorted = entries.map {
      HeaderEntry($0.name.cut(toBytes: nameLimit), $0.value.cut(toBytes: valueLimit))
    }
    .enumerated().sorted {
      HeaderEntry.isInOrder($0.element, $1.element) || $0.element.name == $1.element.name && $0.offset < $1.offset
    }
    for (_, entry) in sorted where !entry.name.isEmpty && storable.last?.name != entry.name { storable.append(entry) }
    return Array(storable.prefix(SessionHeader.entryLimit))
  }

  func extraFlaw(events: Int) -> SessionFlaw? {
    if max(os.utf8.count, device.utf8.count, locale.utf8.count) > SessionHeader.valueLimit {
      return SessionFlaw(.badValue, "The header has a text of more than \(SessionHeader.valueLimit) bytes.")
    }
    if let flaw = Self.flaw(in: arms) ?? Self.flaw(in: metadata) { return flaw }
    if refusedEvents < 0 || droppedEvents < 0 {
      return SessionFlaw(.badValue, "The header has fewer than no events lost.")
    }
    guard prefixEvents >= 0, prefixEvents <= events else {
      return SessionFlaw(.badValue, "The header has a prefix of \(prefixEvents) events, and the session has \(events).")
    }
    return nil
  }

  private static func flaw(in entries: [HeaderEntry]) -> SessionFlaw? {
    if entries.count > SessionHeader.entryLimit {
      return SessionFlaw(
        .badValue, "The header has \(entries.count) arms or metadata; the most are \(SessionHeader.entryLimit).")
    }
    for entry in entries where entry.name.isEmpty || entry.name.utf8.count > SessionHeader.nameLimit {
      return SessionFlaw(
        .badValue, "The header has an entry without a name, or with one of more than \(SessionHeader.nameLimit) bytes.")
    }
    for entry in entries where entry.value.utf8.count > SessionHeader.valueLimit {
      return SessionFlaw(
        .badValue, "The header's entry \(Quoted(entry.name)) has more than \(SessionHeader.valueLimit) bytes.")
    }
    for (entry, next) in zip(entries, entries.dropFirst()) where !HeaderEntry.isInOrder(entry, next) {
      return SessionFlaw(
        .badValue,
        "The header's entries \(Quoted(entry.name)) and \(Quoted(next.name)) are not in order, or are the same.")
    }
    return nil
  }
}

extension Session {
  /// Has the prefix of a session that is not all there be what is there of it.
  mutating func settlePrefix() {
    guard header.prefixEvents > 0 else { return }
    let most = Int32(clamping: header.prefixEvents)
    header.prefixEvents = log.events.prefix(header.prefixEvents).prefix { $0.sequence < most }.count
  }
}

extension String {
  /// The text as far as it fits into so many bytes: always a beginning of it, byte by byte.
  func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var cut = ""
    for scalar in unicodeScalars {
      guard cut.utf8.count + UTF8.width(scalar) <= limit else { break }
      cut.unicodeScalars.append(scalar)
    }
    return cut
  }
}
