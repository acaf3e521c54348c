import PopupScheduling

// One run for several continuations, as long as nothing is otherwise in one than in another (CausalReplay, *Continuations*).
extension Run {
  /// One of the continuations that this run stands for: what is the same in all of them is so in this one.
  var leading: Continuation { options.continuations[live.trailingZeroBitCount] }

  /// Whether this is the run that is reported, with others or alone: it comes first, and leads.
  var isMedian: Bool { leading == .median }

  var standsForSeveral: Bool { live & (live &- 1) != 0 }

  /// Has something happen at a time of its own in each continuation, or never: ``Ticks/distantFuture``.
  mutating func insert(_ event: ScheduledEvent, at time: (borrowing Run, Continuation) -> Ticks) {
    var event = event
    event.time = time(self, leading)
    if standsForSeveral {
      let (first, row) = (event.time, answers.count)
      var isSame = true
      for index in options.continuations.indices {
        let time = isLive(index) ? time(self, options.continuations[index]) : .distantFuture
        if isLive(index) {
          isSame = isSame && time == first
          event.time = min(event.time, time)
        }
        answers.append(time)
      }
      if isSame { answers.removeLast(options.continuations.count) } else { event.answers = Int32(row) }
    }
    if event.time < .distantFuture { queue.insert(event) }
  }

  /// Whether what is due is of no use any more, so that it does not matter when it comes; or of none in this run.
  func isCalledOff(_ due: ScheduledEvent) -> Bool {
    if case .actUnknown(_, _, ofMedian: true) = due.what { return !isMedian }
    guard due.answers >= 0 else { return false }
    return switch due.what {
    case .act(let act, let stay):
      !visibility.isUnderWay(stay) || !visibility.views[stay.popup.index].isUp || acts[Int(act)].isDone
    case .assumedDismissal(let stay): !visibility.isUnderWay(stay) || !visibility.views[stay.popup.index].isUp
    case .assumedContent(let popup, _): popups[popup.index].openRequest != due.cause
    default: false
    }
  }

  /// Whether what is due comes now in all continuations that this run stands for. Where it comes in none, its time is put right.
  mutating func agreeOnTime(of due: inout ScheduledEvent) -> Bool {
    guard due.answers >= 0 else { return true }
    let row = Int(due.answers)
    var soonest = Ticks.distantFuture
    var owners: UInt32 = 0
    for index in options.continuations.indices where isLive(index) && answers[row + index] <= soonest {
      if answers[row + index] < soonest { owners = 0 }
      soonest = answers[row + index]
      owners |= 1 << UInt32(index)
    }
    // Those in which it came sooner have parted from this run.
    let isNow = soonest == due.time
    due.time = soonest
    guard isNow else { return false }
    guard owners == live else {
      // The one that leads goes on first.
      let leader = live & (0 &- live)
      parting = owners & leader != 0 ? owners : live & ~owners
      return false
    }
    due.answers = -1
    return true
  }

  /// Whether something is the same in all continuations that this run stands for; else those part that have it as the first one does.
  mutating func agree<Value: Equatable>(on value: (borrowing Run, Continuation) -> Value) -> Bool {
    guard standsForSeveral else { return true }
    let first = value(self, leading)
    var same: UInt32 = 0
    for index in options.continuations.indices
    where isLive(index) && value(self, options.continuations[index]) == first { same |= 1 << UInt32(index) }
    if same != live { parting = same }
    return same == live
  }

  private func isLive(_ index: Int) -> Bool { live & 1 << UInt32(index) != 0 }

  /// Takes over all that another run of the same plan has come to, and goes on with the continuations that part from it.
  mutating func part(from other: inout Run) {
    copy(from: other)
    live = other.parting
    parting = 0
    other.live &= ~other.parting
    other.parting = 0
  }

  mutating func copy(from other: borrowing Run) {
    session = other.session
    options = other.options
    isCausal = other.isCausal
    visibility.copy(from: other.visibility)
    onScreen.copy(from: other.onScreen)
    queue.copy(from: other.queue)
    visitsWait = other.visitsWait
    visits = other.visits
    earlierReturns.copy(from: other.earlierReturns)
    missingVisitFrom.copy(from: other.missingVisitFrom)
    heldVisits.copy(from: other.heldVisits)
    now = other.now
    nextSequence = other.nextSequence
    stimulus = other.stimulus
    stimulusItem = other.stimulusItem
    stimuli.copy(from: other.stimuli)
    popups.copy(from: other.popups)
    acts.copy(from: other.acts)
    decisions.copy(from: other.decisions)
    anchorsSeen.copy(from: other.anchorsSeen)
    anchorLists.copy(from: other.anchorLists)
    timerLists.copy(from: other.timerLists)
    timers.copy(from: other.timers)
    heldTimers.copy(from: other.heldTimers)
    heldActs.copy(from: other.heldActs)
    handedOver.copy(from: other.handedOver)
    transitions.copy(from: other.transitions)
    budget = other.budget
    state = other.state
    if !notes.isEmpty { notes.removeAll(keepingCapacity: true) }
    notes += other.notes
    differences.copy(from: other.differences)
    live = other.live
    parting = other.parting
    answers.copy(from: other.answers)
  }
}
