package import PopTrace
package import PopupScheduling

/// What became of one popup in one run, turn by turn: what happened to it, and what it waited for in between.
package struct PopupHistory: Sendable {
  package let popup: PopupID
  /// Its attributes as submitted; `none` where the run does not submit it.
  package fileprivate(set) var spec = SpecID.none
  package fileprivate(set) var submitted = Ticks.zero
  /// Its outcome; nil where the run does not know it.
  package fileprivate(set) var outcome: RunOutcome?
  /// The turns that changed something for it, in order.
  package fileprivate(set) var moments: [Moment] = []
  /// How long each obstacle was the first in its way, in the order in which they came up first.
  package fileprivate(set) var waits: [Wait] = []
  package fileprivate(set) var end = Ticks.zero
  /// How many popups waited for the slot at the end, itself included.
  package fileprivate(set) var waitingAtEnd = 0

  /// A turn that changed something for a popup.
  package struct Moment: Sendable {
    package var time: Ticks
    /// The stimulus that began it.
    package var root: Event
    /// What happened to the popup in it, in order; empty where only what it waits for has changed.
    package var own: [Event] = []
    /// What keeps it from being shown afterwards, the first that is to be named first; empty where nothing known does.
    package var obstacles: [Obstacle] = []
    package var isUp = false
    package var isOver = false
    /// Whether a page went with which the popup in the slot might have gone, and did not.
    package var outlivedPage = PageID.none
  }

  package struct Wait: Sendable {
    /// What it was, as first seen.
    package var obstacle: Obstacle
    package var length: Ticks
  }

  /// What was first in its way when the run ended, or when it did without being shown; nil where that was nothing known.
  package var lastObstacle: Obstacle? { moments.last { !$0.isOver && !$0.isUp }?.obstacles.first }

  package var wasShown: Bool { outcome?.shown.isEmpty == false }

  private var own: [Event] = []
  /// What was in its way after the turn before, and since when.
  private var waiting: (obstacle: Obstacle, since: Ticks)?
  /// The popup and page of which it was told that the one outlived the other.
  private var outlived: (popup: PopupID, page: PageID) = (.none, .none)

  fileprivate init(_ popup: PopupID) { self.popup = popup }
}

extension PopupHistory {
  /// Follows popups through a run, told what its policy takes notice of.
  ///
  /// - Complexity: O(n) for n events, and O(p) for each turn with p popups.
  package static func read(_ popups: [PopupID], in session: Session, heeding heeded: HeededObstacles) -> [PopupHistory]
  {
    var histories = popups.map { PopupHistory($0) }
    let indices = Dictionary(zip(popups, popups.indices)) { $1 }
    AuditEngine.forEachTurn(of: session) { state, turn in
      for event in turn { if let index = indices[event.popup] { histories[index].take(event) } }
      for index in histories.indices {
        histories[index].close(turn.first, state, heeded)
        if turn.endIndex == session.log.events.endIndex { histories[index].finish(at: session.end, state) }
      }
    }
    let tracker = OutcomeTracker(of: session)
    for index in histories.indices { histories[index].outcome = tracker.outcome(of: histories[index].popup) }
    return histories
  }
}

extension AuditEngine {
  /// Goes through a run, and looks at what each turn leaves behind it. A run without events counts as one turn.
  fileprivate static func forEachTurn(
    of session: Session, _ look: (_ state: borrowing AuditState, _ turn: ArraySlice<Event>) -> Void
  ) {
    var engine = AuditEngine()
    engine.begin(session)
    let events = session.log.events
    var start = 0
    for (index, event) in events.enumerated() {
      if index > start, engine.beginsTurn(event) {
        engine.endTurn()
        look(engine.state, events[start..<index])
        start = index
      }
      engine.take(event)
    }
    engine.endTurn()
    look(engine.state, events[start...])
  }
}

extension PopupHistory {
  fileprivate mutating func take(_ event: Event) {
    guard Self.isTold(event.kind) else { return }
    if event.kind == .popupSubmitted, spec.isNone {
      spec = event.spec
      submitted = event.time
    }
    own.append(event)
  }

  /// What belongs to a popup's story; its timers, callbacks and trimmings do not.
  private static func isTold(_ kind: EventKind) -> Bool {
    switch kind {
    case .popupSubmitted, .popupWithdrawn, .popupDismissed, .popupTapped, .popupCondition, .popupViewLost,
      .popupChanged, .contentLoaded, .contentFailed, .contentRequested, .contentCancelled, .popupQueued, .popupShown,
      .popupHidden, .popupParked, .popupRestored, .popupDropped:
      true
    default: false
    }
  }

