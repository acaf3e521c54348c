package import PopReplay
package import PopupScheduling

/// How the outcome of one popup differs between two runs (<doc:Diff#Outcome-classes>).
package struct OutcomeChange: Hashable, Sendable {
  /// The popup in the first run; `none` where that run does not know it.
  package var recorded: PopupID
  /// The popup in the second run; `none` where that run does not know it.
  package var candidate: PopupID
  package var kind: Kind
  /// How far the second run's outcome can be relied on.
  package var grade = Grade.exact

  /// In what way two runs differ over a popup. Where several apply, the first of this list holds.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The second run presents it, the first does not.
    case gained
    /// The first run presents it, the second does not.
    case lost
    /// Some presentation, counted from the first, is on another page (between two traces, of another class). One without a page has not moved.
    case moved
    /// Another popup of its scene, like it not exempt, is presented for the first time before it in one run and after it in the other.
    case reordered
    /// The second run presents it less often: it no longer comes back.
    case fewer
    /// The second run presents it more often.
    case more
    /// It is presented for the first time earlier in the second run.
    case earlier
    /// It is presented for the first time later in the second run.
    case later
    /// Of the instants at which it goes and comes again, the first that differs is earlier in the second run; never is the latest.
    case cutShort = "cut-short"
    /// Of the same instants, the first that differs is later in the second run.
    case longer
    /// It comes and goes at the same instants and ends in another way; or only one run knows it, and never presents it.
    case endedOtherwise = "ended-otherwise"
    /// None of these: the two runs agree in everything.
    case same
  }
}

/// How many there are of each sort, held in place: a verdict on which nothing is found allocates nothing.
///
/// Inlinable, as other modules count too: without knowing the sort, each count would cost a thousand instructions.
package struct Tally<Sort: CaseIterable & Hashable & Sendable>: Hashable, Sendable {
  @usableFromInline var counts = SIMD16<Int>()

  package init() {}

  @inlinable
  package subscript(sort: Sort) -> Int {
    get { counts[Self.index(of: sort)] }
    set { counts[Self.index(of: sort)] = newValue }
  }

  @inlinable package mutating func add(_ sort: Sort) { self[sort] += 1 }

  package var all: Int { counts.wrappedSum() }

  package static func += (lhs: inout Tally, rhs: Tally) { lhs.counts &+= rhs.counts }

  @inlinable
  static func index(of sort: Sort) -> Int {
    var index = 0
    for other in Sort.allCases {
      if other == sort { return index }
      index += 1
    }
    preconditionFailure("a sort that is none of its own type's")
  }
}

package typealias ChangeCounts = Tally<OutcomeChange.Kind>

extension Tally<OutcomeChange.Kind> {
  package var changed: Int { all - self[.same] }
}

package typealias SeverityCounts = Tally<Severity>

/// How many outcomes, or findings, can be relied on how far (Grades, *Grades of outcomes*).
package typealias GradeCounts = Tally<Grade>

extension Tally<Grade> {
  package var certain: Int { count(upTo: .derived) }

  package func count(upTo grade: Grade) -> Int {
    Grade.allCases.reduce(0) { $1 <= grade ? $0 + self[$1] : $0 }
  }
}

