import PopTrace
import PopupScheduling

/// For how long something stayed unanswered in the sessions of a corpus: by popup name and by kind (<doc:CausalReplay#Premises>).
package struct ReactionTally: Hashable, Sendable {
  /// By kind; there are few.
  private(set) var kinds: [PopupKind: DurationHistogram] = [:]
  /// By name; those of the smallest hashes, where there are too many.
  private(set) var names: [PopupName: DurationHistogram] = [:]
  /// The hashes of the names, the smallest first.
  private var hashes: [UInt64] = []

  /// The most names that are told from others of their kind; an app has some dozens.
  package static var nameLimit: Int { 256 }

  /// Counts an answer, or a wait that was cut short.
  mutating func add(_ milliseconds: Int64, of name: PopupName, _ kind: PopupKind, isObserved: Bool) {
    kinds[kind, default: DurationHistogram()].add(milliseconds, isObserved: isObserved)
    guard names[name] != nil || makeRoom(for: name) else { return }
    names[name, default: DurationHistogram()].add(milliseconds, isObserved: isObserved)
  }

  /// Makes room for a name that is not there yet; false where it stays out.
  ///
  /// The names with the smallest hashes stay, in whatever order they come: one that was left out would be again.
  private mutating func makeRoom(for name: PopupName) -> Bool {
    let text = name.text.utf8
    guard !text.isEmpty, text.count <= PopupName.longest else { return false }
    let hash = XXH64.hash(text)
    if hashes.count == Self.nameLimit {
      guard let largest = hashes.last, hash < largest else { return false }
      hashes.removeLast()
      for other in names.keys where XXH64.hash(other.text.utf8) == largest { names[other] = nil }
    }
    let place = hashes.partitioningIndex { $0 >= hash }
    // Two names of one hash would be two or none, depending on their order.
    guard place == hashes.count || hashes[place] != hash else { return false }
    hashes.insert(hash, at: place)
    return true
  }

  /// Adds the answers of other sessions.
  package static func += (lhs: inout ReactionTally, rhs: ReactionTally) {
    for (kind, histogram) in rhs.kinds { lhs.kinds[kind, default: DurationHistogram()] += histogram }
    for (name, histogram) in rhs.names where lhs.names[name] != nil || lhs.makeRoom(for: name) {
      lhs.names[name, default: DurationHistogram()] += histogram
    }
  }
}
