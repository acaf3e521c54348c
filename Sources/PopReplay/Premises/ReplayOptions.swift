import PopSystem
public import PopTrace
public import PopupScheduling

/// How a replay treats the recorded stimuli.
public struct ReplayOptions: Hashable, Sendable {
  /// When the recorded stimuli happen.
  public var timing = Timing.causal
  /// How long the user looks at a popup of which the recording knows no dismissal; nil for the session's median
  /// (<doc:CausalReplay#Assumptions>).
  public var assumedDwell: Ticks?
  /// How long content takes of which the recording knows no answer; nil for the session's median.
  public var assumedContent: Ticks?
  /// How much a replay may take; see ``Replayer/failure``.
  public var limits = ResourceLimits()
  /// How what the recording does not say is answered: one run stands for all of these as long as nothing is otherwise in one than in another.
  package var continuations = [Continuation.median]
  /// What is known of the app's users, for ``Continuation/modelled(_:)``; nil where nothing is.
  package var reactions: SessionReactions?
  /// What users do who would visit a page while a popup is up.
  public var visits = Visits.free
  /// Within how many milliseconds users begin the visit that a popup kept them from, once it has gone; 0 for at once.
  package var visitReaction: Int64 = 0
  /// The turn with which a run that is known to stand still is ended; nil to find that out.
  package var lastTurn: Int?

  /// When the recorded stimuli happen.
  public enum Timing: String, CaseIterable, Sendable {
    /// Reactions follow the candidate's own occurrence of their cause (<doc:CausalReplay#Three-sorts-of-stimuli>).
    case causal
    /// Everything but timers at its recorded time: plain playback.
    case recorded
  }

  /// What users do who would visit a page while a popup is up (<doc:CausalReplay#Visits-that-wait>).
  public enum Visits: String, CaseIterable, Sendable {
    /// They visit it when it was recorded.
    case free
    /// They first answer the popup; later visits shift by as much.
    case wait
  }

  /// Makes the default options.
  public init() {}
}

/// How a replay answers what its recording does not (<doc:CausalReplay#Continuations>).
///
/// The run that is reported is ``median``. What comes out the same in all others too does not depend on what users would have done.
package enum Continuation: Hashable, Sendable {
  /// Each unknown answer comes after the assumed length.
  case median
  /// Each comes as soon as the recording allows.
  case atOnce
  /// None ever comes.
  case never
  /// Each comes after a length drawn for it alone: one of ``draws``.
  case drawn(Int)
  /// Each comes after a length drawn for it alone from what the app's users do: one of ``estimates``.
  case modelled(Int)

  /// The two between which all others lie.
  package static var extremes: [Continuation] { [.atOnce, .never] }

  /// As many as there are strata, so that each of them is drawn once for each unknown answer.
  package static var draws: [Continuation] { (0..<AnswerDraws.strata).map(drawn) }

  /// The median run and so many others: none, the two extremes, or these and the draws.
  package static func all(_ others: Int) -> [Continuation] {
    others > 2 ? [.median] + extremes + draws : others > 0 ? [.median] + extremes : [.median]
  }

  /// Those that an estimate rests on; never a grade (<doc:CausalReplay#The-estimate>).
  package static var estimates: [Continuation] { (0..<AnswerDraws.parts).map(modelled) }
}

/// What a recording may leave unanswered.
enum Question: UInt64, CaseIterable {
  case dwell = 1
  case content = 2

  /// What comes of it, counted from what the recording does say.
  enum Answer: Hashable {
    case after(Ticks)
    /// Content fails after so long.
    case failure(Ticks)
    /// There is no answer before the session ends.
    case never
  }

  /// Answers in milliseconds from soon to never, two to a stratum.
  private static let dwells: [Int64] = [
    150, 300, 500, 700, 1_000, 1_400, 2_000, 2_800, 4_000, 5_500, 8_000, 11_000, 16_000, 30_000, 60_000,
  ]
  private static let waits: [Int64] = [
    20, 50, 100, 150, 250, 400, 600, 900, 1_300, 2_000, 3_000, 5_000, 10_000, 30_000,
  ]

