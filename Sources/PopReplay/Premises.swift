package import PopTrace
import PopupScheduling

/// What replays take for granted of an app's users, worked out once over all of its sessions (<doc:CausalReplay#Premises>).
///
/// The same for any order of the sessions, and however they are split among files and threads.
package struct Premises: Hashable, Sendable {
  package let sessions: Int
  package let visits: VisitCounts
  package let reactions: ReactionModel
  /// A hash of all of it, as 16 hexadecimal digits: what was judged with other premises cannot be compared.
  package let digest: String

  package init(_ tally: PremiseTally) {
    var reactions = ReactionModel()
    reactions.dwell = ReactionModel.Answers(tally.dwell)
    reactions.content = ReactionModel.Answers(tally.content)
    reactions.visit = ReactionCurve(enough: tally.visit)
    self.init(sessions: tally.sessions, visits: tally.visits, reactions: reactions)
  }

  package init(sessions: Int, visits: VisitCounts, reactions: ReactionModel) {
    self.sessions = sessions
    self.visits = visits
    self.reactions = reactions
    let text = String(XXH64.hash(Self.content(sessions, visits, reactions)), radix: 16)
    digest = String(repeating: "0", count: 16 - text.count) + text
  }
}

/// What sessions tell of an app's users, added up in any order.
package struct PremiseTally: Hashable, Sendable {
  package var sessions = 0
  package var visits = VisitCounts()
  package var dwell = ReactionTally()
  package var content = ReactionTally()
  /// How long users take to visit a page after a popup went.
  package var visit = DurationHistogram()

  package init() {}

  package static func += (lhs: inout PremiseTally, rhs: PremiseTally) {
    lhs.sessions = lhs.sessions.addingClamped(rhs.sessions)
    lhs.visits += rhs.visits
    lhs.dwell += rhs.dwell
    lhs.content += rhs.content
    lhs.visit += rhs.visit
  }
}

/// How many page visits of a corpus began under a popup that its user answered later, and how many would have if visits took no notice of
/// popups (<doc:CausalReplay#Visits-that-wait>).
package struct VisitCounts: Hashable, Sendable {
  package var seen: Int
  package var expectedMillionths: Int

  package init(seen: Int = 0, expectedMillionths: Int = 0) {
    self.seen = seen
    self.expectedMillionths = expectedMillionths
  }

  /// With fewer expected visits than this nothing can be told.
  private static var leastExpected: Int { 20_000_000 }

  /// Of so many expected visits one at most may be seen where users do not visit a page past a popup.
  private static var expectedForEach: Int { 20 }

  /// What the users of the app do: they wait where of at least 20 expected visits under 5 % were seen.
  package var decision: ReplayOptions.Visits {
    guard expectedMillionths >= Self.leastExpected else { return .free }
    return seen <= (expectedMillionths - 1) / (Self.expectedForEach * 1_000_000) ? .wait : .free
  }

  /// How many would have, rounded.
  package var expected: Int { expectedMillionths / 1_000_000 + (expectedMillionths % 1_000_000 >= 500_000 ? 1 : 0) }

  /// Counts a scene of a session: its visits begun under a popup that was answered later, of all its visits; and for how long such popups were
  /// up, of how long the session was in the foreground.
  mutating func add(seen: Int, of visits: Int, answered: Int64, of length: Int64) {
    self.seen = self.seen.addingClamped(seen)
    guard visits > 0, answered > 0, length >= answered else { return }
    // Full width, and rounded down: a length may be anything.
    let product = UInt64(answered).multipliedFullWidth(by: UInt64(visits) * 1_000_000)
    let expected = UInt64(length).dividingFullWidth(product).quotient
    expectedMillionths = expectedMillionths.addingClamped(Int(clamping: expected))
  }

  package static func += (lhs: inout VisitCounts, rhs: VisitCounts) {
    lhs.seen = lhs.seen.addingClamped(rhs.seen)
    lhs.expectedMillionths = lhs.expectedMillionths.addingClamped(rhs.expectedMillionths)
  }
}

