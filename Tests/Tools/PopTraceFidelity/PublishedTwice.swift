import PopAudit
import PopReplay
import PopSimulation
import PopTrace
import PopupScheduling
package import PublishedSchedulers

/// A published scheduler in the same worlds twice: recorded by the instrumented core, and as a scheduler of one's own that only reports.
///
/// What is found in the one is found in the other, and a replay of `v6` comes to the same outcomes with the same grades. Where a session has
/// something of which a report says less, that is its premise, and the session is counted by it.
@MainActor
package struct PublishedTwice {
  /// What a report cannot say as the core does.
  package enum Premise: String, CaseIterable {
    /// The scheduler leaves up what its user dismissed.
    case dismissalHides = "what its user dismisses is off the screen"
    /// It shows what is up, or hides what is not.
    case noContradiction = "nothing is shown while it is up, or hidden while it is not"
    /// It never says anything of a popup.
    case silenceWaits = "what nothing is said of waits"
    /// A page that comes back from one that a tap opened counts as opened by the tap.
    case wayBack = "what follows the way back from a page behind a tap is caused by that"
  }

  package let name: String
  package private(set) var sessions = 0
  /// Of those that are not the same, how many have a premise.
  package private(set) var premises: [Premise: Int] = [:]
  /// In how many findings, and in how many all outcomes of `v6` and their grades, are the same.
  package private(set) var sameFindings = 0
  package private(set) var sameReplays = 0
  /// What differs without a premise.
  package private(set) var differences: [String] = []

  package init(_ scheduler: PublishedScheduler, sessions: Int, seed: UInt64) {
    name = scheduler.name
    for number in 0..<sessions {
      for flavour in [WorldFlavour.visibleTimeOnly, .field] {
        var script = ScriptMaker.script(seed: seed, session: number, flavour: flavour)
        script.isKilled = false
        add(Self.recording(scheduler.makePolicy(), script), "\(name), \(flavour.rawValue), session \(number)")
      }
    }
  }

  private static func recording(_ policy: some SchedulingPolicy, _ script: WorldScript) -> Session {
    LiveWorld(policy: policy, name: "published").run(script)
  }

  private mutating func add(_ recording: Session, _ place: String) {
    let (told, refused, attributed) = ReportedSession.observed(recording)
    sessions += 1
    var premises = Self.premises(of: recording)
    if refused > 0 { premises.insert(.noContradiction) }
    var (one, other) = (Reference(), Reference())
    one.read(recording, identity: .ok)
    var checker = IdentityChecker { _, _ in nil }
    other.read(told, identity: checker.check(told))
    let left = one.found.map(Self.words).sorted(), right = other.found.map(Self.words).sorted()
    if left == right {
      sameFindings += 1
    } else {
      note(premises, "\(place): other findings, \(Self.difference(left, right))")
    }
    // A cause says nothing of what users met, and much of what they would have.
    if attributed > 0 { premises.insert(.wayBack) }
    let (core, report) = (outcomes(of: recording, one), outcomes(of: told, other))
    if core == report {
      sameReplays += 1
    } else if left == right {
      note(premises, "\(place): other outcomes, \(Self.difference(core, report))")
    }
  }

  private mutating func note(_ premises: Set<Premise>, _ difference: String) {
    if premises.isEmpty { differences.append(difference) }
    for premise in premises { self.premises[premise, default: 0] += 1 }
  }

  private func outcomes(of session: Session, _ reference: Reference) -> [String] {
    var evaluator = Evaluator(candidate: StandardPolicy(.v6))
    evaluator.options.listsAllOutcomes = true
    return evaluator.evaluate(session, against: reference).outcomes.filter { $0.candidate != nil }
      .map { "\($0.popup) \(String(describing: $0.candidate)) \($0.grades)" }.sorted()
  }

  private static func difference(_ left: [String], _ right: [String]) -> String {
    let (lost, added) = (Set(left).subtracting(right).sorted(), Set(right).subtracting(left).sorted())
    return "only recorded: \(lost.prefix(3)), only reported: \(added.prefix(3))"
  }

  private static func words(_ finding: Finding) -> String {
    "\(finding.rule.id) \(finding.popup) \(finding.other) \(finding.page) \(finding.time)"
  }

  private static func premises(of session: Session) -> Set<Premise> {
    var premises: Set<Premise> = []
    var up: Set<PopupID> = []
    var silent: Set<PopupID> = []
    var dismissed: (popup: PopupID, time: Ticks)?
    for event in session.events {
      if let (popup, time) = dismissed, event.time > time {
        if up.contains(popup) { premises.insert(.dismissalHides) }
        dismissed = nil
      }
      switch event.kind {
      case .popupSubmitted: silent.insert(event.popup)
      case .popupShown: up.insert(event.popup)
      case .popupHidden: up.remove(event.popup)
      case .popupDismissed where event.act.isUsers && up.contains(event.popup):
        if let (popup, _) = dismissed, up.contains(popup) { premises.insert(.dismissalHides) }
        dismissed = (event.popup, event.time)
      default: break
      }
      if event.kind.isDecision { silent.remove(event.popup) }
    }
    if let (popup, _) = dismissed, up.contains(popup) { premises.insert(.dismissalHides) }
    if !silent.isEmpty { premises.insert(.silenceWaits) }
    return premises
  }

  /// The table of `make fidelity`'s published schedulers, as Markdown.
  package static func markdown(_ rows: [PublishedTwice]) -> String {
    let marks = ["A", "B", "C", "D"]
    var lines = [
      "| scheduler | sessions | same findings | same replay of `v6` | A | B | C | D |",
      "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for row in rows {
      let counts = Premise.allCases.map { String(row.premises[$0] ?? 0) }.joined(separator: " | ")
      lines.append("| `\(row.name)` | \(row.sessions) | \(row.sameFindings) | \(row.sameReplays) | \(counts) |")
    }
    lines.append("")
    lines += zip(marks, Premise.allCases).map { "- \($0): \($1.rawValue)." }
    return lines.joined(separator: "\n")
  }
}
