import PopupScheduling

/// The STEP under way: a root stimulus, every decision up to the next one, and the re-entrant stimuli among them.
struct AuditTurn: ~Copyable {
  struct Presentation {
    var popup: Int32
    /// The sequence number of its `popup.shown`, which tells it from others of the same popup.
    var shownSequence: Int32
  }

  struct Dismissal {
    var popup: Int32
    var sequence: Int32
  }

  var isOpen = false
  /// Whether anything happened in it that a rule may look at once it is over.
  var isEventful = false
  /// Whether its root is known: a session may begin in the middle of a turn.
  var hasRoot = false
  var time = Ticks.zero
  var start: Int32 = 0
  var hasBackPress = false
  /// The sequence number of the sign-out, or sign-in of another user, in it; negative for none.
  var epochChange: Int32 = -1
  /// The latest suspension in it that hides what is up, and what it holds; negative where there is none.
  var hiding: Int32 = -1
  var hiddenQueue: Int32 = -1
  var hiddenKind: PopupKind?
  /// The popup whose older presentation its root says has finished moving; negative where that is not so.
  var staleCompletion: Int32 = -1
  var decisions = OwnedArray<Int32>()
  var presentations = OwnedArray<Presentation>()
  /// The popups that were hidden as page-left in it and may still be parked.
  var left = OwnedArray<Int32>()
  /// The popups that were UP when a VALID DISMISSAL or a withdrawal in it told them to go.
  var dismissals = OwnedArray<Dismissal>()
  var ended = OwnedArray<Int32>()

  mutating func begin(with event: Event, isEventful: Bool) {
    isOpen = true
    self.isEventful = isEventful
    hasRoot = event.kind.isStimulus
    time = event.time
    start = event.sequence
    hasBackPress = false
    epochChange = -1
    staleCompletion = -1
    hiding = -1
    decisions.removeAll()
    presentations.removeAll()
    left.removeAll()
    dismissals.removeAll()
    ended.removeAll()
  }

  mutating func copy(from other: borrowing AuditTurn) {
    isOpen = other.isOpen
    isEventful = other.isEventful
    hasRoot = other.hasRoot
    time = other.time
    start = other.start
    hasBackPress = other.hasBackPress
    epochChange = other.epochChange
    hiding = other.hiding
    hiddenQueue = other.hiddenQueue
    hiddenKind = other.hiddenKind
    staleCompletion = other.staleCompletion
    decisions.copy(from: other.decisions)
    presentations.copy(from: other.presentations)
    left.copy(from: other.left)
    dismissals.copy(from: other.dismissals)
    ended.copy(from: other.ended)
  }

  /// Whether a stimulus of a recording without marks belongs to this turn, though not its root: a decision of it is the cause, at its time.
  func isReentrant(_ stimulus: Event) -> Bool {
    guard isOpen, stimulus.cause >= start, stimulus.time == time else { return false }
    let position = decisions.partitioningIndex { $0 >= stimulus.cause }
    return position < decisions.count && decisions[position] == stimulus.cause
  }
}