extension Int {
  /// The sum of two counts, which no order of adding changes; the largest number where it is beyond that.
  func addingClamped(_ other: Int) -> Int {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? .max : sum
  }
}

extension Premises {
  /// Goes through recordings for what they tell of their users: where they were when they visited pages, and after how long they answered.
  /// A session that was planned for a replay is read once more, on one thread, in memory that is used again.
  package final class Survey {
    // The survey calls no code that could call it again before it returns.
    @safe @exclusivity(unchecked) package private(set) var tally = PremiseTally()

    @safe @exclusivity(unchecked) private var session = SessionPlan()
    private let none = SessionPlan()
    /// What the user sees where the recording has been read to.
    @safe @exclusivity(unchecked) private var visibility = Visibility()
    @safe @exclusivity(unchecked) private var popups = OwnedArray<PopupAnswers>()
    @safe @exclusivity(unchecked) private var scenes = OwnedArray<SceneVisits>()

    private struct PopupAnswers {
      /// The stimulus that is its user's last dismissal, while that is to come.
      var last: Int32 = -1
      var isAnswered = false
      /// Whether it counts among those that are up and will be answered.
      var isAwaiting = false
      var spec = SpecID.none
    }

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

    package init() {}

    /// Lets go of the memory that the largest session took.
    package func giveMemoryBack() {
      visibility = Visibility()
      popups = OwnedArray()
    }

    /// Takes a session that was planned, and gives what it tells of visits; a scenario, and one beyond a limit, tells nothing.
    ///
    /// - Complexity: O(n) for n events.
    @discardableResult
    package func take(_ session: Session, planned plan: SessionPlan) -> VisitCounts {
      var visits = VisitCounts()
      guard !session.isScenario, plan.plan.excess == nil, plan.plan.count > 0 else { return visits }
      self.session = plan
      defer { self.session = none }
      let end = plan.plan.end
      tally.sessions += 1
      visibility.begin(popups: self.session.plan.popups.count, scenes: self.session.plan.scenes.count)
      popups.fill(PopupAnswers(), count: self.session.plan.popups.count)
      scenes.fill(SceneVisits(), count: self.session.plan.scenes.count)
      for item in self.session.plan.items.indices where self.session.plan.items[item].traits.contains(.dismissal) {
        let popup = self.session.plan.event(of: Int32(truncatingIfNeeded: item)).popup.index
        if !traits(popup).isExempt { popups[popup].last = Int32(truncatingIfNeeded: item) }
      }
      read(session)
      for scene in scenes.indices {
        endPause(scene, at: end, isObserved: false)
        visits.add(
          seen: scenes[scene].seen, of: scenes[scene].visits, answered: scenes[scene].answered.rawValue,
          of: visibility.foreground(end).rawValue)
      }
      tally.visits += visits
      takeUnanswered(session)
      return visits
    }

    private func traits(_ popup: Int) -> PopupTraits { session.plan.popups[popup].traits }

    private func read(_ recording: Session) {
      var item = 0
      for index in 0..<session.plan.count {
        let event = session.plan.events[index]
        if event.kind.isDecision {
          take(event)
          continue
        }
        guard item < session.plan.items.count, Int(session.plan.items[item].index) == index else { continue }
        take(event, item, recording)
        item += 1
      }
    }

    private func take(_ decision: Event) {
      guard !decision.popup.isNone else { return }
      let traits = traits(decision.popup.index)
      switch decision.kind {
      case .popupShown:
        if !traits.isExempt { endPause(traits.scene, at: decision.time, isObserved: false) }
        visibility.show(decision, traits)
        if popups[decision.popup.index].last >= 0 { noteAwaited(decision.popup, true, at: decision.time) }
      case .popupHidden:
        visibility.hide(decision, traits)
        noteAwaited(decision.popup, false, at: decision.time)
        if !traits.isExempt, visibility.audiences[traits.scene] == 0 {
          scenes[traits.scene].freeSince = decision.reason == .pageLeft ? nil : decision.time
        }
      default: break
      }
    }

    /// Nobody waits any more for the popup that went last, or the user visits a page.
    private func endPause(_ scene: Int, at time: Ticks, isObserved: Bool) {
      guard let since = scenes[scene].freeSince else { return }
      scenes[scene].freeSince = nil
      tally.visit.add(milliseconds(time - since), isObserved: isObserved)
    }

    private func take(_ event: Event, _ item: Int, _ recording: Session) {
      switch event.kind {
      case .popupSubmitted where !event.popup.isNone: popups[event.popup.index].spec = event.spec
      case .popupDismissed where session.plan.items[item].traits.contains(.dismissal):
        takeAnswer(event, item, recording)
      case .appBackground:
        for scene in scenes.indices { endPause(scene, at: event.time, isObserved: false) }
        visibility.enterBackground(at: event.time)
      case .appForeground: visibility.enterForeground(at: event.time)
      default: if event.kind.isAboutPage { takeVisit(event, item) }
      }
    }

    /// A popup that will be answered is up, or no longer is, or no longer will be.
    private func noteAwaited(_ popup: PopupID, _ isUp: Bool, at time: Ticks) {
      guard popups[popup.index].isAwaiting != isUp else { return }
      popups[popup.index].isAwaiting = isUp
      let scene = traits(popup.index).scene
      if isUp {
        if scenes[scene].awaiting == 0 { scenes[scene].since = visibility.foreground(time) }
        scenes[scene].awaiting += 1
      } else {
        scenes[scene].awaiting -= 1
        if scenes[scene].awaiting == 0 { scenes[scene].answered += visibility.foreground(time) - scenes[scene].since }
      }
    }

    /// The user begins a page transition that nothing in the recording brought about. What brings the first page of a scene is no visit.
    private func takeVisit(_ event: Event, _ item: Int) {
      let planned = session.plan.items[item]
      guard planned.traits.contains(.hasAudience) else { return }
      let scene = session.plan.onScreen.scene(of: event.page)
      endPause(scene, at: event.time, isObserved: planned.trigger == .time || planned.trigger == .stimulus)
      guard planned.trigger == .time, planned.transition >= 0,
        !session.plan.transitions[Int(planned.transition)].origin.isNone
      else { return }
      scenes[scene].visits += 1
      if scenes[scene].awaiting > 0 { scenes[scene].seen += 1 }
    }

    private func takeAnswer(_ event: Event, _ item: Int, _ recording: Session) {
      let popup = event.popup.index
      guard !traits(popup).isExempt else { return }
      if Int(popups[popup].last) == item {
        popups[popup].last = -1
        noteAwaited(event.popup, false, at: event.time)
      }
      guard !popups[popup].isAnswered else { return }
      popups[popup].isAnswered = true
      add(visibility.seen(event.popup, at: event.time), of: popup, recording, isObserved: true, to: &tally.dwell)
    }

    /// What was not answered: stays that were cut short, and content.
    private func takeUnanswered(_ recording: Session) {
      for popup in popups.indices where !popups[popup].spec.isNone {
        if !popups[popup].isAnswered, visibility.views[popup].shown >= 0, !traits(popup).isExempt {
          add(session.plan.popups[popup].stay, of: popup, recording, isObserved: false, to: &tally.dwell)
        }
        var request = session.plan.popups[popup].lists.requests.first
        while request >= 0 {
          let recorded = session.plan.requests[Int(request)]
          add(recorded.length, of: popup, recording, isObserved: recorded.isAnswered, to: &tally.content)
          request = recorded.next
        }
      }
    }

    private func add(
      _ length: Ticks, of popup: Int, _ recording: Session, isObserved: Bool, to tally: inout ReactionTally
    ) {
      let index = popups[popup].spec
      guard index.index >= 0, index.index < recording.catalog.specs.count, length >= .zero else { return }
      let spec = recording.catalog.spec(index)
      tally.add(
        milliseconds(length), of: PopupName(recording.catalog.names.text(spec.name)), spec.kind, isObserved: isObserved)
    }

    /// The fewest milliseconds that last at least so many ticks.
    private func milliseconds(_ ticks: Ticks) -> Int64 {
      let microseconds = session.plan.tick.microseconds(ticks)
      return microseconds / 1000 + (microseconds % 1000 > 0 ? 1 : 0)
    }
  }
}
