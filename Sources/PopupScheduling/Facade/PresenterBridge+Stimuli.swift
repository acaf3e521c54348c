/// A stimulus on its way into a turn, with what it says that is not in the catalog yet.
struct PendingStimulus {
  var event: Event
  var payload = Payload.nothing

  enum Payload {
    case nothing
    case name(String)
    case request(PopupDescription)
    case page(PageDescription)
    case alteration(PopupAlteration)
  }
}

extension CauseLedger {
  /// A tap whose action is being carried out, for as long as that takes, by whatever task.
  final class TapContext: Sendable {
    @TaskLocal static var current: TapContext?

    private let scheduler: ObjectIdentifier
    /// The tap's sequence number; negative where it has none, or its action is over.
    @MainActor private var sequence: Int32
    private let outer: TapContext?

    // The scheduler is known by its presenter bridge: it is generic over what cannot be copied, and to ask such an object for its identity needs
    // a newer system than apps support.
    @MainActor
    init(of scheduler: AnyObject, _ sequence: Int32) {
      self.scheduler = ObjectIdentifier(scheduler)
      self.sequence = sequence
      outer = TapContext.current
    }

    /// The action is over: what a task that it left behind does is no longer caused by the tap.
    @MainActor
    func close() { sequence = -1 }

    /// The innermost tap on a popup of a scheduler; negative where there is none.
    @MainActor
    func tap(of scheduler: AnyObject) -> Int32 {
      var context: TapContext? = self
      while let tap = context {
        if tap.scheduler == ObjectIdentifier(scheduler), tap.sequence >= 0 { return tap.sequence }
        context = tap.outer
      }
      return -1
    }
  }
}

extension PresenterBridge {
  /// The timers that are set, in the order in which they come due, then of their popups and numbers (<doc:TimeAndTurns#Equal-times>).
  struct TimerQueue {
    struct Entry: Comparable {
      var due: Ticks
      var popup: PopupID
      var timer: TimerID
      var scheduler: SchedulerID

      static func < (lhs: Entry, rhs: Entry) -> Bool {
        (lhs.due, lhs.popup, lhs.timer.rawValue) < (rhs.due, rhs.popup, rhs.timer.rawValue)
      }
    }

    /// The last to come due first, so that the next one is taken off the end.
    private var entries: [Entry] = []
    private var set: [TimerID: Entry] = [:]

    var count: Int { entries.count }
    var first: Entry? { entries.last }

    mutating func insert(_ decision: Event) {
      let entry = Entry(
        due: max(decision.at, decision.time), popup: decision.popup, timer: decision.timer,
        scheduler: decision.schedulerID)
      remove(decision.timer)
      entries.insert(entry, at: index(of: entry))
      set[decision.timer] = entry
    }

    mutating func remove(_ timer: TimerID) {
      guard let entry = set.removeValue(forKey: timer) else { return }
      entries.remove(at: index(of: entry))
    }

    mutating func takeFirst(dueBy now: Ticks) -> Entry? {
      guard let entry = entries.last, entry.due <= now else { return nil }
      entries.removeLast()
      set[entry.timer] = nil
      return entry
    }

    private func index(of entry: Entry) -> Int { entries.partitioningIndex { $0 <= entry } }
  }
}