/// Compares the outcome of every popup in two runs (<doc:Diff#Outcome-classes>).
///
/// Runs are aligned by popup, never by time. Used again for the next session it allocates nothing while nothing differs.
///
/// - Complexity: O(n) in popups and presentations.
package struct OutcomeDiff: Sendable {
  /// The popups over which the runs differ, in order of their first mention; all of them where ``listsEverything``.
  package internal(set) var changes: [OutcomeChange] = []
  package internal(set) var counts = ChangeCounts()
  /// Whether popups without any difference are listed too.
  package var listsEverything = false

  /// The popup of the one run and that of the other; either may be `none`.
  struct Pair {
    var recorded: PopupID
    var candidate: PopupID
  }

  var pairs: [Pair] = []
  var order = PresentationOrder()

  package init() {}

  /// Compares two runs over the same session, in which a popup has the same identifier.
  package mutating func compare(_ recorded: OutcomeTracker, _ candidate: OutcomeTracker, in catalog: Catalog) {
    pairs.removeAll(keepingCapacity: true)
    for position in 0..<max(recorded.popups.count, candidate.popups.count) {
      let popup = PopupID(position)
      let isRecorded = recorded.knows(popup)
      let isPlayed = candidate.knows(popup)
      guard isRecorded || isPlayed else { continue }
      pairs.append(Pair(recorded: isRecorded ? popup : .none, candidate: isPlayed ? popup : .none))
    }
    let side = Measure.Side(catalog: catalog)
    compare(recorded, candidate, Measure(first: side, second: side, isOneSession: true))
  }

  /// Compares the recordings of two sessions of the same app: by times since a popup's submission, and by classes of pages.
  package mutating func compare(_ first: OutcomeTracker, _ second: OutcomeTracker, by alignment: RunAlignment) {
    pairs.removeAll(keepingCapacity: true)
    pairs.append(contentsOf: alignment.pairs)
    compare(first, second, alignment.measure)
  }

  private mutating func compare(_ recorded: OutcomeTracker, _ candidate: OutcomeTracker, _ measure: Measure) {
    changes.removeAll(keepingCapacity: true)
    counts = ChangeCounts()
    order.find(pairs, recorded, candidate, measure)
    for (index, pair) in pairs.enumerated() {
      var kind = Self.kind(of: pair, recorded, candidate, measure)
      if order.isReordered(index), kind != .moved { kind = .reordered }
      counts[kind] += 1
      if listsEverything || kind != .same {
        changes.append(OutcomeChange(recorded: pair.recorded, candidate: pair.candidate, kind: kind))
      }
    }
  }

  /// The class of one popup's difference, its index among the others left out of account.
  private static func kind(
    of pair: Pair, _ recorded: OutcomeTracker, _ candidate: OutcomeTracker, _ measure: Measure
  ) -> OutcomeChange.Kind {
    var left = recorded.firstStay(of: pair.recorded)
    var right = candidate.firstStay(of: pair.candidate)
    let leftStart = measure.start(of: pair.recorded, in: recorded)
    let rightStart = measure.start(of: pair.candidate, in: candidate)
    // What comes later in one run only may have come in the other, had that gone on.
    let limit = measure.limit(leftStart, rightStart)
    func leftTime(_ time: Ticks) -> Int64 { measure.time(time, measure.first.tick, since: leftStart) }
    func rightTime(_ time: Ticks) -> Int64 { measure.time(time, measure.second.tick, since: rightStart) }
    func isLeftKnown() -> Bool { left >= 0 && leftTime(recorded.stays[Int(left)].from) < limit }
    func isRightKnown() -> Bool { right >= 0 && rightTime(candidate.stays[Int(right)].from) < limit }
    let (leftEnd, rightEnd) = (recorded.end(of: pair.recorded), candidate.end(of: pair.candidate))
    let isOpen = limit < .max && !(leftEnd?.isOver ?? true && rightEnd?.isOver ?? true)
    let withoutTime: OutcomeChange.Kind = leftEnd == rightEnd || isOpen ? .same : .endedOtherwise
    if !isLeftKnown() { return isRightKnown() ? .gained : withoutTime }
    if !isRightKnown() { return .lost }
    var inTime = OutcomeChange.Kind.same
    var isFirst = true
    while isLeftKnown(), isRightKnown() {
      let leftStay = recorded.stays[Int(left)]
      let rightStay = candidate.stays[Int(right)]
      if measure.hasMoved(from: leftStay.page, to: rightStay.page) { return .moved }
      if inTime == .same {
        let (time, otherTime) = (leftTime(leftStay.from), rightTime(rightStay.from))
        if time != otherTime { inTime = kind(isSooner: otherTime < time, isFirst: isFirst) }
      }
      if inTime == .same {
        let (time, otherTime) = (leftTime(leftStay.until), rightTime(rightStay.until))
        if time != otherTime, min(time, otherTime) < limit { inTime = kind(isSooner: otherTime < time, isFirst: false) }
      }
      isFirst = false
      left = leftStay.next
      right = rightStay.next
    }
    if isLeftKnown() { return .fewer }
    if isRightKnown() { return .more }
    return inTime == .same ? withoutTime : inTime
  }

  /// The class of a difference in time: of the first presentation's beginning, or of what comes after it.
  private static func kind(isSooner: Bool, isFirst: Bool) -> OutcomeChange.Kind {
    if isFirst { return isSooner ? .earlier : .later }
    return isSooner ? .cutShort : .longer
  }
}

extension OutcomeTracker {
  /// The first presentation of a popup; negative where there is none.
  func firstStay(of popup: PopupID) -> Int32 {
    popup.isNone || popup.index >= popups.count ? -1 : popups[popup.index].firstStay
  }
}

/// Finds the popups of a scene of which one is presented first in one run and the other in the other; both are marked.
struct PresentationOrder: Sendable {
  /// A popup that both runs present and that takes a slot.
  private struct Entry {
    var pair: Int32
    /// Its position among the first presentations of the second run.
    var candidate: Int32
    var scene: UInt16
  }

