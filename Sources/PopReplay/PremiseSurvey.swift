package import PopTrace
import PopupScheduling

/// Goes through recordings for what they tell of their users: where they were when they visited pages, and after how long they answered.
///
/// ```swift
/// let survey = PremiseSurvey()
/// survey.take(session, ResourceLimits())
/// let premises = Premises(survey.tally)
/// ```
///
/// Nothing is replayed; for one thread. A session is planned as for a replay and then read once, in memory that is used again.
package final class PremiseSurvey {
  /// What they told so far.
  package private(set) var tally = PremiseTally()

  private var planner = SessionPlanner()
  /// What the user sees where the recording has been read to.
  private var visibility = Visibility()
  /// By popup: the stimulus that is its user's last dismissal, and whether there was one already.
  private var answers = OwnedArray<Int32>()
  private var isAnswered = OwnedArray<Bool>()
  /// By popup: whether it counts among those that are up and will be answered.
  private var isAwaiting = OwnedArray<Bool>()
  private var specs = OwnedArray<SpecID>()
  private var scenes = OwnedArray<SceneVisits>()

  /// What was seen of a scene.
  private struct SceneVisits {
    /// How many popups are up that will be answered, and since when one has been.
    var awaiting = 0
    var since = Ticks.zero
    /// For how long one was, on the clock that stands still in the background.
    var answered = Ticks.zero
    var visits = 0
    var seen = 0
    /// When the last popup went that was not left behind on a page; nil where one has come since, or a page.
    var freeSince: Ticks?
  }

  /// Makes a survey of nothing.
  package init() {}

  /// Begins anew.
  package func clear() { tally = PremiseTally() }

  /// Takes a session; a scenario, and one beyond a limit, tells nothing.
  ///
  /// - Complexity: O(n log m) for n events of which m have causes.
  package func take(_ session: Session, _ limits: ResourceLimits) {
    guard !session.isScenario, !session.log.events.isEmpty else { return }
    let plan = planner.plan(session, limits)
    guard plan.plan.excess == nil, plan.plan.count > 0 else { return }
    tally.sessions += 1
    begin(plan)
    read(plan, session)
    for scene in scenes.indices {
      endPause(scene, at: plan.plan.end, plan, isObserved: false)
      tally.visits.add(
        seen: scenes[scene].seen, of: scenes[scene].visits, answered: scenes[scene].answered.rawValue,
        of: visibility.foreground(plan.plan.end).rawValue)
    }
    takeUnanswered(plan, session)
  }

  private func begin(_ plan: SessionPlan) {
    let popups = plan.plan.popups.count
    visibility.begin(popups: popups, scenes: plan.plan.scenes.count)
    answers.removeAll()
    answers.append(repeating: -1, count: popups)
    isAnswered.removeAll()
    isAnswered.append(repeating: false, count: popups)
    isAwaiting.removeAll()
    isAwaiting.append(repeating: false, count: popups)
    specs.removeAll()
    specs.append(repeating: .none, count: popups)
    scenes.removeAll()
    scenes.append(repeating: SceneVisits(), count: plan.plan.scenes.count)
    for item in plan.plan.items.indices where plan.plan.items[item].traits.contains(.dismissal) {
      let popup = plan.plan.events[Int(plan.plan.items[item].index)].popup.index
      if !plan.plan.popups[popup].traits.isExempt { answers[popup] = Int32(truncatingIfNeeded: item) }
    }
  }

  private func read(_ plan: SessionPlan, _ session: Session) {
    var item = 0
    for index in 0..<plan.plan.count {
      let event = plan.plan.events[index]
      if event.kind.isDecision {
        take(event, plan)
        continue
      }
      guard item < plan.plan.items.count, Int(plan.plan.items[item].index) == index else { continue }
      take(event, item, plan, session)
      item += 1
    }
  }

  private func take(_ decision: Event, _ plan: SessionPlan) {
    guard !decision.popup.isNone else { return }
    switch decision.kind {
    case .popupShown:
      if !plan.plan.popups[decision.popup.index].traits.isExempt {
        endPause(plan.plan.popups[decision.popup.index].traits.scene, at: decision.time, plan, isObserved: false)
      }
      visibility.show(decision, plan.plan.popups[decision.popup.index].traits)
      if answers[decision.popup.index] >= 0 { noteAwaited(decision.popup, true, at: decision.time, plan) }
    case .popupHidden:
      visibility.hide(decision, plan.plan.popups[decision.popup.index].traits)
      noteAwaited(decision.popup, false, at: decision.time, plan)
      let traits = plan.plan.popups[decision.popup.index].traits
      if !traits.isExempt, visibility.audiences[traits.scene] == 0 {
        scenes[traits.scene].freeSince = decision.reason == .pageLeft ? nil : decision.time
      }
    default: break
    }
  }

  /// Nobody waits any more for the popup that went last, or the user visits a page.
  private func endPause(_ scene: Int, at time: Ticks, _ plan: SessionPlan, isObserved: Bool) {
    guard let since = scenes[scene].freeSince else { return }
    scenes[scene].freeSince = nil
    tally.visit.add(plan.plan.tick.milliseconds(ceiling: time - since), isObserved: isObserved)
  }

  private func take(_ event: Event, _ item: Int, _ plan: SessionPlan, _ session: Session) {
    switch event.kind {
    case .popupSubmitted where !event.popup.isNone: specs[event.popup.index] = event.spec
    case .popupDismissed where plan.plan.items[item].traits.contains(.dismissal):
      takeAnswer(event, item, plan, session)
    case .appBackground:
      for scene in scenes.indices { endPause(scene, at: event.time, plan, isObserved: false) }
      visibility.enterBackground(at: event.time)
    case .appForeground: visibility.enterForeground(at: event.time)
    default: if event.kind.isAboutPage { takeVisit(event, item, plan) }
    }
  }

  /// A popup that will be answered is up, or no longer is, or no longer will be.
  private func noteAwaited(_ popup: PopupID, _ isUp: Bool, at time: Ticks, _ plan: SessionPlan) {
    guard isAwaiting[popup.index] != isUp else { return }
    isAwaiting[popup.index] = isUp
    let scene = plan.plan.popups[popup.index].traits.scene
    if isUp {
      if scenes[scene].awaiting == 0 { scenes[scene].since = visibility.foreground(time) }
      scenes[scene].awaiting += 1
    } else {
      scenes[scene].awaiting -= 1
      if scenes[scene].awaiting == 0 { scenes[scene].answered += visibility.foreground(time) - scenes[scene].since }
    }
  }

  /// The user begins a page transition that nothing in the recording brought about. What brings the first page of a scene is no visit.
  private func takeVisit(_ event: Event, _ item: Int, _ plan: SessionPlan) {
    let planned = plan.plan.items[item]
    guard planned.traits.contains(.hasAudience) else { return }
    endPause(
      plan.plan.onScreen.scene(of: event.page), at: event.time, plan,
      isObserved: planned.trigger == .time || planned.trigger == .stimulus)
    guard planned.trigger == .time, planned.transition >= 0,
      !plan.plan.transitions[Int(planned.transition)].origin.isNone
    else { return }
    let scene = plan.plan.onScreen.scene(of: event.page)
    scenes[scene].visits += 1
    if scenes[scene].awaiting > 0 { scenes[scene].seen += 1 }
  }

  private func takeAnswer(_ event: Event, _ item: Int, _ plan: SessionPlan, _ session: Session) {
    let popup = event.popup.index
    guard !plan.plan.popups[popup].traits.isExempt else { return }
    if Int(answers[popup]) == item {
      answers[popup] = -1
      noteAwaited(event.popup, false, at: event.time, plan)
    }
    guard !isAnswered[popup] else { return }
    isAnswered[popup] = true
    add(visibility.seen(event.popup, at: event.time), of: popup, session, isObserved: true, to: &tally.dwell)
  }

  /// What was not answered: stays that were cut short, and content.
  private func takeUnanswered(_ plan: SessionPlan, _ session: Session) {
    for popup in plan.plan.popups.indices where !specs[popup].isNone {
      if !isAnswered[popup], visibility.views[popup].shown >= 0, !plan.plan.popups[popup].traits.isExempt {
        add(plan.plan.popups[popup].stay, of: popup, session, isObserved: false, to: &tally.dwell)
      }
      var request = plan.plan.popups[popup].firstRequest
      while request >= 0 {
        let recorded = plan.plan.requests[Int(request)]
        add(recorded.length, of: popup, session, isObserved: recorded.isAnswered, to: &tally.content)
        request = recorded.next
      }
    }
  }

  private func add(
    _ length: Ticks, of popup: Int, _ session: Session, isObserved: Bool, to tally: inout ReactionTally
  ) {
    guard specs[popup].index >= 0, specs[popup].index < session.catalog.specs.count, length >= .zero else { return }
    let spec = session.catalog.spec(specs[popup])
    tally.add(
      session.header.tick.milliseconds(ceiling: length), of: PopupName(session.catalog.names.text(spec.name)),
      spec.kind, isObserved: isObserved)
  }
}

extension TickLength {
  /// The fewest milliseconds that last at least so many ticks.
  func milliseconds(ceiling ticks: Ticks) -> Int64 {
    let microseconds = microseconds(ticks)
    return microseconds / 1000 + (microseconds % 1000 > 0 ? 1 : 0)
  }
}
