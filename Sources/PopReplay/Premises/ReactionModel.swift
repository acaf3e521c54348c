package import PopTrace
package import PopupScheduling

/// For how long the users of an app leave popups unanswered, and how long content takes there (<doc:CausalReplay#The-estimate>).
package struct ReactionModel: Hashable, Sendable {
  /// The answers to one question; there is no curve where there were not enough of them.
  package struct Answers: Hashable, Sendable {
    package var names: [PopupName: ReactionCurve] = [:]
    package var kinds: [PopupKind: ReactionCurve] = [:]
    package var all: ReactionCurve?

    package init() {}

    init(_ tally: ReactionTally) {
      var whole = DurationHistogram()
      for (kind, histogram) in tally.kinds {
        whole += histogram
        kinds[kind] = ReactionCurve(enough: histogram)
      }
      for (name, histogram) in tally.names { names[name] = ReactionCurve(enough: histogram) }
      all = ReactionCurve(enough: whole)
    }

    /// What is known of a popup: by its name, else by its kind, else of all; nil where nothing is.
    package func curve(named name: PopupName, _ kind: PopupKind) -> ReactionCurve? {
      names[name] ?? kinds[kind] ?? all
    }
  }

  package var dwell = Answers()
  package var content = Answers()
  /// How long users take to visit a page after the last popup went; nil where there were not enough visits.
  package var visit: ReactionCurve?

  package init() {}
}

/// What a reaction model says of the popups of one session.
package struct SessionReactions: Hashable, Sendable {
  /// For each popup how long it stays up, then how long its content takes; nil where the model says nothing.
  private var curves: [ReactionCurve?] = []

  package init(_ model: ReactionModel, _ session: Session) {
    for event in session.log.events where event.kind == .popupSubmitted && !event.popup.isNone {
      let index = event.popup.index
      guard index < session.catalog.popupNumbers.count, event.spec.index >= 0,
        event.spec.index < session.catalog.specs.count
      else { continue }
      let spec = session.catalog.spec(event.spec)
      let name = PopupName(session.catalog.names.text(spec.name))
      while curves.count < 2 * index + 2 { curves.append(nil) }
      curves[2 * index] = model.dwell.curve(named: name, spec.kind)
      curves[2 * index + 1] = model.content.curve(named: name, spec.kind)
    }
  }

  func curve(_ question: Question, about popup: PopupID) -> ReactionCurve? {
    let index = 2 * popup.index + (question == .dwell ? 0 : 1)
    return index >= 0 && index < curves.count ? curves[index] : nil
  }
}

/// For how long something stayed unanswered in the sessions of a corpus: by popup name and by kind (<doc:CausalReplay#Premises>).
package struct ReactionTally: Hashable, Sendable {
  private(set) var kinds: [PopupKind: DurationHistogram] = [:]
  /// Those of the smallest hashes, where there are too many.
  private(set) var names: [PopupName: DurationHistogram] = [:]
  /// The hashes of the names, the smallest first.
  private var hashes: [UInt64] = []

  /// The most names that are told from others of their kind; an app has some dozens.
  package static var nameLimit: Int { 256 }

  /// Counts an answer, or a wait that was cut short.
  mutating func add(_ milliseconds: Int64, of name: PopupName, _ kind: PopupKind, isObserved: Bool) {
    kinds[kind, default: DurationHistogram()].add(milliseconds, isObserved: isObserved)
    if let known = names.index(forKey: name) {
      names.values[known].add(milliseconds, isObserved: isObserved)
    } else if makeRoom(for: name) {
      names[name, default: DurationHistogram()].add(milliseconds, isObserved: isObserved)
    }
  }

  /// Makes room for a name that is not there yet; false where it stays out.
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
    let index = hashes.partitioningIndex { $0 >= hash }
    // Two names of one hash would be two or none, depending on their order.
    guard index == hashes.count || hashes[index] != hash else { return false }
    hashes.insert(hash, at: index)
    return true
  }

  package static func += (lhs: inout ReactionTally, rhs: ReactionTally) {
    for (kind, histogram) in rhs.kinds { lhs.kinds[kind, default: DurationHistogram()] += histogram }
    for (name, histogram) in rhs.names where lhs.names[name] != nil || lhs.makeRoom(for: name) {
      lhs.names[name, default: DurationHistogram()] += histogram
    }
  }
}

