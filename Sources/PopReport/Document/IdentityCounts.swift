package import PopAudit

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

  /// Adds the counts of other sessions.
  package static func += (lhs: inout IdentityCounts, rhs: IdentityCounts) {
    lhs.counts.merge(rhs.counts) { $0 + $1 }
  }
}
