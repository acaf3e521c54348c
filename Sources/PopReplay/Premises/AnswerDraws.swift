import PopSystem

/// Draws the answers of a session's users: the same for a session wherever it is replayed, and whatever the policy.
///
/// Each unknown answer has a permutation of the strata of its own, so that two popups of a session are long or short independently of each
/// other, and all strata are drawn once for each. Depends on the session's name, the popup's number, the question and the number of the draw;
/// on no clock, no order of calls and no floating point.
struct AnswerDraws: Hashable {
  /// How many strata an answer is drawn from, two entries of its table in each.
  static var strata: Int { 8 }

  /// How many parts of equal size the places are in that an answer is drawn from: one place in each.
  static var places: Int { 16 }

  private let session: UInt64

  /// Draws for a session.
  ///
  /// The name is spread by FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/).
  init(session name: String) {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in name.utf8 {
      hash ^= UInt64(byte)
      hash &*= 1_099_511_628_211
    }
    session = hash
  }

  /// The entry of a question's table that a draw takes.
  func entry(_ draw: Int, of question: Question, about popup: Int64) -> Int {
    var generator = generator(of: question, about: popup)
    var order = SIMD8<UInt8>(0, 1, 2, 3, 4, 5, 6, 7)
    for last in (1..<Self.strata).reversed() {
      let other = Int(generator.next() % UInt64(last + 1))
      (order[last], order[other]) = (order[other], order[last])
    }
    let half = Int(generator.next() >> UInt64(draw & 63) & 1)
    return Int(order[draw & (Self.strata - 1)]) * 2 + half
  }

  /// The place, of 2^32, that a draw takes among all answers to a question, the soonest first.
  ///
  /// The 16 draws of an answer are one of each sixteenth, in an order of their own.
  func place(_ draw: Int, of question: Question, about popup: Int64) -> UInt32 {
    var generator = generator(of: question, about: popup)
    // Another stretch of numbers than the strata are drawn with.
    generator = SeededRandom(seed: generator.next() ^ UInt64(Self.places))
    var order = SIMD16<UInt32>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    for last in (1..<Self.places).reversed() {
      let other = Int(generator.next() % UInt64(last + 1))
      (order[last], order[other]) = (order[other], order[last])
    }
    let number = draw & (Self.places - 1)
    for _ in 0..<number { _ = generator.next() }
    return order[number] << 28 | UInt32(truncatingIfNeeded: generator.next() >> 36)
  }

  private func generator(of question: Question, about popup: Int64) -> SeededRandom {
    var generator = SeededRandom(seed: session)
    generator = SeededRandom(seed: generator.next() ^ UInt64(bitPattern: popup))
    return SeededRandom(seed: generator.next() ^ question.rawValue)
  }
}
