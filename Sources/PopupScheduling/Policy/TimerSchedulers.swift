/// Which scheduler set each timer, for as long as the timer is set and one in front of it is.
@usableFromInline
struct TimerSchedulers: Sendable {
  /// By their numbers; nil for those that are not set any more.
  private var schedulers: [SchedulerID?] = []
  /// The number of the first of them, and how many in front are not set.
  private var base = 0
  private var gone = 0

  @usableFromInline
  init() {}

  /// The scheduler of a timer that is set; nil for any other.
  @usableFromInline
  subscript(timer: TimerID) -> SchedulerID? {
    let index = timer.index - base
    return index >= 0 && index < schedulers.count ? schedulers[index] : nil
  }

  /// Goes back to the beginning and keeps the memory.
  mutating func removeAll() {
    schedulers.empty()
    (base, gone) = (0, 0)
  }

  /// The next timer is set.
  mutating func append(_ scheduler: SchedulerID) { schedulers.append(scheduler) }

  /// A timer fired or was cancelled.
  @usableFromInline
  mutating func remove(_ timer: TimerID) {
    let index = timer.index - base
    guard index >= 0, index < schedulers.count else { return }
    schedulers[index] = nil
    while gone < schedulers.count, schedulers[gone] == nil { gone += 1 }
    guard gone >= 1024, 2 * gone >= schedulers.count else { return }
    schedulers.removeFirst(gone)
    base += gone
    gone = 0
  }
}
