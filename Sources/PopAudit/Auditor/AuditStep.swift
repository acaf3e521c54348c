import PopupScheduling

/// The STEP under way: a root stimulus, every decision up to the next one, and the re-entrant stimuli among them.
struct AuditStep {
  /// A presentation that began in the step.
  struct Presentation {
    var popup: Int32
    /// The sequence number of its `popup.shown`, which tells it from others of the same popup.
    var shown: Int32
  }

  /// A popup that was UP when it was told to go.
  struct Farewell {
    var popup: Int32
    /// The sequence number of the dismissal or withdrawal.
    var sequence: Int32
  }

  /// Whether a step is under way.
  var isOpen = false
  /// Its root stimulus; of no meaning where ``hasRoot`` is false.
  var root = Event(.idle)
  /// Whether its root is known: a session may begin in the middle of a step.
  var hasRoot = false
  var time = Ticks.zero
  /// The sequence number of its first event.
  var start: Int32 = 0
  /// Whether the back button was pressed in it.
  var hasBackPress = false
  /// The sequence number of the sign-out, or sign-in of another user, in it; negative for none.
  var epochChange: Int32 = -1
  /// The latest suspension in it that hides what is up; without a sequence number where there is none.
  var hiding = Event(.idle)
  /// The popup whose older presentation its root says has finished moving; negative where that is not so.
  var staleCompletion: Int32 = -1
  /// Which of its first 64 events are decisions, and the sequence numbers of the decisions after those, in order.
  private var firstDecisions: UInt64 = 0
  private var laterDecisions: [Int32] = []
  /// The presentations that began in it, in order.
  var presentations: [Presentation] = []
  /// The popups that were hidden as page-left in it and may still be parked.
  var left: [Int32] = []
  /// The popups that were UP when a VALID DISMISSAL or a withdrawal in it told them to go.
  var farewells: [Farewell] = []
  /// The popups that ENDED in it.
  var ended: [Int32] = []

  /// Begins the next step.
  mutating func begin(_ event: Event, hasRoot: Bool) {
    isOpen = true
    root = event
    self.hasRoot = hasRoot
    time = event.time
    start = event.sequence
    hasBackPress = false
    epochChange = -1
    staleCompletion = -1
    hiding.sequence = -1
    firstDecisions = 0
    if !laterDecisions.isEmpty { laterDecisions.removeAll(keepingCapacity: true) }
    if !presentations.isEmpty { presentations.removeAll(keepingCapacity: true) }
    if !left.isEmpty { left.removeAll(keepingCapacity: true) }
    if !farewells.isEmpty { farewells.removeAll(keepingCapacity: true) }
    if !ended.isEmpty { ended.removeAll(keepingCapacity: true) }
  }

  /// Notes a decision of this step.
  mutating func noteDecision(_ sequence: Int32) {
    let place = Int64(sequence) - Int64(start)
    if place >= 0, place < 64 {
      firstDecisions |= 1 << UInt64(place)
    } else {
      laterDecisions.append(sequence)
    }
  }

  /// Whether a stimulus belongs to this step although it is not its root: it says so itself, or, in recordings without that mark, it is
  /// caused by a decision of this step, at its time.
  ///
  /// - Complexity: O(log n) with n decisions in the step.
  func isReentrant(_ stimulus: Event, isMarked: Bool) -> Bool {
    if isMarked { return isOpen && stimulus.flags.contains(.reentrant) }
    guard isOpen, stimulus.cause >= start, stimulus.time == time else { return false }
    let place = Int64(stimulus.cause) - Int64(start)
    if place < 64 { return firstDecisions & (1 << UInt64(place)) != 0 }
    var low = 0
    var high = laterDecisions.count
    while low < high {
      let middle = (low + high) / 2
      if laterDecisions[middle] < stimulus.cause { low = middle + 1 } else { high = middle }
    }
    return low < laterDecisions.count && laterDecisions[low] == stimulus.cause
  }
}
