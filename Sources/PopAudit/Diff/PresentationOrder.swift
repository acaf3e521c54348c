import PopupScheduling

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
