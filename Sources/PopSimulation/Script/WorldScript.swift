public import PopTrace
public import PopupScheduling

/// One session's worth of a simulated world, before any policy has run in it: what happens by itself, and what is hidden.
public struct WorldScript: Sendable {
  /// What is known of the session as a whole; the policy's name and configuration are filled in when one has run.
  public var header = SessionHeader()
  /// What the events refer to, popups included that only a reaction would submit.
  public var catalog = Catalog()
  /// What happens by itself, in order of time.
  public var steps: [Event] = []
  /// What the user and the app would do about each popup, by ``PopupID``.
  public var truths: [GroundTruth] = []
  /// The submissions that reactions would make, by ``PopupID``; nil for popups that are submitted by themselves.
  public var followUps: [Event?] = []
  /// What the app does from within callbacks and page events.
  package var reactions: [AppReaction] = []
  /// What the user's answers and ways depend on.
  package var users = UserModel.steady
  /// Whether the text field says so when the scheduler folds its keyboard or brings it back (PagesAndPopups, *The keyboard*).
  package var echoesKeyboard = true
  /// Whether steps are left out that cannot happen as things are: an act on a popup that is not there, an end of what never began.
  package var skipsImpossibleSteps = false
  /// Whether the session goes on beyond ``end`` until no animation is under way.
  package var endsAtRest = false
  /// When the session ends.
  public var end = Ticks.zero
  /// Whether the app is killed at ``end`` in place of ending.
  package var isKilled = false

  public init() {}

  mutating func makePopup(_ truth: GroundTruth) -> PopupID {
    truths.append(truth)
    followUps.append(nil)
    return catalog.popup(numbered: Int64(truths.count))
  }

  /// Makes a page of these classes, its own first; pages are numbered from 1.
  mutating func makePage(_ classes: [String], _ presentation: PagePresentation) -> PageID {
    let page = catalog.page(numbered: Int64(catalog.pages.count + 1))
    let symbols = classes.map { catalog.names.intern($0) }
    catalog.pages[page.index].classes = catalog.names.intern(symbols)
    catalog.pages[page.index].presentation = presentation
    return page
  }
}

/// What the user and the app would do about one popup, whatever the policy: no policy sees it, and no trace contains it.
public struct GroundTruth: Hashable, Sendable {
  /// How long the popup has to be visible, over all presentations, before the user answers it; nil when the user never does.
  public var dwell: Ticks?
  package var act = DismissalAct.button
  /// How long after the answer the user's finger strikes a second time; nil for once.
  package var secondTapAfter: Ticks?
  /// How long its content takes; nil when no answer ever comes.
  public var contentLatency: Ticks? = .zero
  package var contentFails = false
  package var timerLateness = Ticks.zero
  /// How long its entry animation really takes beyond the length it declares.
  package var animationLateness = Ticks.zero
  /// How late its exit animation ends; nil for as late as the entry animation.
  package var exitLateness: Ticks?
  /// Which of its animations never ends, as is then said so long after it began; nil where both end.
  package var lostAnimation: AnimationPhase?
  /// Whether its animations end without having run to their end.
  package var cutsAnimations = false
  /// What the app submits when the user has answered it: from within its `closed` callback.
  package var followUp: PopupID = .none
  /// The page its button leads to, and after how much visible time the user taps that; `none` for none.
  package var leadsTo: PageID = .none
  package var tapAfter: Ticks?
  package var excursion = Ticks.zero

  /// Makes the truth of a popup that the user does not answer.
  public init() {}
}

/// Something the app does by itself when something else happens: once, at the first such moment.
package struct AppReaction: Hashable, Sendable {
  package var trigger: Trigger
  package var act: Event

  /// The moments at which an app gets to run its own code.
  package enum Trigger: Hashable, Sendable {
    /// Inside a popup's callback of that name: the act is then re-entrant.
    case callback(String, PopupID)
    /// Inside the delivery of a page's event, as a submission in viewDidAppear: the act follows it at once.
    case page(EventKind, PageID)
  }
}

/// What a simulated user's answers and ways depend on, beyond the truth that a script has about each popup.
package enum UserModel: Hashable, Sendable {
  /// On nothing else: a popup is answered after the visible time that the script says, and pages are visited whatever is on screen.
  case steady
  /// On what the user has been through: ``dwell(_:seen:waited:)``.
  case adaptive
  /// On what is on screen: nobody goes to another page under a popup, so that a visit waits until none is up, and later ones with it.
  case modal

  /// How long a popup has to be visible before this user answers it, decided as it is presented for the first time.
  /// A user grows weary, and answers the eighth popup in half the time; one who has waited for a popup looks at it a little longer.
  ///   - seen: How many other popups were presented before, in the whole session.
  ///   - waited: From the popup's submission to this presentation.
  package func dwell(_ written: Ticks, seen: Int, waited: Ticks) -> Ticks {
    guard self == .adaptive else { return written }
    let full = written.rawValue
    let weary = max(full / 4, full * 8 / Int64(8 + seen))
    return Ticks(max(1, weary + min(waited.rawValue / 16, full)))
  }
}

/// How entangled a simulated world is, and what its users' answers depend on.
public enum WorldFlavour: String, CaseIterable, Sendable {
  /// Everything that happens in the field, at once: pages behind taps among pages visited otherwise, events at the same millisecond.
  case field
  /// The user's answers depend on visible time alone, and nothing else the user does depends on what is on screen: the assumption a replay
  /// makes (Grades, *What the grades rest on*), so here a replay has to be right. Timers and animations are on time, and time is finer, so
  /// that no two things meet by chance.
  case visibleTimeOnly = "visible-time-only"
  /// Everything that can happen at the worst moment: short sessions in which many things meet in one tick. Nothing in them is impossible.
  case adversarial
  /// The field's scripts, with users who answer sooner with every popup they have seen, and later where one kept them waiting.
  case adaptive
  /// The field's scripts, with users who go to no other page while a popup is up.
  case modal
  /// The field with few popups: one with every third visit of a page.
  case sparse

  var users: UserModel {
    switch self {
    case .adaptive: .adaptive
    case .modal: .modal
    case .field, .visibleTimeOnly, .adversarial, .sparse: .steady
    }
  }

  var isEntangled: Bool { self != .visibleTimeOnly && self != .adversarial }
}