  fileprivate mutating func close(_ root: Event?, _ state: borrowing AuditState, _ heeded: HeededObstacles) {
    let index = popup.index
    guard let root, !spec.isNone || !own.isEmpty, index < state.popups.count else { return }
    var moment = Moment(time: root.time, root: root, own: own)
    own.removeAll()
    moment.obstacles = state.obstacles(of: index, heeding: heeded)
    moment.isUp = state.popups[index].isUp
    moment.isOver = state.hasEnded(index)
    if let holder = moment.obstacles.first, holder.kind == .slot {
      moment.outlivedPage = pageOutlived(by: holder.popup, root, state)
    }
    let first = moment.isUp || moment.isOver ? nil : moment.obstacles.first
    let isNew = first.map { waiting?.obstacle.isSame(as: $0) != true } ?? (waiting != nil)
    if isNew { changeWait(to: first, at: root.time) }
    if !moment.own.isEmpty || !moment.outlivedPage.isNone || isNew && !moment.isUp && !moment.isOver {
      moments.append(moment)
    }
  }

  private mutating func changeWait(to obstacle: Obstacle?, at time: Ticks) {
    if let old = waiting {
      if let known = waits.firstIndex(where: { $0.obstacle.isSame(as: old.obstacle) }) {
        waits[known].length += time - old.since
      } else {
        waits.append(Wait(obstacle: old.obstacle, length: time - old.since))
      }
    }
    waiting = obstacle.map { ($0, time) }
  }

  /// The page that went in this turn, on which the popup that stays in the slot was shown.
  private mutating func pageOutlived(by holder: PopupID, _ root: Event, _ state: borrowing AuditState) -> PageID {
    guard root.kind == .pageRemoved || root.kind == .pageDidDisappear, state.popups[holder.index].isUp,
      !root.page.isNone, state.popups[holder.index].shownPage == root.page, outlived != (holder, root.page)
    else { return .none }
    outlived = (holder, root.page)
    return root.page
  }

  fileprivate mutating func finish(at time: Ticks, _ state: borrowing AuditState) {
    changeWait(to: nil, at: time)
    end = time
    guard popup.index < state.popups.count else { return }
    let scene = state.popups[popup.index].scene
    for index in state.popups.indices {
      let other = state.popups[index]
      if other.scene == scene, other.isWaiting, !other.isExempt { waitingAtEnd += 1 }
    }
  }
}

/// What a popup's history came to, alike for all those that missed being shown for the same reason.
package enum PopupEnding: Hashable, Sendable {
  /// It was on screen, however it ended.
  case shown
  /// The run never submits it.
  case notSubmitted
  /// It waited to the end, for this first; nil where nothing known was in its way.
  case waiting(Obstacle.Kind?)
  /// It ended without having been shown, for a reason, and waited for this first.
  case dropped(Reason, Obstacle.Kind?)
}

extension PopupHistory {
  package var ending: PopupEnding { .of(spec, outcome, lastObstacle) }
}

extension PopupEnding {
  fileprivate static func of(_ spec: SpecID, _ outcome: RunOutcome?, _ obstacle: Obstacle?) -> PopupEnding {
    guard !spec.isNone, let outcome else { return .notSubmitted }
    guard outcome.shown.isEmpty else { return .shown }
    return outcome.end.isOver ? .dropped(outcome.end.reason, obstacle?.kind) : .waiting(obstacle?.kind)
  }

  /// What the histories of popups came to in a run: each ``PopupHistory/ending``, for sessions in which many popups miss being shown.
  ///
  /// - Complexity: O(n) for n events, however many popups there are.
  package static func read(_ popups: [PopupID], in session: Session, heeding heeded: HeededObstacles) -> [PopupEnding] {
    let tracker = OutcomeTracker(of: session)
    var open = Set(popups.filter { tracker.end(of: $0)?.isOver == true })
    // Those that are looked at before a turn, by its number: where they end in it, or behind the last one.
    var looks: [Int: [PopupID]] = [:]
    var turns = 0
    AuditEngine.forEachTurn(of: session) { state, turn in
      for event in turn where open.contains(event.popup) && state.hasEnded(event.popup.index) {
        looks[turns, default: []].append(event.popup)
        open.remove(event.popup)
      }
      turns += 1
    }
    looks[turns] = popups.filter { tracker.end(of: $0)?.isOver == false }
    var obstacles: [PopupID: Obstacle] = [:]
    turns = 0
    AuditEngine.forEachTurn(of: session) { state, _ in
      turns += 1
      for popup in looks[turns] ?? [] { obstacles[popup] = state.obstacles(of: popup.index, heeding: heeded).first }
    }
    return popups.map { .of(tracker.spec(of: $0), tracker.outcome(of: $0), obstacles[$0]) }
  }
}

extension AuditState {
  fileprivate func hasEnded(_ index: Int) -> Bool {
    index < popups.count && popups[index].isKnown && !popups[index].isLive
  }
}
