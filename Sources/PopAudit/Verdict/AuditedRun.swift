import PopReplay
import PopTrace
package import PopupScheduling

/// One run, recorded or replayed, with what was found in it and the outcome of every popup. Used again for run after run.
struct AuditedRun: Sendable {
  private(set) var auditor = Auditor()
  private(set) var outcomes = OutcomeTracker()
  private(set) var fingerprints = FingerprintList()
  private(set) var trimmings = Trimmings()
  /// What was found with what is never done among it; nil where there is nothing of that sort.
  private var completed: [Finding]?
  /// The events that were played; of no use after a recording was read, which has its own.
  var log = EventLog()
  /// How many events of a run under way have been taken.
  private var followed = 0

  var findings: [Finding] { completed ?? auditor.findings }

  /// Reads a recording, as if it had been cut off at an instant where one is given.
  mutating func read(_ session: Session, upTo cut: Ticks? = nil) {
    begin(
      session, marksReentrantStimuli: session.header.marksReentrantStimuli, isObserved: session.header.isObserved)
    let events = session.log.events
    take(cut.map { cut in events.prefix { $0.time <= cut } } ?? events[...], session.catalog)
    auditor.end(at: cut ?? session.end, isFinished: cut == nil && session.isFinished)
    fingerprints.read(findings, of: outcomes, in: session.catalog)
  }

  private mutating func begin(_ session: Session, marksReentrantStimuli: Bool, isObserved: Bool = false) {
    auditor.begin(
      catalog: session.catalog, tick: session.header.tick, marksReentrantStimuli: marksReentrantStimuli,
      isObserved: isObserved)
    outcomes.begin()
    trimmings = Trimmings()
    completed = nil
  }

  private mutating func take(_ events: ArraySlice<Event>, _ catalog: Catalog) {
    auditor.take(events)
    // Of most events nothing but the kind is looked at.
    for index in events.indices {
      let kind = events[index].kind
      outcomes.take(kind) { events[index] }
      if Trimmings.counts(kind) { trimmings.take(events[index], outcomes, in: catalog) }
    }
  }

  private mutating func complete(beside other: Other, _ events: [Event], _ catalog: Catalog) {
    let missing = other.trimmings.findings(
      missingIn: trimmings, events, outcomes, in: catalog, subject: other.subject)
    guard !missing.isEmpty else { return }
    var all = auditor.findings
    for finding in missing { all.insert(finding, at: all.firstIndex { $0.time > finding.time } ?? all.endIndex) }
    completed = all
  }
}

// A run that is audited while it is played.
extension AuditedRun {
  /// What a run is compared with, as far as it takes part in what is found in it.
  typealias Other = (trimmings: Trimmings, subject: String)

  /// Begins to follow a run of a session that is about to be played.
  mutating func follow(_ session: Session) {
    begin(session, marksReentrantStimuli: true)
    followed = 0
  }

  /// Whether nothing of the run that is followed has been taken.
  var isUntouched: Bool { followed == 0 }

  /// Takes what the run that is followed has come to since.
  mutating func goOn<Policy>(with replayer: Replayer<Policy>) {
    auditor.learn(replayer.catalog)
    take(replayer.log.events[followed...], replayer.catalog)
    followed = replayer.log.events.count
  }

  /// The run that is followed is over.
  mutating func end<Policy>(with replayer: Replayer<Policy>, of session: Session, beside other: Other?) {
    goOn(with: replayer)
    let isFinished = replayer.standstill == nil && (session.isScenario || session.isFinished)
    auditor.end(at: replayer.end, isFinished: isFinished)
    if let other { complete(beside: other, replayer.log.events, replayer.catalog) }
    fingerprints.read(findings, of: outcomes, in: replayer.catalog)
  }

  /// Takes over all that was found in another run so far, to follow one that parts from it.
  mutating func part(from other: AuditedRun) {
    auditor.copy(from: other.auditor)
    outcomes.copy(from: other.outcomes)
    trimmings = other.trimmings
    completed = nil
    followed = other.followed
  }
}

/// What a run does around its popups, to tell what another run of the session never does (<doc:Diff#What-is-never-done>).
///
/// A scheduler without covers or locks does nothing wrong by itself. Beside one that has them it takes something away.
package struct Trimmings: Sendable {
  /// How many there are, and for which kinds of popups, a bit for each.
  private var covers = (count: 0, kinds: UInt64(0))
  private var locks = (count: 0, kinds: UInt64(0))

  package init() {}

  static func counts(_ kind: EventKind) -> Bool { kind == .coverAdded || kind == .inputLocked }

  package mutating func take(_ event: Event, _ outcomes: OutcomeTracker, in catalog: Catalog) {
    guard Self.counts(event.kind) else { return }
    let spec = outcomes.spec(of: event.popup)
    // What is for nobody in particular is for whoever comes.
    let kinds = event.popup.isNone ? UInt64.max : spec.isNone ? 0 : 1 << UInt64(catalog.spec(spec).kind.rawValue)
    if event.kind == .coverAdded {
      covers = (covers.count + 1, covers.kinds | kinds)
    } else {
      locks = (locks.count + 1, locks.kinds | kinds)
    }
  }

  /// What this run does and another run of the session never does, though it shows such popups: one finding for each rule, at the first.
  package func findings(
    missingIn other: Trimmings, _ events: [Event], _ outcomes: OutcomeTracker, in catalog: Catalog, subject: String
  ) -> [Finding] {
    var findings: [Finding] = []
    func look(_ rule: Rule, _ kinds: UInt64, _ because: String, where isSuch: (PopupSpec) -> Bool = { _ in true }) {
      let first = events.first { event in
        let id = event.kind == .popupShown ? outcomes.spec(of: event.popup) : .none
        guard !id.isNone else { return false }
        let spec = catalog.spec(id)
        return !spec.kind.isExempt && kinds & 1 << UInt64(spec.kind.rawValue) != 0 && isSuch(spec)
      }
      guard let event = first else { return }
      findings.append(
        Finding(
          rule, popup: event.popup, page: event.page, time: event.time, witness: [event.sequence], because: because))
    }
    if covers.count > 0, other.covers.count == 0 {
      look(.cover, covers.kinds, "no cover is ever added, where \(subject) adds \(covers.count)")
    }
    if locks.count > 0, other.locks.count == 0 {
      let times = locks.count == 1 ? "once" : "\(locks.count) times"
      look(.inputLock, locks.kinds, "input is never locked, where \(subject) locks it \(times)") {
        $0.showLength > .zero
      }
    }
    return findings
  }
}