/// A popup's name as its bytes are: two texts that only look alike are two names, in a fixed order.
package struct PopupName: Hashable, Sendable, Comparable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// The longest name that is told from others of its kind, in bytes.
  package static var longest: Int { 256 }

  package static func == (lhs: PopupName, rhs: PopupName) -> Bool {
    guard lhs.text.utf8.count == rhs.text.utf8.count else { return false }
    return unsafe lhs.withBytes { bytes in
      unsafe rhs.withBytes { other in bytes.indices.allSatisfy { unsafe bytes[$0] == other[$0] } }
    }
  }

  package func hash(into hasher: inout Hasher) {
    unsafe withBytes { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Lends the bytes in one piece: one by one they would cost more than what is done with them.
  @unsafe
  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = unsafe text.utf8.withContiguousStorageIfAvailable(body) { return result }
    return unsafe Array(text.utf8).withUnsafeBufferPointer(body)
  }

  package static func < (lhs: PopupName, rhs: PopupName) -> Bool {
    lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
  }
}

/// How likely users have not answered after how long: the estimate of Kaplan and Meier (Nonparametric Estimation from Incomplete Observations,
/// 1958), in whole numbers.
///
/// Shares are in units of 2^-32, rounded down at every step, so that any machine comes to the same.
package struct ReactionCurve: Hashable, Sendable {
  /// A length at which answers were observed.
  package struct Step: Hashable, Sendable {
    package var milliseconds: Int64
    /// The share of users who have not answered by then.
    package var remaining: UInt32
  }

  /// How many answers were observed, and how many were cut short.
  package let observed: Int
  package let censored: Int
  package let steps: [Step]
}

extension ReactionCurve {
  /// Fewer observed answers than this say nothing.
  package static var leastObserved: Int { 8 }

  private static var all: UInt64 { 1 << 32 }

  /// Makes the curve of lengths; what was cut short at a length was under observation at that length.
  package init(_ histogram: DurationHistogram) {
    let lengths = histogram.steps
    let observed = lengths.reduce(0) { $0 + $1.counts.observed }
    let censored = lengths.reduce(0) { $0 + $1.counts.censored }
    var atRisk = UInt64(observed + censored)
    var remaining = Self.all
    var steps: [Step] = []
    for (length, counts) in lengths {
      if counts.observed > 0 {
        let product = remaining.multipliedFullWidth(by: atRisk - UInt64(counts.observed))
        remaining = atRisk.dividingFullWidth(product).quotient
        steps.append(Step(milliseconds: length, remaining: UInt32(truncatingIfNeeded: remaining)))
      }
      atRisk -= UInt64(counts.observed + counts.censored)
    }
    self.init(observed: observed, censored: censored, steps: steps)
  }

  init?(enough histogram: DurationHistogram) {
    self.init(histogram)
    guard observed >= Self.leastObserved else { return nil }
  }

  /// The share that has not been answered after so long, of 2^32.
  private func remaining(after milliseconds: Int64) -> UInt64 {
    let next = steps.partitioningIndex { $0.milliseconds > milliseconds }
    return next > 0 ? UInt64(steps[next - 1].remaining) : Self.all
  }

