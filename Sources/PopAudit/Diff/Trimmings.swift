import PopTrace
package import PopupScheduling

/// What a run does around its popups, to tell what another run of the session never does (<doc:Diff#What-is-never-done>).
///
/// A scheduler without covers or locks does nothing wrong by itself, so the rules about them are silent on it. Beside one that has them it
/// takes something away.
package struct Trimmings: Sendable {
  private var covers = Count()
  private var locks = Count()

  private struct Count {
    var value = 0
    /// For which kinds of popups, a bit for each.
    var kinds: UInt64 = 0

    mutating func add(_ kinds: UInt64) {
      value += 1
      self.kinds |= kinds
    }

    func isFor(_ kind: PopupKind) -> Bool { kinds & 1 << UInt64(kind.rawValue) != 0 }
  }

  /// Makes those of a run that does nothing.
  package init() {}

  /// Takes the next event of the run.
  ///
  /// - Parameter outcomes: What is known of its popups by then.
  @inline(__always)
  package mutating func take(_ event: Event, _ outcomes: OutcomeTracker, in catalog: Catalog) {
    if event.kind == .coverAdded || event.kind == .inputLocked { count(event, outcomes, in: catalog) }
  }

  private mutating func count(_ event: Event, _ outcomes: OutcomeTracker, in catalog: Catalog) {
    let spec = outcomes.spec(of: event.popup)
    // What is for nobody in particular is for whoever comes.
    let kinds = event.popup.isNone ? UInt64.max : spec.isNone ? 0 : 1 << UInt64(catalog.spec(spec).kind.rawValue)
    if event.kind == .coverAdded { covers.add(kinds) } else { locks.add(kinds) }
  }

  /// What this run does and another run of the session never does, though it shows such popups: one finding for each rule, at the first.
  ///
  /// - Parameters:
  ///   - events: The events of the other run.
  ///   - outcomes: What became of its popups.
  ///   - subject: What this run is called: `the recording`.
  /// - Complexity: O(n) for n events where something is never done, else O(1).
  package func findings(
    missingIn other: Trimmings, _ events: [Event], _ outcomes: OutcomeTracker, in catalog: Catalog, subject: String
  ) -> [Finding] {
    var findings: [Finding] = []
    if covers.value > 0, other.covers.value == 0,
      let event = Self.first(events, outcomes, catalog, where: { covers.isFor($0.kind) && !$0.kind.isExempt })
    {
      let because = "no cover is ever added, where \(subject) adds \(covers.value)"
      findings.append(Self.finding(.cover, event, because))
    }
    if locks.value > 0, other.locks.value == 0,
      let event = Self.first(
        events, outcomes, catalog, where: { locks.isFor($0.kind) && !$0.kind.isExempt && $0.showLength > .zero })
    {
      let times = locks.value == 1 ? "once" : "\(locks.value) times"
      findings.append(Self.finding(.inputLock, event, "input is never locked, where \(subject) locks it \(times)"))
    }
    return findings
  }

  private static func first(
    _ events: [Event], _ outcomes: OutcomeTracker, _ catalog: Catalog, where isSuch: (PopupSpec) -> Bool
  ) -> Event? {
    events.first { event in
      guard event.kind == .popupShown else { return false }
      let spec = outcomes.spec(of: event.popup)
      return !spec.isNone && isSuch(catalog.spec(spec))
    }
  }

  private static func finding(_ rule: Rule, _ event: Event, _ because: String) -> Finding {
    Finding(rule, popup: event.popup, page: event.page, time: event.time, witness: [event.sequence], because: because)
  }
}
