import PopTrace
import PopupScheduling

/// How much one run may take, and how much it has taken: no run goes on without end (``PopTrace/ResourceLimits``).
///
/// Every bound is proportional to the events of the session. Turns that the session's own stimuli bring at one instant are no standstill,
/// however many they are; only other turns are counted: timers, animations and answers that are generated, and anchors that repeat.
struct RunBudget {
  /// What a run has too much of.
  enum Excess: Equatable {
    /// The policy keeps time from going on: a `fault` says so.
    case standstill
    /// The input goes beyond a limit, so that the session is not judged.
    case limit(ResourceLimits.Name)
  }

  /// What has been exceeded first; nil while nothing has.
  private(set) var excess: Excess?
  /// How many turns there have been.
  private(set) var turns = 0
  /// The number of the turn with which time stopped going on; meaningful where it has.
  private(set) var firstOfStandstill = 0
  /// The sequence number that no event of the run may reach.
  private(set) var mostEvents = Int32.max
  /// How many popups are submitted and not ended.
  private(set) var livePopups = 0

  private var mostTurns = Int.max
  private var mostAtOneInstant = Int.max
  private var mostLivePopups = Int.max
  /// The turn after which the run is taken to stand still, whether it does or not.
  private var lastTurn = Int.max
  private var instant = Ticks(-1)
  /// How many turns at this instant took no stimulus of the session that comes only once, and whether anchors that repeat brought some of
  /// them.
  private var unpaid = 0
  private var isFedByAnchors = false
  /// How many turns more there may be at one instant, because the session has so many events.
  private var allowance = 0
  private var mostSteps = Int.max
  /// How many steps of looking up counterparts and answers have been taken.
  private(set) var steps = 0

  /// Begins a run.
  ///
  /// - Parameter lastTurn: The turn with which the run is to end in a `fault`, known from an earlier run; nil to find it out.
  mutating func begin(_ limits: ResourceLimits, events: Int, lastTurn: Int?) {
    excess = nil
    turns = 0
    firstOfStandstill = 0
    livePopups = 0
    // No turn is at this instant, so that the first one begins to count.
    instant = Ticks(-1)
    steps = 0
    allowance = events
    self.lastTurn = lastTurn ?? .max
    let share = Self.product(limits.turnsPerEvent, events)
    mostTurns = Self.sum(limits.turnsAtLeast, share)
    mostSteps = Self.product(mostTurns, 64)
    mostAtOneInstant = Self.sum(limits.turnsAtOneInstant, events)
    mostLivePopups = limits.livePopups
    mostEvents = Int32(clamping: min(Self.sum(limits.eventsPerSession, share), Int(Int32.max / 2)))
  }

  /// Counts a turn.
  ///
  /// - Parameters:
  ///   - isPaid: Whether it takes a stimulus of the session that comes but once.
  ///   - isRepeated: Whether an anchor that repeats brought it.
  ///   - sequence: The number of its first event.
  mutating func countTurn(at now: Ticks, isPaid: Bool, isRepeated: Bool, sequence: Int32) {
    turns += 1
    if !isPaid { countUnpaid(at: now, isRepeated: isRepeated) }
    if turns > mostTurns { exceed(.limit(.turnsPerEvent)) }
    if sequence >= mostEvents { exceed(.limit(.eventsPerSession)) }
    if livePopups > mostLivePopups { exceed(.limit(.livePopups)) }
    if turns == lastTurn { exceed(.standstill) }
  }

  /// Counts steps of looking something up, which grow with the session where turns do not: 64 for every turn there may be.
  mutating func spend(_ steps: Int) {
    self.steps += steps
    if self.steps > mostSteps { exceed(.limit(.turnsPerEvent)) }
  }

  /// Counts a stimulus that an anchor that repeats hands over in the middle of a turn.
  mutating func countRepetition(at now: Ticks) { countUnpaid(at: now, isRepeated: true) }

  private mutating func countUnpaid(at now: Ticks, isRepeated: Bool) {
    if now != instant {
      instant = now
      unpaid = 0
      isFedByAnchors = false
      firstOfStandstill = turns
    }
    unpaid += 1
    if isRepeated { isFedByAnchors = true }
    if unpaid > mostAtOneInstant { exceed(isFedByAnchors ? .limit(.turnsAtOneInstant) : .standstill) }
  }

  /// One popup more is submitted and not ended, or one less.
  mutating func countLive(_ change: Int) { livePopups += change }

  /// Notes that something has been exceeded; only the first counts.
  mutating func exceed(_ excess: Excess) {
    if self.excess == nil { self.excess = excess }
  }

  private static func product(_ lhs: Int, _ rhs: Int) -> Int {
    let (product, overflow) = lhs.multipliedReportingOverflow(by: rhs)
    return overflow ? .max : product
  }

  private static func sum(_ lhs: Int, _ rhs: Int) -> Int {
    let (sum, overflow) = lhs.addingReportingOverflow(rhs)
    return overflow ? .max : sum
  }
}
