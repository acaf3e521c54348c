package import PopupScheduling

/// Compares the outcome of every popup in two runs (<doc:Diff#Outcome-classes>).
///
/// ```swift
/// var diff = OutcomeDiff()
/// diff.compare(referenceOutcomes, candidateOutcomes, in: session.catalog)
/// for change in diff.changes { print(change.kind) }
/// ```
///
/// Runs are aligned by popup, never by time. Used again for the next session it allocates nothing while nothing differs.
///
/// - Complexity: O(n) in popups and presentations.
package struct OutcomeDiff: Sendable {
  /// The popups over which the runs differ, in order of their first mention; all of them where ``listsEverything``.
  package internal(set) var changes: [OutcomeChange] = []
  /// How many popups changed in which way.
  package internal(set) var counts = ChangeCounts()
  /// Whether popups without any difference are listed too.
  package var listsEverything = false

  /// The popup of the one run and that of the other; either may be ``Identifier/none``.
  struct Pair {
    var recorded: PopupID
    var candidate: PopupID
  }

  var pairs: [Pair] = []
  var order = PresentationOrder()

  /// Makes an empty difference.
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
    compare(recorded, candidate, SessionMeasure(catalog: catalog))
  }

  /// Compares the recordings of two sessions of the same app.
  ///
  /// Times are counted from each popup's own submission, and pages are compared by their classes.
  package mutating func compare(_ first: OutcomeTracker, _ second: OutcomeTracker, by alignment: RunAlignment) {
    pairs.removeAll(keepingCapacity: true)
    pairs.append(contentsOf: alignment.pairs)
    compare(first, second, alignment)
  }

  private mutating func compare<M: OutcomeMeasure>(
    _ recorded: OutcomeTracker, _ candidate: OutcomeTracker, _ measure: M
  ) {
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
  private static func kind<M: OutcomeMeasure>(
    of pair: Pair, _ recorded: OutcomeTracker, _ candidate: OutcomeTracker, _ measure: M
  ) -> OutcomeChange.Kind {
    var left = recorded.firstStay(of: pair.recorded)
    var right = candidate.firstStay(of: pair.candidate)
    let leftStart = pair.recorded.isNone ? .zero : measure.start(recorded.popups[pair.recorded.index])
    let rightStart = pair.candidate.isNone ? .zero : measure.start(candidate.popups[pair.candidate.index])
    // What comes later in one run only may have come in the other, had that gone on.
    let limit = measure.limit(leftStart, rightStart)
    func isUnknown(_ stay: Int32, isRecorded: Bool) -> Bool {
      guard stay >= 0 else { return true }
      return isRecorded
        ? measure.recorded(recorded.stays[Int(stay)].from, since: leftStart) >= limit
        : measure.candidate(candidate.stays[Int(stay)].from, since: rightStart) >= limit
    }
    let (leftEnd, rightEnd) = (recorded.end(of: pair.recorded), candidate.end(of: pair.candidate))
    let isOpen = limit < .max && !(leftEnd?.isOver ?? true && rightEnd?.isOver ?? true)
    let withoutTime: OutcomeChange.Kind = leftEnd == rightEnd || isOpen ? .same : .endedOtherwise
    if isUnknown(left, isRecorded: true) { return isUnknown(right, isRecorded: false) ? withoutTime : .gained }
    if isUnknown(right, isRecorded: false) { return .lost }
    var inTime = OutcomeChange.Kind.same
    var isFirst = true
    while !isUnknown(left, isRecorded: true), !isUnknown(right, isRecorded: false) {
      let leftStay = recorded.stays[Int(left)]
      let rightStay = candidate.stays[Int(right)]
      if measure.hasMoved(from: leftStay.page, to: rightStay.page) { return .moved }
      if inTime == .same {
        let leftTime = measure.recorded(leftStay.from, since: leftStart)
        let rightTime = measure.candidate(rightStay.from, since: rightStart)
        if leftTime != rightTime { inTime = kind(isSooner: rightTime < leftTime, isFirst: isFirst) }
      }
      if inTime == .same {
        let leftTime = measure.recorded(leftStay.until, since: leftStart)
        let rightTime = measure.candidate(rightStay.until, since: rightStart)
        if leftTime != rightTime, min(leftTime, rightTime) < limit {
          inTime = kind(isSooner: rightTime < leftTime, isFirst: false)
        }
      }
      isFirst = false
      left = leftStay.next
      right = rightStay.next
    }
    if !isUnknown(left, isRecorded: true) { return .fewer }
    if !isUnknown(right, isRecorded: false) { return .more }
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

/// Finds the popups that come up in another order in the second of two runs.
///
/// Two popups of a scene are in another order when the one is presented first in one run and the other in the other; both are then marked.
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

  /// Whether the popups of a pair were found in another order.
  func isReordered(_ pair: Int) -> Bool { pair < marks.count && marks[pair] }

  /// Looks through all pairs.
  ///
  /// - Complexity: O(n), without allocation once the buffers are large enough.
  mutating func find<M: OutcomeMeasure>(
    _ pairs: [OutcomeDiff.Pair], _ recorded: OutcomeTracker, _ candidate: OutcomeTracker, _ measure: M
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
  private mutating func collect<M: OutcomeMeasure>(
    _ pairs: [OutcomeDiff.Pair], _ recorded: OutcomeTracker, _ candidate: OutcomeTracker, _ measure: M
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
