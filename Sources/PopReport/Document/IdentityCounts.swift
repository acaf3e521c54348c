public import PopAudit

/// How many sessions have which identity.
public struct IdentityCounts: Hashable, Sendable {
  private var counts: [IdentityWord: Int] = [:]

  /// Counts nothing.
  public init() {}

  /// How many have one of them.
  public subscript(word: IdentityWord) -> Int {
    get { counts[word, default: 0] }
    set { counts[word] = newValue }
  }

  /// How many have one with which nothing is judged.
  public var unjudged: Int { self[.mismatch] + self[.unknownPolicy] }

  /// Adds the counts of other sessions.
  public static func += (lhs: inout IdentityCounts, rhs: IdentityCounts) {
    lhs.counts.merge(rhs.counts) { $0 + $1 }
  }
}
