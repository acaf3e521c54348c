#if Tool
import PopAudit
import PopDocument
import PopReport
import PopTrace
import PopupScheduling

/// Looks through all sessions for popups that missed being shown, and why.
struct LikeSessions {
  /// A popup that was not shown.
  struct Missed: Hashable {
    var trace: String
    var session: String
    var popup: Int64
    var name: String
    var ending: LifeEnding

    /// As it is named in what is written.
    var example: ExplanationGroup.Example {
      ExplanationGroup.Example(trace: trace, session: session, popup: popup, name: name)
    }
  }

  /// Only popups of this name; nil for all.
  private let name: String?
  private let policies: PolicyRegistry
  /// How many sessions were looked at, and how many popups that were wanted were submitted in them.
  private(set) var sessions = 0
  private(set) var submissions = 0
  /// In how many sessions that was.
  private(set) var submittingSessions = 0
  /// What was not shown, in the order of the sessions.
  private(set) var missed: [Missed] = []
  /// How long users looked at popups before they dismissed them, in ms, by name and recorded policy.
  private(set) var dwells: [Dwelling: [Int64]] = [:]

  /// What dwells are told apart by.
  struct Dwelling: Hashable {
    var name: String
    var policy: String
  }

  init(named name: String? = nil, _ policies: PolicyRegistry) {
    self.name = name
    self.policies = policies
  }

  /// Takes a run: a recording, or a scenario as a policy ran it.
  ///
  /// - Parameter run: What is looked at of it.
  mutating func add(_ run: PopupExplainer.Run, of origin: SessionOrigin) {
    let session = run.session
    sessions += 1
    var tracker = OutcomeTracker()
    tracker.begin()
    for event in session.events { tracker.take(event) }
    var wanted: [PopupID] = []
    var known: Set<PopupID> = []
    var seen = 0
    for event in session.events where event.kind == .popupSubmitted {
      let text = session.catalog.names.text(session.catalog.spec(event.spec).name)
      guard let outcome = tracker.outcome(of: event.popup) else { continue }
      noteDwell(outcome, text, run)
      guard name == nil || name == text else { continue }
      seen += 1
      if outcome.shown.isEmpty, known.insert(event.popup).inserted { wanted.append(event.popup) }
    }
    let endings = wanted.isEmpty ? [] : LifeEnding.read(wanted, in: session, heeding: run.heeded)
    for (popup, ending) in zip(wanted, endings) {
      // Behind a hole it may have come, so that it counts on neither side.
      if run.endsAtHole, case .waiting = ending {
        seen -= 1
        continue
      }
      missed.append(
        Missed(
          trace: origin.input, session: origin.session.label(index: origin.index),
          popup: session.catalog.number(of: popup),
          name: session.catalog.names.text(session.catalog.spec(tracker.spec(of: popup)).name), ending: ending))
    }
    submissions += seen
    if seen > 0 { submittingSessions += 1 }
  }

  private mutating func noteDwell(_ outcome: RunOutcome, _ name: String, _ run: PopupExplainer.Run) {
    guard outcome.end == .ended(.dismissed) else { return }
    var length = Ticks.zero
    for stay in outcome.shown { length += (stay.until ?? run.session.end) - stay.from }
    let dwelling = Dwelling(name: name, policy: run.name)
    dwells[dwelling, default: []].append(Milliseconds(length, of: run.session.header.tick).microseconds / 1000)
  }

  /// `Elsewhere under v5 Splash was dismissed 53 times, after 2.3 s in the median.`; nil where it was not.
  func dismissals(of name: String, under policy: String) -> String? {
    guard let lengths = dwells[Dwelling(name: name, policy: policy)]?.sorted(), !lengths.isEmpty else { return nil }
    let median = lengths[(lengths.count - 1) / 2]
    let times = lengths.count == 1 ? "once" : "\(grouping(lengths.count)) times"
    let tenths = (median + 50) / 100
    return
      "Elsewhere under \(policy) \(name) was dismissed \(times), after \(grouping(tenths / 10)).\(tenths % 10) s in the median."
  }

  /// Those that missed being shown in the same way.
  func like(_ ending: LifeEnding) -> [Missed] { missed.filter { $0.ending == ending } }

  /// What was not shown by reason, the most frequent first.
  var groups: [ExplanationGroup] {
    var groups: [ExplanationGroup] = []
    var places: [LifeEnding: Int] = [:]
    for miss in missed {
      let place = places[miss.ending] ?? groups.count
      if place == groups.count {
        places[miss.ending] = place
        groups.append(ExplanationGroup(reason: ObstacleWords.reason(of: miss.ending)))
      }
      groups[place].add(miss.example)
    }
    return groups.sorted { ($1.sessions, $1.popups, $0.reason) < ($0.sessions, $0.popups, $1.reason) }
  }
}
#endif
