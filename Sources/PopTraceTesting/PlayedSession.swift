public import PopAudit
public import PopReplay
public import PopTrace
public import PopupScheduling

/// A session played to its end under a policy, in virtual time, and everything that came of it.
///
/// ```swift
/// let played = PlayedSession(session, OurPolicy())
/// print(played.story(.popupShown, .popupHidden))
/// print(played.findings.map(\.because))
/// ```
///
/// A scenario is run live; of a recording, the stimuli are replayed where their causes are in this run.
public struct PlayedSession {
  /// The events of the run, and what they refer to.
  public private(set) var recording: Session
  /// When the run ended.
  public let end: Ticks
  /// How many turns have been recorded.
  public private(set) var turns = 0
  /// How much of a recording took part.
  public let coverage: Coverage
  /// What a reader must know of the replay.
  public let notes: [ReplayNote]
  /// When the first assumption took effect; nil where nothing is assumed.
  public let firstAssumption: Ticks?
  /// When the run first differed from the recording for a user or an app; nil where it never did.
  public let firstDifference: Ticks?
  /// When the policy kept time from going on; nil where time went on to the end.
  public let standstill: Ticks?
  /// Why the session cannot be played, being beyond a limit; nil where it can.
  public let failure: TraceError?
  /// How far the outcome of each popup can be relied on, by `PopupID`.
  public private(set) var grades: [Grade] = []

  public init<Policy: SchedulingPolicy>(
    _ session: Session, _ policy: Policy, _ options: ReplayOptions = ReplayOptions()
  ) {
    var replayer = Replayer(policy: policy)
    replayer.begin(session, options: options)
    recording = Session(header: session.header)
    while replayer.nextTurn() { turns += 1 }
    recording.log = replayer.log
    recording.catalog = replayer.catalog
    end = replayer.end
    coverage = replayer.coverage
    notes = replayer.notes
    firstAssumption = replayer.firstAssumption
    firstDifference = replayer.firstDifference
    standstill = replayer.standstill
    failure = replayer.failure
    for index in session.catalog.popupNumbers.indices { grades.append(replayer.grade(of: PopupID(index))) }
  }

  /// The run as a recording that an instrumented scheduler would have made.
  public func recording(policy: String, configuration: String = "") -> Session {
    var recording = recording
    recording.header.policy = policy
    recording.header.configuration = configuration
    recording.header.ended = end
    recording.header.marksReentrantStimuli = true
    return recording
  }

  /// What the audit finds in the run.
  public var findings: [Finding] {
    var auditor = Auditor()
    auditor.begin(catalog: recording.catalog, tick: recording.header.tick)
    auditor.take(recording.log.events[...])
    auditor.end(at: end, isFinished: standstill == nil)
    return auditor.findings
  }

  /// The events as `t event #popup @page`, one a line: times in ticks, popups and pages by the numbers they go by.
  public var story: [String] { recording.log.events.map { tell($0) } }

  /// Those of some kinds.
  public func story(_ kinds: EventKind...) -> [String] {
    recording.log.events.filter { kinds.contains($0.kind) }.map { tell($0) }
  }

  /// The events of a kind.
  public func all(_ kind: EventKind) -> [Event] { recording.log.events.filter { $0.kind == kind } }
  /// How many notes there are of a kind.
  public func count(_ kind: ReplayNote.Kind) -> Int { notes.count { $0.kind == kind } }

  private func tell(_ event: Event) -> String {
    var text = "\(event.time.rawValue) \(event.kind.wireName)"
    if !event.popup.isNone { text += " #\(recording.catalog.number(of: event.popup))" }
    if event.kind.isAboutPage { text += " @\(recording.catalog.number(of: event.page))" }
    return text
  }
}

extension Session {
  /// Reads a session written as JSON Lines: a scenario of stimuli, or a recording.
  ///
  /// ```swift
  /// let scenario = try Session(
  ///   jsonLines: """
  ///     {"poptrace":1}
  ///     {"t":0,"event":"page.did-appear","page":1,"class":"Home"}
  ///     {"t":100,"event":"popup.submitted","popup":1,"name":"Spring sale","pages":["Home"]}
  ///     {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":2000}
  ///     """)
  /// let recording = PlayedSession(scenario, OurPolicy()).recording
  /// ```
  ///
  /// - Throws: A `TraceError` with the line and the nearest known name, or where the text holds no session or several.
  public init(jsonLines text: String) throws(TraceError) {
    let sessions = try JSONLines.sessions(in: Array(text.utf8))
    guard sessions.count == 1 else {
      throw TraceError(.badOrder, "The text holds \(sessions.count) sessions where it should hold one.")
    }
    self = sessions[0]
  }

  /// The session as JSON Lines.
  public var jsonLines: String {
    var text: [UInt8] = []
    JSONLines.write(self, into: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
