package import PopTrace
package import PopupScheduling

/// What became of one popup in one run, turn by turn: what happened to it, and what it waited for in between.
///
/// ```swift
/// let life = PopupLife.read([popup], in: session, heeding: .all)[0]
/// life.moments.last?.obstacles.first   // what kept it from being shown in the end
/// ```
package struct PopupLife: Sendable {
  /// The popup.
  package let popup: PopupID
  /// Its attributes as submitted; ``PopupScheduling/Identifier/none`` where the run does not submit it.
  package internal(set) var spec = SpecID.none
  /// When it was submitted.
  package internal(set) var submitted = Ticks.zero
  /// Its outcome; nil where the run does not know it.
  package internal(set) var outcome: RunOutcome?
  /// The turns that changed something for it, in order.
  package internal(set) var moments: [Moment] = []
  /// How long each obstacle was the first in its way, in the order in which they came up first.
  package internal(set) var waits: [Wait] = []
  /// When the run ended.
  package internal(set) var end = Ticks.zero
  /// How many popups waited for the slot at the end, itself included.
  package internal(set) var waitingAtEnd = 0

  /// A turn that changed something for a popup.
  package struct Moment: Sendable {
    /// When it was.
    package var time: Ticks
    /// The stimulus that began it.
    package var root: Event
    /// What happened to the popup in it, in order; empty where only what it waits for has changed.
    package var own: [Event] = []
    /// What keeps it from being shown afterwards, the first that is to be named first; empty where nothing known does.
    package var obstacles: [Obstacle] = []
    /// Whether it is up afterwards.
    package var isUp = false
    /// Whether it is over afterwards.
    package var isOver = false
    /// Whether a page went with which the popup in the slot might have gone, and did not.
    package var outlivedPage = PageID.none
  }

  /// How long something was in the way.
  package struct Wait: Sendable {
    /// What it was, as first seen.
    package var obstacle: Obstacle
    /// How long, over all times.
    package var length: Ticks
  }

  /// What was first in its way when the run ended, or when it did without being shown; nil where that was nothing known.
  package var lastObstacle: Obstacle? { moments.last { !$0.isOver && !$0.isUp }?.obstacles.first }

  /// Whether it was ever on screen.
  package var wasShown: Bool { outcome?.shown.isEmpty == false }

  init(_ popup: PopupID) { self.popup = popup }
}

extension PopupLife {
  /// Follows popups through a run, a recording or what a replay gave.
  ///
  /// - Parameter heeded: What the run's policy takes notice of.
  /// - Complexity: O(n) for n events, and O(p) for each turn with p popups.
  package static func read(
    _ popups: [PopupID], in session: Session, heeding heeded: HeededObstacles
  ) -> [PopupLife] {
    var reading = LifeReading(popups, heeded)
    var engine = AuditEngine()
    engine.begin(
      catalog: session.catalog, tick: session.header.tick,
      marksReentrantStimuli: session.header.marksReentrantStimuli)
    var tracker = OutcomeTracker()
    tracker.begin()
    for event in session.events {
      if engine.beginsTurn(event) {
        engine.closeTurn()
        reading.close(engine.state)
        reading.open(event)
      }
      engine.take(event)
      tracker.take(event)
      reading.take(event)
    }
    engine.closeTurn()
    reading.close(engine.state)
    reading.end(at: session.end, engine.state, tracker)
    return reading.lives
  }
}

/// Several lives that are followed at once.
private struct LifeReading {
  var lives: [PopupLife]
  private let heeded: HeededObstacles
  /// The index of each popup among ``lives``.
  private var places: [PopupID: Int] = [:]
  private var moment = PopupLife.Moment(time: .zero, root: Event(.idle))
  private var own: [[Event]]
  /// Whether there was a turn at all.
  private var hasBegun = false
  /// What was in the way of each after the turn before, and since when.
  private var waiting: [(obstacle: Obstacle, since: Ticks)?]
  /// Where each obstacle stands among the waits of each, whichever event it was told by.
  private var waitPlaces: [[Obstacle: Int]]
  /// The popup and page of which each was told that the one outlived the other.
  private var outlived: [(popup: PopupID, page: PageID)]

