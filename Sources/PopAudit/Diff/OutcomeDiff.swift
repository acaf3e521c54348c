package import PopReplay
package import PopupScheduling

/// How the outcome of one popup differs between two runs (<doc:Diff#Outcome-classes>).
package struct OutcomeChange: Hashable, Sendable {
  /// The popup in the first run; `none` where that run does not know it.
  package var recorded: PopupID
  /// The popup in the second run; `none` where that run does not know it.
  package var candidate: PopupID
  package var kind = Kind.same

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
package struct Tally<Sort: CaseIterable & Hashable & Sendable>: Hashable, Sendable where Sort.AllCases == [Sort] {
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

  /// A sort without values of its own is one byte: how many cases stand before it.
  @inlinable static func index(of sort: Sort) -> Int { Int(unsafe unsafeBitCast(sort, to: UInt8.self)) }
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

  /// The popups of the one run and of the other, either of which may be `none`.
  var pairs: [OutcomeChange] = []
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
      pairs.append(OutcomeChange(recorded: isRecorded ? popup : .none, candidate: isPlayed ? popup : .none))
    }
    compare(recorded, candidate, (Side(specs: catalog.specs), Side(specs: [])))
  }

  /// Compares the recordings of two sessions of the same app: by times since a popup's submission, and by classes of pages.
  package mutating func compare(_ first: OutcomeTracker, _ second: OutcomeTracker, by alignment: RunAlignment) {
    pairs = alignment.pairs
    compare(first, second, alignment.sides)
  }

  private mutating func compare(_ recorded: OutcomeTracker, _ candidate: OutcomeTracker, _ sides: Sides) {
    changes.removeAll(keepingCapacity: true)
    counts = ChangeCounts()
    order.find(pairs, recorded, candidate, sides.first)
    for index in pairs.indices {
      var change = pairs[index]
      change.kind = Self.kind(of: change, recorded, candidate, sides)
      if order.isReordered(index), change.kind != .moved { change.kind = .reordered }
      counts[change.kind] += 1
      if listsEverything || change.kind != .same { changes.append(change) }
    }
  }

  /// The class of one popup's difference, its index among the others left out of account.
  private static func kind(
    of pair: OutcomeChange, _ recorded: OutcomeTracker, _ candidate: OutcomeTracker, _ sides: Sides
  ) -> OutcomeChange.Kind {
    var left = recorded.firstStay(of: pair.recorded)
    var right = candidate.firstStay(of: pair.candidate)
    let leftStart = sides.first.start(of: pair.recorded, in: recorded)
    let rightStart = sides.second.start(of: pair.candidate, in: candidate)
    func leftTime(_ time: Ticks) -> Int64 { sides.first.number(time, since: leftStart) }
    func rightTime(_ time: Ticks) -> Int64 { sides.second.number(time, since: rightStart) }
    // What comes later in one run only may have come in the other, had that gone on.
    let limit = min(leftTime(sides.first.knownUntil), rightTime(sides.second.knownUntil))
    func isLeftKnown() -> Bool { left >= 0 && leftTime(recorded.stays[Int(left)].from) < limit }
    func isRightKnown() -> Bool { right >= 0 && rightTime(candidate.stays[Int(right)].from) < limit }
    let (leftEnd, rightEnd) = (recorded.end(of: pair.recorded), candidate.end(of: pair.candidate))
    let isOpen = limit < .max && !(leftEnd?.isOver ?? true && rightEnd?.isOver ?? true)
    let withoutTime: OutcomeChange.Kind = leftEnd == rightEnd || isOpen ? .same : .endedOtherwise
    if !isLeftKnown() { return isRightKnown() ? .gained : withoutTime }
    if !isRightKnown() { return .lost }
    var inTime = OutcomeChange.Kind.same
    func note(_ time: Int64, _ other: Int64, _ sooner: OutcomeChange.Kind, _ later: OutcomeChange.Kind) {
      if inTime == .same, time != other, min(time, other) < limit { inTime = other < time ? sooner : later }
    }
    var isFirst = true
    while isLeftKnown(), isRightKnown() {
      let leftStay = recorded.stays[Int(left)]
      let rightStay = candidate.stays[Int(right)]
      if sides.first.isOther(leftStay.page, than: rightStay.page, of: sides.second) { return .moved }
      note(
        leftTime(leftStay.from), rightTime(rightStay.from), isFirst ? .earlier : .cutShort, isFirst ? .later : .longer)
      note(leftTime(leftStay.until), rightTime(rightStay.until), .cutShort, .longer)
      isFirst = false
      left = leftStay.next
      right = rightStay.next
    }
    if isLeftKnown() { return .fewer }
    if isRightKnown() { return .more }
    return inTime == .same ? withoutTime : inTime
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
    var pair: Int
    var scene: UInt16
    /// Its positions among the first presentations of the first run and of the second.
    var position: Int32
    var other: Int32
  }

  private var entries: [Entry] = []
  private var marks: [Bool] = []

  func isReordered(_ pair: Int) -> Bool { pair < marks.count && marks[pair] }

  mutating func find(
    _ pairs: [OutcomeChange], _ recorded: OutcomeTracker, _ candidate: OutcomeTracker, _ side: OutcomeDiff.Side
  ) {
    marks.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    var differs = false
    for (index, pair) in pairs.enumerated() where !pair.recorded.isNone && !pair.candidate.isNone {
      let position = recorded.popups[pair.recorded.index].position
      let other = candidate.popups[pair.candidate.index].position
      let spec = recorded.popups[pair.recorded.index].spec
      guard position >= 0, other >= 0, spec.isNone || !side.specs[spec.index].kind.isExempt else { continue }
      if position != other { differs = true }
      let scene = spec.isNone ? 0 : side.specs[spec.index].scene
      entries.append(Entry(pair: index, scene: scene, position: position, other: other))
    }
    guard differs else { return }
    marks.append(contentsOf: repeatElement(false, count: pairs.count))
    entries.sort { ($0.scene, $0.position) < ($1.scene, $1.position) }
    mark(entries.indices) { $0 < $1 }
    mark(entries.indices.reversed()) { $0 > $1 }
  }

  /// Marks those on whose other side there is one, of those of its scene that were looked at before it.
  private mutating func mark(_ indices: some Collection<Int>, isBefore: (Int32, Int32) -> Bool) {
    var furthest: (scene: UInt16, other: Int32)?
    for index in indices {
      let entry = entries[index]
      if let known = furthest, known.scene == entry.scene, isBefore(entry.other, known.other) {
        marks[entry.pair] = true
      } else {
        furthest = (entry.scene, entry.other)
      }
    }
  }
}

extension OutcomeDiff {
  typealias Sides = (first: Side, second: Side)

  /// How times and pages of one of two runs are compared with those of the other.
  struct Side: Sendable {
    var specs: [PopupSpec]
    /// By page; empty where both runs are of one session, so that they have the same pages.
    var classes: [String] = []
    /// Nil where both have one clock; else times are counted in microseconds from a popup's submission.
    var tick: TickLength?
    /// Up to when it is known, where its end is not, as the app was killed.
    var knownUntil = Ticks.distantFuture

    /// The instant from which a popup's times count.
    func start(of popup: PopupID, in run: OutcomeTracker) -> Ticks {
      tick == nil || popup.isNone ? .zero : run.popups[popup.index].submitted
    }

    /// A time as a comparable number; the greatest for never.
    func number(_ time: Ticks, since start: Ticks) -> Int64 {
      guard let tick, time < .distantFuture else { return time.rawValue }
      return tick.microseconds(time - start)
    }

    /// Whether a page is another one than that of another run; never where one of them is none.
    func isOther(_ page: PageID, than other: PageID, of side: Side) -> Bool {
      guard !page.isNone, !other.isNone else { return false }
      return tick == nil ? page != other : classes[page.index] != side.classes[other.index]
    }
  }
}
