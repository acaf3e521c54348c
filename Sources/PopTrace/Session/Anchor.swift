public import PopupScheduling

/// What a stimulus of a scenario waits for in place of a time (TimeAndTurns, *Scenario files*, `after`).
public struct Anchor: Hashable, Sendable {
  /// The event waited for: slots that are not named in ``fields`` do not count.
  public var pattern: Event
  /// Which fields of the pattern must match, besides its kind.
  public var fields: Set<EventField>
  /// Which occurrence, counted from 1 since the stimulus's popup was submitted.
  public var nth: Int
  /// Whether the stimulus follows every occurrence.
  public var every: Bool
  /// How long after it the stimulus happens.
  public var delay: Ticks

  /// Makes an anchor on the first occurrence of an event.
  public init(pattern: Event, fields: Set<EventField>, nth: Int = 1, every: Bool = false, delay: Ticks = .zero) {
    self.pattern = pattern
    self.fields = fields
    self.nth = nth
    self.every = every
    self.delay = delay
  }
}

extension Session {
  /// The stimuli of a scenario that can never happen, as places in the log: what they wait for is never there.
  ///
  /// What they wait for is a stimulus that no other line brings about, or not as often as `nth` asks for; lines wait for each other in a
  /// circle; or the popup's own submission never comes. Whether a *decision* comes depends on the policy. After ten million comparisons,
  /// those that are left count as alive.
  package var deadAnchors: [Int] {
    guard isScenario, !anchors.isEmpty else { return [] }
    var search = AnchorSearch(self)
    return search.dead()
  }
}

/// Finds the anchored stimuli that can happen, beginning with those that wait for nothing but time or a policy.
private struct AnchorSearch {
  private let session: Session
  private var isAlive: [Bool]
  private var indices: [EventKind: [Int]] = [:]
  private var submissions: [PopupID: Int] = [:]
  private var comparisonsLeft = 10_000_000

  init(_ session: Session) {
    self.session = session
    isAlive = session.log.events.indices.map { session.anchors[$0] == nil }
    for (index, event) in session.log.events.enumerated() {
      indices[event.kind, default: []].append(index)
      if event.kind == .popupSubmitted { submissions[event.popup] = index }
    }
  }

  mutating func dead() -> [Int] {
    var waiting = session.anchors.keys.sorted()
    while true {
      let still = waiting.filter { index in
        guard let anchor = session.anchors[index] else { return true }
        // If it can happen as far as is known, it is alive from now on.
        isAlive[index] = isFired(anchor, besides: index) && isSubmitted(index, anchor)
        return !isAlive[index]
      }
      guard still.count < waiting.count else { return still }
      waiting = still
    }
  }

  private func isSubmitted(_ index: Int, _ anchor: Anchor) -> Bool {
    let own = session.log.events[index].kind == .popupSubmitted ? PopupID.none : session.log.events[index].popup
    return [own, anchor.pattern.popup].allSatisfy { popup in
      guard !popup.isNone, let submission = submissions[popup] else { return true }
      return isAlive[submission]
    }
  }

  private mutating func isFired(_ anchor: Anchor, besides own: Int) -> Bool {
    let pattern = anchor.pattern.reduced(to: anchor.fields)
    // Decisions are the policy's, timers its own, and animations end by themselves.
    guard pattern.kind.isStimulus, pattern.kind != .timerFired, pattern.kind != .animationFinished else { return true }
    var count = 0
    for index in indices[pattern.kind] ?? [] where index != own && isAlive[index] {
      comparisonsLeft -= 1
      guard comparisonsLeft > 0 else { return true }
      guard session.log.events[index].reduced(to: anchor.fields) == pattern else { continue }
      count += 1
      if count >= anchor.nth || session.anchors[index]?.every == true { return true }
    }
    return false
  }
}
