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
  /// circle; or the popup's own submission never comes. Whether a *decision* comes depends on the policy. Where that takes more than
  /// so many comparisons, whatever is waited for counts as there.
  package func deadAnchors(within comparisons: Int = 10_000_000) -> [Int] {
    guard isScenario, !anchors.isEmpty else { return [] }
    var search = AnchorSearch(self, comparisonsLeft: comparisons)
    return search.dead()
  }
}

/// Finds the anchored stimuli that can happen, beginning with those that wait for nothing but time or a policy.
private struct AnchorSearch {
  private let session: Session
  private var isAlive: [Bool]
  private var indices: [EventKind: [Int]] = [:]
  private var submissions: [PopupID: Int] = [:]
  private var comparisonsLeft: Int

  init(_ session: Session, comparisonsLeft: Int) {
    (self.session, self.comparisonsLeft) = (session, comparisonsLeft)
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
      guard comparisonsLeft > 0 else { return true }
      comparisonsLeft -= 1
      guard session.log.events[index].reduced(to: anchor.fields) == pattern else { continue }
      count += 1
      if count >= anchor.nth || session.anchors[index]?.every == true { return true }
    }
    return false
  }
}

extension Anchor {
  static let timeAndAfter = "\"t\" and \"after\" exclude each other; keep the one that says when it happens."
  static let causeAndAfter = "\"cause\" and \"after\" exclude each other: what is waited for is the cause."
  static let nthAndEvery = "\"nth\" and \"every\" exclude each other."
  static let submittedAgain = "A popup is submitted once: \"every\" would submit the same id again and again."

  /// What is wrong with it and the stimulus that waits for it, as a sentence; nil where nothing is.
  func violation(on event: Event, _ catalog: Catalog) -> String? {
    guard nth >= 1, nth <= Int(Int32.max) else { return "\"nth\" is \(nth); it counts from 1." }
    if every, nth != 1 { return Self.nthAndEvery }
    if every, event.kind == .popupSubmitted { return Self.submittedAgain }
    if delay < .zero { return "\"delay\" is less than 0." }
    if event.time != .zero { return Self.timeAndAfter }
    if event.cause >= 0 { return Self.causeAndAfter }
    guard pattern.popup.index < catalog.popupNumbers.count, pattern.page.index < catalog.pages.count,
      pattern.name.index < catalog.names.texts.count
    else { return "\"after\" refers to something that does not exist." }
    let known = EventSchema.rules(of: pattern.kind).map(\.field)
    for field in fields {
      guard field != .over, known.contains(field) else {
        return "\"after\" names \"\(field.wireName)\", which \(pattern.kind.wireName) does not have."
      }
      guard isGiven(field) else { return "\"after\" names \"\(field.wireName)\" and does not say which." }
    }
    return nil
  }

  private func isGiven(_ field: EventField) -> Bool {
    switch field.slot {
    case .popup: !pattern.popup.isNone
    case .page: !pattern.page.isNone
    case .generation: pattern.generation >= 1
    case .timer: !pattern.timer.isNone
    case .name: !pattern.name.isNone
    case .code(let code): EventContract.isValid(pattern.code, pattern.flags, as: code, isGiven: true)
    case .value, .flag, .scene, .scheduler: true
    case .over, .attributes, .pageAttributes: false
    }
  }
}

extension Event {
  func reduced(to fields: Set<EventField>) -> Event {
    var pattern = Event(kind)
    for field in fields {
      switch field.slot {
      case .popup: pattern.popup = popup
      case .page: pattern.page = page
      case .generation: pattern.generation = generation
      case .timer: pattern.timer = timer
      case .name: pattern.name = name
      case .code(let meaning):
        pattern.code = code
        pattern.flags.formUnion(flags.intersection(meaning.flag))
      case .value: pattern.value = value
      case .flag(let flag): pattern.flags.formUnion(flags.intersection(flag))
      case .scene: pattern.scene = scene
      case .scheduler: pattern.scheduler = scheduler
      case .over, .attributes, .pageAttributes: break
      }
    }
    return pattern
  }
}
