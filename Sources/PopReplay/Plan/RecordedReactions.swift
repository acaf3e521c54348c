import PopupScheduling

/// One animation of the recording: how it ended, or for how long nothing was seen of its end (<doc:CausalReplay#Animations>,
/// <doc:CausalReplay#Absence>).
struct RecordedAnimation {
  var start: Ticks
  /// From its start to its end; where it has none, for how long it ran.
  var length = Ticks.zero
  var generation: Int32
  /// The stimulus that ends it; negative where there is none.
  var item: Int32 = -1
  var next: Int32 = -1
  var previous: Int32 = -1
  var phase: AnimationPhase
  /// Whether it is still running where the recording has been read to.
  var isOpen = true
}

/// One content request of the recording: whether it was answered, else for how long it was not (<doc:CausalReplay#Absence>).
struct RecordedRequest {
  var start: Ticks
  /// How many requests of the popup there have been, this one included.
  var ordinal: Int32 = 1
  /// From the request to the answer; where there is none, for how long it was open.
  var length = Ticks.zero
  var next: Int32 = -1
  var isAnswered = false
  var isOpen = true
}

/// One timer of the recording: how late it fired (<doc:CausalReplay#Timers>).
struct RecordedTimer {
  /// When it was due, or when it was set, if that was later.
  var due: Ticks
  /// From ``due``, or from the foreground it had to wait for, to its firing; where it did not fire, how late it was at least.
  var lateness = Ticks.zero
  /// The index of its firing in the log, or of what cancelled it at the tick of the foreground; ``ScheduledEvent/last`` where there is neither.
  var index = ScheduledEvent.last
  var next: Int32 = -1
  /// The stimuli that its firing is the cause of.
  var firstEffect: Int32 = -1
  var lastEffect: Int32 = -1
  var isOpen = true
  /// Whether it came due in the background and had to wait.
  var waitedForForeground = false
  /// Whether it fired in the background.
  var firesInBackground = false
  /// Whether the recording names a cause of its firing.
  var hasCause = false
}

/// A user's act that will happen when its popup has been visible for long enough (<doc:CausalReplay#Dwell>).
struct ArmedAct {
  /// The visible time it takes.
  var visibleTime: Ticks
  /// The stimulus.
  var item: Int32
  /// The event that armed it; negative where it was armed from the start.
  var cause: Int32
  var next: Int32
  var isDone = false
  /// Whether it has met a lock in the run.
  var isHeld = false
}
