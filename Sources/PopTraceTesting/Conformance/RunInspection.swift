import PopupScheduling

/// Looks through the events of a run for what no policy may do.
struct RunInspection {
  /// What was found first of each requirement.
  private(set) var found: [ConformanceRequirement: String] = [:]

  /// The fields that each kind of event asks for, by its number.
  private static let required: [[EventField]] = (0...255).map { number in
    guard let kind = EventKind(rawValue: UInt8(number)) else { return [] }
    return EventSchema.rules(of: kind).filter(\.isRequired).map(\.field)
  }

  private let catalog: Catalog
  private let roots: Set<Int32>
  private var submissions: [PopupID: Int] = [:]
  private var closings: [PopupID: Int] = [:]
  private var generations: [PopupID: Int32] = [:]
  private var timers: Set<TimerID> = []

  init<Policy>(_ run: ScriptRun<Policy>) {
    catalog = run.scheduler.turn.catalog
    roots = run.roots
    if let excess = run.excess { found[.bounded] = excess }
    for event in run.scheduler.turn.log.events {
      if event.kind.isStimulus { take(event) } else { look(at: event) }
    }
  }

  private mutating func note(_ requirement: ConformanceRequirement, _ event: Event, _ words: String) {
    if found[requirement] == nil { found[requirement] = "\(event.words(in: catalog)) \(words)" }
  }

  private mutating func take(_ event: Event) {
    guard roots.contains(event.sequence) || event.flags.contains(.reentrant) else {
      return note(.wellFormed, event, "is a stimulus that nobody but the policy made")
    }
    if event.kind == .popupSubmitted { submissions[event.popup, default: 0] += 1 }
    if event.kind == .timerFired { timers.remove(event.timer) }
  }

  private mutating func look(at event: Event) {
    for field in Self.required[Int(event.kind.rawValue)] where !event.has(field) {
      note(.wellFormed, event, "lacks its \(field.wireName)")
    }
    if !event.popup.isNone, submissions[event.popup] == nil {
      note(.knownSubjects, event, "is about a popup that was not submitted")
    }
    if !event.page.isNone, event.page.index >= catalog.pages.count {
      note(.knownSubjects, event, "is about a page that is not known")
    }
    switch event.kind {
    case .popupShown, .popupHidden: lookAtPresentation(event)
    case .callback: lookAtCallback(event)
    case .timerSet, .timerCancelled: lookAtTimer(event)
    default: break
    }
  }

  private mutating func lookAtPresentation(_ event: Event) {
    let last = generations[event.popup, default: 0]
    if event.kind == .popupShown {
      if event.generation != last + 1 { note(.presentations, event, "should be presentation \(last + 1)") }
      generations[event.popup] = event.generation
    } else if last == 0 {
      note(.presentations, event, "comes though it was never shown")
    } else if event.generation != last {
      note(.presentations, event, "should be of presentation \(last)")
    }
  }

  private mutating func lookAtCallback(_ event: Event) {
    guard !event.name.isNone, event.name.index < catalog.names.texts.count,
      catalog.names.text(event.name) == "closed", !event.popup.isNone
    else { return }
    closings[event.popup, default: 0] += 1
    let (closed, submitted) = (closings[event.popup, default: 0], submissions[event.popup, default: 0])
    if closed > submitted {
      note(.closedOnce, event, "is closed \(closed) times, for \(submitted) submission\(submitted == 1 ? "" : "s")")
    }
  }

  private mutating func lookAtTimer(_ event: Event) {
    if event.kind == .timerSet {
      if event.at < event.time { note(.timers, event, "is set for \(event.at.rawValue), which is past") }
      timers.insert(event.timer)
    } else if timers.remove(event.timer) == nil {
      note(.timers, event, "cancels a timer that is not outstanding")
    }
  }
}

extension Event {
  /// Whether a field that its kind asks for is there.
  fileprivate func has(_ field: EventField) -> Bool {
    switch field {
    case .popup: !popup.isNone
    case .page: !page.isNone
    case .generation: generation > 0
    case .reason: flags.contains(.hasReason)
    case .timer: !timer.isNone
    case .name, .action, .state, .user, .responder, .what, .message: !name.isNone
    default: true
    }
  }
}
