package import PopAudit
package import PopDocument
import PopReplay

/// The sums of everything that a gate's thresholds ask for, session by session, of the baseline and of the candidate (<doc:Gate#Metrics>).
///
/// Up to 1,024 sessions are kept one by one, for a bootstrap that draws sessions; of more, 1,024 groups, by a hash of what they hold. So
/// the memory is bounded, and the order of the sessions makes no difference.
package struct MetricTable: Sendable {
  /// The most sessions that are kept one by one, and the number of groups beyond.
  package static let mostUnits = 1024

  struct Column: Hashable, Sendable {
    var measure: Measure
    var scope: PopupScope
  }

  enum Side: Int, CaseIterable, Sendable {
    case reference
    /// The candidate's, of a session that is compared with something.
    case candidate
    /// The candidate's, of a session that has none.
    case alone
  }

  struct Unit: Hashable, Sendable {
    /// What it is recognised by: a session's hash, or a group's number.
    var key: UInt64
    var sums: [Quotient]
    var waits: [WaitCounts]
  }

  /// How many popups a column has measured, and how many it left out for they are not certain enough.
  struct Count: Hashable, Sendable {
    var measured = 0
    var leftOut = 0
  }

  let columns: [Column]
  /// By column: its place among the columns of waits; -1 where it is none.
  let waitPlaces: [Int]
  private let waitColumns: Int
  let scopes: [(scope: PopupScope, columns: [Int])]
  let criterion: RegressionCriterion
  let rules: RuleLevels

  var units: [Unit] = []
  private var places: [UInt64: Int] = [:]
  private var isFolded = false
  var counts: [Count]
  /// Whether some session has something to be compared with; those that have not are then left out.
  var hasCompared = false

  package init(_ thresholds: [Threshold], failOn criterion: RegressionCriterion, rules: RuleLevels = RuleLevels()) {
    var columns: [Column] = []
    for threshold in thresholds {
      let column = Column(measure: threshold.metric.measure, scope: threshold.scope)
      if !columns.contains(column) { columns.append(column) }
    }
    var scopes: [(scope: PopupScope, columns: [Int])] = []
    var places: [Int] = []
    var waits = 0
    for (index, column) in columns.enumerated() {
      places.append(column.measure == .waits ? waits : -1)
      if column.measure == .waits { waits += 1 }
      if let place = scopes.firstIndex(where: { $0.scope == column.scope }) {
        scopes[place].columns.append(index)
      } else {
        scopes.append((column.scope, [index]))
      }
    }
    self.columns = columns
    self.scopes = scopes
    self.criterion = criterion
    self.rules = rules
    waitPlaces = places
    waitColumns = waits
    counts = [Count](repeating: Count(), count: columns.count)
  }

  /// Adds a session. One that was not judged adds nothing.
  package mutating func add(_ session: SessionReport) {
    guard session.failure == nil, session.identity.isJudged, !columns.isEmpty else { return }
    add(session, to: unit(Self.key(of: session)))
  }

  /// What a session is recognised by wherever it lies; where it has no name, by its place.
  private static func key(of session: SessionReport) -> UInt64 {
    var hash = StableHash()
    if let digest = session.digest {
      hash.combine(digest)
    } else {
      hash.combine(session.session)
      hash.combine(session.trace)
      hash.combine(UInt64(clamping: session.index))
    }
    return hash.value
  }

  private mutating func unit(_ key: UInt64) -> Int {
    if !isFolded {
      if let place = places[key] { return place }
      if units.count == Self.mostUnits { fold() }
    }
    let key = isFolded ? key % UInt64(Self.mostUnits) : key
    if let place = places[key] { return place }
    let sides = Side.allCases.count
    units.append(
      Unit(
        key: key, sums: [Quotient](repeating: Quotient(), count: columns.count * sides),
        waits: [WaitCounts](repeating: WaitCounts(), count: waitColumns * sides)))
    places[key] = units.count - 1
    return units.count - 1
  }

  private mutating func fold() {
    guard !isFolded else { return }
    let sessions = units
    isFolded = true
    units = []
    places = [:]
    for session in sessions { add(session, to: unit(session.key)) }
  }

  private mutating func add(_ other: Unit, to place: Int) {
    for (index, sum) in other.sums.enumerated() { units[place].sums[index].add(sum.part, over: sum.whole) }
    for index in other.waits.indices { units[place].waits[index].add(other.waits[index]) }
  }

  /// The units in an order that depends on nothing but the sessions.
  var sortedUnits: [Unit] { units.sorted { $0.key < $1.key } }
}

/// How many waits there were of which length: exact to the millisecond below 2,048 ms, and to 0.1 % beyond, rounded down.
///
/// The classes are those of HdrHistogram (http://hdrhistogram.org) with three significant digits: 1,024 to an octave. Only those that are
/// there are kept. The result is the same whatever the order of what is added.
struct WaitCounts: Hashable, Sendable {
  private(set) var counts: [UInt32: Int] = [:]

  /// The longest wait that is told from longer ones, a little over a year.
  private static let longest = 1 << 35

  static func bucket(_ milliseconds: Int) -> UInt32 {
    let length = min(max(milliseconds, 0), longest)
    guard length >= 2048 else { return UInt32(length) }
    let shift = Int.bitWidth - 11 - length.leadingZeroBitCount
    return UInt32(2048 + (shift - 1) * 1024 + (length >> shift) - 1024)
  }

  static func least(_ bucket: UInt32) -> Int {
    guard bucket >= 2048 else { return Int(bucket) }
    let index = Int(bucket) - 2048
    return (1024 + index % 1024) << (index / 1024 + 1)
  }

  mutating func add(_ milliseconds: Int) { counts[Self.bucket(milliseconds), default: 0] += 1 }

  mutating func add(_ other: WaitCounts) { counts.merge(other.counts) { $0 + $1 } }
}