  init(_ popups: [PopupID], _ heeded: HeededObstacles) {
    lives = popups.map { PopupLife($0) }
    self.heeded = heeded
    own = popups.map { _ in [] }
    waiting = popups.map { _ in nil }
    waitPlaces = popups.map { _ in [:] }
    outlived = popups.map { _ in (.none, .none) }
    for (index, popup) in popups.enumerated() { places[popup] = index }
  }

  mutating func open(_ root: Event) {
    moment = PopupLife.Moment(time: root.time, root: root)
    hasBegun = true
  }

  mutating func take(_ event: Event) {
    guard let place = places[event.popup], Self.isTold(event.kind) else { return }
    if event.kind == .popupSubmitted, lives[place].spec.isNone {
      lives[place].spec = event.spec
      lives[place].submitted = event.time
    }
    own[place].append(event)
  }

  /// What belongs to a popup's story; its timers, callbacks and trimmings do not.
  private static func isTold(_ kind: EventKind) -> Bool {
    switch kind {
    case .popupSubmitted, .popupWithdrawn, .popupDismissed, .popupTapped, .popupCondition, .popupViewLost,
      .popupChanged,
      .contentLoaded, .contentFailed, .contentRequested, .contentCancelled, .popupQueued, .popupShown, .popupHidden,
      .popupParked, .popupRestored, .popupDropped:
      true
    default: false
    }
  }

  /// Ends a turn: what it changed for each of them.
  mutating func close(_ state: borrowing AuditState) {
    guard hasBegun else { return }
    for place in lives.indices where !lives[place].spec.isNone || !own[place].isEmpty {
      let index = lives[place].popup.index
      guard index < state.popups.count else { continue }
      let known = state.popups[index]
      let obstacles = state.obstacles(of: index, heeding: heeded)
      var moment = moment
      moment.own = own[place]
      moment.obstacles = obstacles
      moment.isUp = known.isUp
      moment.isOver = known.isKnown && !known.isLive
      own[place].removeAll()
      if let holder = obstacles.first, holder.kind == .slot {
        moment.outlivedPage = pageOutlived(by: holder.popup, for: place, state)
      }
      let first = moment.isUp || moment.isOver ? nil : obstacles.first
      let isNew = !Self.areSame(first, waiting[place]?.obstacle)
      if isNew { changeWait(of: place, to: first) }
      if !moment.own.isEmpty || !moment.outlivedPage.isNone || isNew && !moment.isUp && !moment.isOver {
        lives[place].moments.append(moment)
      }
    }
  }

  private static func areSame(_ lhs: Obstacle?, _ rhs: Obstacle?) -> Bool {
    guard let lhs, let rhs else { return lhs == nil && rhs == nil }
    return lhs.isSame(as: rhs)
  }

  private mutating func changeWait(of place: Int, to obstacle: Obstacle?, at time: Ticks? = nil) {
    let now = time ?? moment.time
    if let old = waiting[place] {
      var subject = old.obstacle
      subject.event = -1
      if let known = waitPlaces[place][subject] {
        lives[place].waits[known].length += now - old.since
      } else {
        waitPlaces[place][subject] = lives[place].waits.count
        lives[place].waits.append(PopupLife.Wait(obstacle: old.obstacle, length: now - old.since))
      }
    }
    waiting[place] = obstacle.map { ($0, now) }
  }

  /// The page that went in this turn, on which the popup that stays in the slot was shown.
  private mutating func pageOutlived(by holder: PopupID, for place: Int, _ state: borrowing AuditState) -> PageID {
    guard moment.root.kind == .pageRemoved || moment.root.kind == .pageDidDisappear, state.popups[holder.index].isUp,
      !moment.root.page.isNone, state.popups[holder.index].shownPage == moment.root.page,
      outlived[place] != (holder, moment.root.page)
    else { return .none }
    outlived[place] = (holder, moment.root.page)
    return moment.root.page
  }

  mutating func end(at time: Ticks, _ state: borrowing AuditState, _ tracker: OutcomeTracker) {
    for place in lives.indices {
      changeWait(of: place, to: nil, at: time)
      lives[place].end = time
      lives[place].outcome = tracker.outcome(of: lives[place].popup)
      guard lives[place].popup.index < state.popups.count else { continue }
      let scene = state.popups[lives[place].popup.index].scene
      for index in state.popups.indices {
        let other = state.popups[index]
        if other.scene == scene, other.isWaiting, !other.isExempt { lives[place].waitingAtEnd += 1 }
      }
    }
  }
}