  /// Within how many milliseconds of a popup's going those visits begin that had waited for it, where this is the curve of visits: 0 for at
  /// once, and where none are seen to have waited (<doc:CausalReplay#Visits-that-wait>).
  ///
  /// What waited is what there is beyond the visits of users who had nothing to wait for; these go on at the pace that is seen later on.
  package var visitReaction: Int64 {
    let (known, later) = (remaining(after: Self.longestReaction), remaining(after: 2 * Self.longestReaction))
    guard known > 0 else { return Self.longestReaction }
    // As many of those that are left come in as much time.
    let pace = (known - later) << 16 / known
    func excess(_ step: Step) -> Int64 {
      Int64(Self.all - UInt64(step.remaining)) - Int64(pace << 16) / Self.longestReaction * step.milliseconds
    }
    let most = steps.lazy.prefix { $0.milliseconds <= Self.longestReaction }.map { excess($0) }.max() ?? 0
    guard most >= Int64(Self.all >> 4) else { return 0 }
    let last = steps.first { excess($0) >= most / 16 * 15 }?.milliseconds ?? 0
    return last + last / 2
  }

  /// What begins later than so many milliseconds after a popup went has not waited for it.
  private static var longestReaction: Int64 { 2_000 }

  /// The length at a quantile of all those longer than a bound; nil for users who never answer, and where no answer was observed that took
  /// longer. The quantile is in units of 2^-32: those that answer soon have the low ones.
  package func length(at quantile: UInt32, beyond bound: Int64) -> Int64? {
    let known = remaining(after: bound)
    let share = known - (UInt64(quantile) * known) >> 32
    // No shorter one has so few left.
    let found = steps.partitioningIndex { $0.remaining < share }
    return found < steps.count ? steps[found].milliseconds : nil
  }
}

/// How often something took how long: whole milliseconds up to 255, from there on buckets that are less than 1 % wide, up to a day.
///
/// However many lengths it has taken, it has no more than ``bucketLimit`` buckets, and the order in which they came changes nothing.
package struct DurationHistogram: Hashable, Sendable {
  /// How many lengths of a bucket ended there, and how many were cut short.
  package struct Counts: Hashable, Sendable {
    fileprivate let bucket: Int
    var observed: Int
    var censored: Int
  }

  /// Those of buckets that have any, the shortest first.
  private var counts: [Counts] = []

  package init() {}

  package static var bucketLimit: Int { bucket(of: longest) + 1 }

  /// What takes longer counts as this: a day.
  private static var longest: Int64 { 86_400_000 }

  /// Up to here each millisecond has a bucket; from here on every power of two has half as many.
  private static var exact: Int64 { 256 }

  private static func bucket(of milliseconds: Int64) -> Int {
    let length = min(max(milliseconds, 0), longest)
    guard length >= exact else { return Int(length) }
    let shift = length.bitWidth - length.leadingZeroBitCount - 8
    return Int(exact) + (shift - 1) * 128 + Int(length >> Int64(shift)) - 128
  }

  /// The longest length of a bucket, which stands for all of them.
  private static func length(of bucket: Int) -> Int64 {
    guard bucket >= exact else { return Int64(bucket) }
    let (shift, rest) = ((bucket - Int(exact)) / 128 + 1, (bucket - Int(exact)) % 128 + 128)
    return Int64(rest + 1) << Int64(shift) - 1
  }

  /// Counts a length; one that is not observed was cut short, and would have been longer.
  package mutating func add(_ milliseconds: Int64, isObserved: Bool) {
    add(Counts(bucket: Self.bucket(of: milliseconds), observed: isObserved ? 1 : 0, censored: isObserved ? 0 : 1))
  }

  private mutating func add(_ other: Counts) {
    let place = counts.partitioningIndex { $0.bucket >= other.bucket }
    guard place < counts.count, counts[place].bucket == other.bucket else { return counts.insert(other, at: place) }
    counts[place].observed += other.observed
    counts[place].censored += other.censored
  }

  /// The buckets by length, the shortest first, each by the longest of its lengths.
  package var steps: [(milliseconds: Int64, counts: Counts)] { counts.map { (Self.length(of: $0.bucket), $0) } }

  package static func += (lhs: inout DurationHistogram, rhs: DurationHistogram) {
    for counts in rhs.counts { lhs.add(counts) }
  }
}