  /// After how many milliseconds content fails that does.
  private static let failure: Int64 = 1_000

  /// An entry of the table of answers; the last of users is that they never answer, the last two of content that it never comes and that it fails.
  func answer(_ entry: Int, _ tick: TickLength) -> Answer {
    let lengths = self == .dwell ? Self.dwells : Self.waits
    if entry < lengths.count { return .after(tick.ticks(ceilingMilliseconds: lengths[entry])) }
    guard self == .content, entry > lengths.count else { return .never }
    return .failure(tick.ticks(ceilingMilliseconds: Self.failure))
  }
}

/// Draws the answers of a session's users: the same for a session wherever it is replayed, and whatever the policy.
///
/// Each unknown answer has a permutation of the strata of its own, so that two popups of a session are long or short independently of each
/// other, and all strata are drawn once for each. Depends on the session's name, the popup's number, the question and the number of the draw;
/// on no clock, no order of calls and no floating point.
struct AnswerDraws: Hashable {
  /// How many strata an answer is drawn from, two entries of its table in each.
  static var strata: Int { 8 }

  /// How many parts of equal size the quantiles are in that an answer is drawn from: one of each.
  static var parts: Int { 16 }

  private let session: UInt64

  /// Draws for a session.
  init(session name: String) {
    var name = name
    session = name.withUTF8 { unsafe fnv1a($0) }
  }

  /// The entry of a question's table that a draw takes.
  func entry(_ draw: Int, of question: Question, about popup: Int64) -> Int {
    entries(of: question, about: popup)[draw]
  }

  /// Those that all draws of an answer take.
  func entries(of question: Question, about popup: Int64) -> Entries {
    var generator = generator(of: question, about: popup)
    return Entries(strata: Self.shuffled(Self.strata, &generator), halves: generator.next())
  }

  struct Entries {
    var strata: UInt64
    var halves: UInt64

    subscript(draw: Int) -> Int {
      Int(strata &>> UInt64(4 * (draw & 7)) & 7) * 2 + Int(halves >> UInt64(draw & 63) & 1)
    }
  }

  /// The quantile, in units of 2^-32, that a draw takes among all answers to a question, the soonest first.
  ///
  /// The 16 draws of an answer are one of each sixteenth, in an order of their own.
  func quantile(_ draw: Int, of question: Question, about popup: Int64) -> UInt32 {
    var generator = generator(of: question, about: popup)
    // Another stretch of numbers than the strata are drawn with.
    generator = SeededRandom(seed: generator.next() ^ UInt64(Self.parts))
    let part = UInt32(Self.shuffled(Self.parts, &generator) &>> UInt64(4 * (draw & 15)) & 15)
    for _ in 0..<draw & (Self.parts - 1) { _ = generator.next() }
    return part << 28 | UInt32(truncatingIfNeeded: generator.next() >> 36)
  }

  /// A permutation of so many numbers, at most 16: of four bits for each.
  private static func shuffled(_ count: Int, _ generator: inout SeededRandom) -> UInt64 {
    var order: UInt64 = 0xFEDC_BA98_7654_3210
    for last in (1..<UInt64(count)).reversed() {
      let other = generator.next() % (last + 1)
      let difference = (order &>> (4 * last) ^ order &>> (4 * other)) & 15
      order ^= difference &<< (4 * last) ^ difference &<< (4 * other)
    }
    return order
  }

  private func generator(of question: Question, about popup: Int64) -> SeededRandom {
    var generator = SeededRandom(seed: session)
    generator = SeededRandom(seed: generator.next() ^ UInt64(bitPattern: popup))
    return SeededRandom(seed: generator.next() ^ question.rawValue)
  }
}
