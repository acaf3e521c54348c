/// Numbers from a seed, the same on every machine (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  /// Other words, other numbers.
  init(_ seed: UInt64, _ words: String) {
    state = seed
    for byte in words.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// What is drawn of a scope, one after another.
///
/// The kinds take turns, so that constants, of which there are most, are not most of what is drawn. What is drawn of a scope does not hang on the
/// other scopes.
public struct Draw: Sendable {
  /// What is drawn, in the order in which it is; what comes later takes the place of what cannot be compiled.
  public let order: [Candidate]
  private var next = 0
  private let equivalents: Set<String>
  /// How many were passed over because they cannot change anything.
  public private(set) var passedOver: [Candidate] = []

  public init(_ candidates: [Candidate], seed: UInt64, scope: String, equivalents: Set<String> = []) {
    var kinds: [[Candidate]] = []
    for kind in Candidate.Kind.allCases {
      var numbers = SeededNumbers(seed, "\(scope) \(kind)")
      kinds.append(candidates.filter { $0.kind == kind }.shuffled(using: &numbers))
    }
    var numbers = SeededNumbers(seed, scope)
    kinds.shuffle(using: &numbers)
    var order: [Candidate] = []
    for turn in 0..<(kinds.map(\.count).max() ?? 0) {
      for kind in kinds where turn < kind.count { order.append(kind[turn]) }
    }
    self.order = order
    self.equivalents = equivalents
  }

  /// The next one that shares no line with those.
  public mutating func draw(beside drawn: [Candidate]) -> Candidate? {
    while next < order.count {
      let candidate = order[next]
      next += 1
      if drawn.contains(where: candidate.touches) { continue }
      if equivalents.contains(candidate.id) {
        passedOver.append(candidate)
        continue
      }
      return candidate
    }
    return nil
  }
}
