import PopupScheduling

/// What a scenario must not say (TimeAndTurns, *Scenario files*): it is to be run, so that everything in it must be able to happen.
enum ScenarioCheck {
  static func flaw(in session: borrowing Session) -> SessionFlaw? {
    let events = session.log.events
    let catalog = session.catalog
    var submissions = Array(repeating: -1, count: catalog.popupNumbers.count)
    for (index, event) in events.enumerated() {
      if event.kind.isDecision {
        return SessionFlaw(
          .badHeader, at: index, "The header says that this is a scenario, but a scenario has no decisions.")
      }
      guard event.kind == .popupSubmitted, submissions.indices.contains(event.popup.index) else { continue }
      let first = submissions[event.popup.index]
      guard first < 0 else {
        return SessionFlaw(
          .badOrder, at: index, after: first,
          "Popup \(catalog.number(of: event.popup)) was submitted already; another submission needs another number.")
      }
      submissions[event.popup.index] = index
    }
    for (index, event) in events.enumerated() {
      let anchor = session.anchors[index]
      for popup in [event.popup, anchor?.pattern.popup ?? .none]
      where submissions.indices.contains(popup.index) && submissions[popup.index] < 0 {
        return SessionFlaw(
          .badOrder, at: index,
          "Popup \(catalog.number(of: popup)) is never submitted; submit it with popup.submitted.")
      }
      if let anchor, let what = AnchorCheck.violation(of: anchor, on: event, catalog) {
        return SessionFlaw(.badAnchor, at: index, what)
      }
      if event.cause >= 0, let flaw = causeFlaw(index, session) { return flaw }
    }
    return nil
  }

  private static func causeFlaw(_ index: Int, _ session: borrowing Session) -> SessionFlaw? {
    let events = session.log.events
    let cause = events[index].cause
    let known = events[..<index].partitioningIndex { $0.sequence >= cause }
    guard known < index, events[known].sequence == cause else {
      return SessionFlaw(.badValue, at: index, "\"cause\" is \(cause), but no event of this scenario has that id.")
    }
    guard session.anchors[known] == nil else {
      return SessionFlaw(
        .badAnchor, at: index,
        "\"cause\" is \(cause), which has no time of its own; wait for it with \"after\" and \"delay\".")
    }
    return nil
  }
}

enum AnchorCheck {
  static let timeAndAfter = "\"t\" and \"after\" exclude each other; keep the one that says when it happens."
  static let causeAndAfter = "\"cause\" and \"after\" exclude each other: what is waited for is the cause."
  static let nthAndEvery = "\"nth\" and \"every\" exclude each other."
  static let submittedAgain = "A popup is submitted once: \"every\" would submit the same id again and again."

  /// What is wrong with an anchor and the stimulus that waits for it, as a sentence; nil where nothing is.
  static func violation(of anchor: Anchor, on event: Event, _ catalog: Catalog) -> String? {
    let pattern = anchor.pattern
    guard anchor.nth >= 1, anchor.nth <= Int(Int32.max) else { return "\"nth\" is \(anchor.nth); it counts from 1." }
    if anchor.every, anchor.nth != 1 { return nthAndEvery }
    if anchor.every, event.kind == .popupSubmitted { return submittedAgain }
    if anchor.delay < .zero { return "\"delay\" is less than 0." }
    if event.time != .zero { return timeAndAfter }
    if event.cause >= 0 { return causeAndAfter }
    guard pattern.popup.index < catalog.popupNumbers.count, pattern.page.index < catalog.pages.count,
      pattern.name.index < catalog.names.texts.count
    else { return "\"after\" refers to something that does not exist." }
    let known = EventSchema.rules(of: pattern.kind).map(\.field)
    for field in anchor.fields {
      guard field != .over, known.contains(field) else {
        return "\"after\" names \"\(field.wireName)\", which \(pattern.kind.wireName) does not have."
      }
      guard isGiven(field, in: pattern) else { return "\"after\" names \"\(field.wireName)\" and does not say which." }
    }
    return nil
  }

  private static func isGiven(_ field: EventField, in pattern: Event) -> Bool {
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
  /// A pattern with nothing in it but some fields of another.
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
