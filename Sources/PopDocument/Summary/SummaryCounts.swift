package import PopAudit
package import PopReplay

/// In how many sessions which assumption was the first.
package struct AssumptionCounts: Hashable, Sendable {
  private var counts = [Int](repeating: 0, count: Assumption.Reason.allCases.count)

  /// In how many sessions an assumption was the first.
  package subscript(reason: Assumption.Reason) -> Int { counts[Self.index(reason)] }

  package mutating func add(_ reason: Assumption.Reason) { counts[Self.index(reason)] += 1 }

  /// The reasons there are, the most frequent first; ties in the order of ``PopReplay/Assumption/Reason``.
  package var frequent: [Assumption.Reason] {
    Assumption.Reason.allCases.filter { self[$0] > 0 }.enumerated()
      .sorted { (-self[$0.element], $0.offset) < (-self[$1.element], $1.offset) }.map(\.element)
  }

  package static func += (lhs: inout AssumptionCounts, rhs: AssumptionCounts) {
    for index in lhs.counts.indices { lhs.counts[index] += rhs.counts[index] }
  }

  private static func index(_ reason: Assumption.Reason) -> Int {
    Assumption.Reason.allCases.firstIndex(of: reason) ?? 0
  }
}

/// How many sessions have which identity.
package struct IdentityCounts: Hashable, Sendable {
  private var counts: [IdentityWord: Int] = [:]

  /// How many have one of them.
  package subscript(word: IdentityWord) -> Int {
    get { counts[word, default: 0] }
    set { counts[word] = newValue }
  }

  /// How many have one with which nothing is judged.
  package var unjudged: Int { self[.mismatch] + self[.unknownPolicy] }

  package static func += (lhs: inout IdentityCounts, rhs: IdentityCounts) {
    lhs.counts.merge(rhs.counts) { $0 + $1 }
  }
}