  private static let absent = Entry(pair: -1, candidate: -1, scene: 0)

  /// By position among the first presentations of the first run.
  private var entries: [Entry] = []
  private var marks: [Bool] = []
  /// For every scene the latest (earliest) position in the second run of those seen so far.
  private var extremes: [Int32] = []

  func isReordered(_ pair: Int) -> Bool { pair < marks.count && marks[pair] }

  mutating func find(
    _ pairs: [OutcomeDiff.Pair], _ recorded: OutcomeTracker, _ candidate: OutcomeTracker, _ measure: OutcomeDiff.Measure
  ) {
    marks.removeAll(keepingCapacity: true)
    guard collect(pairs, recorded, candidate, measure) else { return }
    for _ in pairs { marks.append(false) }
    clearExtremes(to: -1)
    for entry in entries where entry.pair >= 0 {
      let scene = Int(entry.scene)
      if entry.candidate < extremes[scene] { marks[Int(entry.pair)] = true }
      extremes[scene] = max(extremes[scene], entry.candidate)
    }
    clearExtremes(to: .max)
    for entry in entries.reversed() where entry.pair >= 0 {
      let scene = Int(entry.scene)
      if entry.candidate > extremes[scene] { marks[Int(entry.pair)] = true }
      extremes[scene] = min(extremes[scene], entry.candidate)
    }
  }

  /// Puts the common popups in the order of the first run; false where the second has them all in the same places.
  private mutating func collect(
    _ pairs: [OutcomeDiff.Pair], _ recorded: OutcomeTracker, _ candidate: OutcomeTracker, _ measure: OutcomeDiff.Measure
  ) -> Bool {
    entries.removeAll(keepingCapacity: true)
    var differs = false
    for (position, pair) in pairs.enumerated() where !pair.recorded.isNone && !pair.candidate.isNone {
      let left = recorded.popups[pair.recorded.index]
      let right = candidate.popups[pair.candidate.index]
      guard left.position >= 0, right.position >= 0, !measure.isExempt(left.spec) else { continue }
      if left.position != right.position { differs = true }
      while entries.count <= Int(left.position) { entries.append(Self.absent) }
      entries[Int(left.position)] = Entry(
        pair: Int32(truncatingIfNeeded: position), candidate: right.position, scene: measure.scene(left.spec))
    }
    return differs
  }

  private mutating func clearExtremes(to value: Int32) {
    extremes.removeAll(keepingCapacity: true)
    for entry in entries {
      while extremes.count <= Int(entry.scene) { extremes.append(value) }
    }
  }
}

extension OutcomeDiff {
  /// How times and pages of two runs are compared.
  struct Measure: Sendable {
    struct Side: Sendable {
      var catalog: Catalog
      var tick = TickLength.millisecond
      /// Up to when it is known, where its end is not, as the app was killed.
      var knownUntil = Ticks.distantFuture
    }

    var first: Side
    var second: Side
    /// Whether they are of one session: one clock, the same pages. Else times are counted in microseconds from a popup's submission.
    var isOneSession: Bool

    /// The instant from which a popup's times count.
    func start(of popup: PopupID, in run: OutcomeTracker) -> Ticks {
      isOneSession || popup.isNone ? .zero : run.popups[popup.index].submitted
    }

    /// Up to which number both runs are known, for a popup's times since its start in each; the greatest where both came to their ends.
    func limit(_ start: Ticks, _ otherStart: Ticks) -> Int64 {
      isOneSession
        ? .max
        : min(time(first.knownUntil, first.tick, since: start), time(second.knownUntil, second.tick, since: otherStart))
    }

    /// A time as a comparable number; the greatest for never.
    func time(_ time: Ticks, _ tick: TickLength, since start: Ticks) -> Int64 {
      if isOneSession { return time.rawValue }
      return time == .distantFuture ? .max : tick.microseconds(time - start)
    }

    /// Whether two pages, of the first and of the second run, are different ones; never where one of them is none.
    func hasMoved(from page: PageID, to other: PageID) -> Bool {
      guard !page.isNone, !other.isNone else { return false }
      if isOneSession { return page != other }
      return first.catalog.names.text(first.catalog.className(of: page))
        != second.catalog.names.text(second.catalog.className(of: other))
    }

    /// Whether a popup of the first run takes no slot.
    func isExempt(_ spec: SpecID) -> Bool { !spec.isNone && first.catalog.specs[spec.index].kind.isExempt }

    /// The scene of a popup of the first run.
    func scene(_ spec: SpecID) -> UInt16 { spec.isNone ? 0 : first.catalog.specs[spec.index].scene }
  }
}
