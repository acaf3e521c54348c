import PopupScheduling

// Page visits in a run whose pages may stand elsewhere than in the recording (CausalReplay, *Pages behind a tap*; Rules, *app-misuse*).
extension Run {
  /// Whether a page event can happen in this run; puts the page in that takes the recorded one's place.
  mutating func pass(_ item: Int32, _ kind: EventKind, _ page: inout PageID) -> Bool {
    let transition = Int(planned(item).transition)
    if transition >= 0 {
      if transitions[transition].state == .undecided { decide(transition, item) }
      guard transitions[transition].state == .goesOn else { return false }
    }
    let origin = Int(planned(item).origin)
    if origin >= 0, transitions[origin].state == .goesOn { page = transitions[origin].origin }
    return !planned(item).traits.contains(.wasLegal) || onScreen.allows(kind, page)
  }

  /// A transition begins: it leaves the page that is current now, if the rest of the screen is as it was in the recording.
  private mutating func decide(_ transition: Int, _ item: Int32) {
    let recorded = session.plan.transitions[transition]
    let scene = onScreen.scene(of: event(of: item).page)
    let current = onScreen.current(scene, session.plan.forest)
    transitions[transition].origin = recorded.origin
    transitions[transition].state = .isRefused
    guard !onScreen.isMoving(scene), current.isNone == recorded.origin.isNone,
      onScreen.others(than: current, scene) == recorded.others,
      recorded.destination.isNone || exists(recorded.destination, item),
      current == recorded.origin || current != recorded.destination
    else { return visitElsewhere(item) }
    if current != recorded.origin {
      transitions[transition].origin = current
      // From a page behind a tap the user first comes back.
      if !current.isNone, isBehindTap(current) { visitElsewhere(item) }
      assume(.otherPage, recorded: event(of: item).sequence)
    }
    transitions[transition].state = .goesOn
  }

  private func isBehindTap(_ page: PageID) -> Bool {
    let introduction = session.plan.introductions[page.index]
    return introduction >= 0 && planned(introduction).isReaction
  }

  /// A transition cannot begin here as it did in the recording: the user goes another way, and nobody knows when.
  private mutating func visitElsewhere(_ item: Int32) {
    if isCausal, !session.plan.isScenario { open(.otherPage, recorded: event(of: item).sequence) }
  }

  /// A page behind a tap has appeared on which the recording ends: plans from when on the recording does not know where the user goes.
  mutating func planPageStay(_ item: Int32) {
    let recorded = event(of: item).time
    guard now < recorded else { return }
    queue.insert(
      ScheduledEvent(time: now + (session.plan.end - recorded) + Ticks(1), what: .pageStayUnknown(item: item)))
  }

  mutating func stayOnPageBecomesUnknown(_ item: Int32) {
    let event = event(of: item)
    if onScreen.current(onScreen.scene(of: event.page), session.plan.forest) == event.page {
      open(.pageLongerThanSeen, recorded: event.sequence)
    }
  }
}
