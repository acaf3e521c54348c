import PopupScheduling

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

  /// Those that an estimate rests on; never a grade (<doc:CausalReplay#The-estimate>).
  package static var estimates: [Continuation] { (0..<AnswerDraws.places).map(modelled) }
}

/// What comes of something that the recording does not answer, counted from what it does say of it.
enum UnknownAnswer: Hashable {
  /// The answer comes after so long.
  case after(Ticks)
  /// Content fails after so long.
  case failure(Ticks)
  /// There is no answer before the session ends.
  case never
}

/// What a recording may leave unanswered.
enum Question: UInt64, CaseIterable {
  /// How long a user looks at a popup.
  case dwell = 1
  /// How long content takes.
  case content = 2

  /// Answers from soon to never, two to a stratum (semantics 15a).
  private static let dwells: [Int64] = [
    150, 300, 500, 700, 1_000, 1_400, 2_000, 2_800, 4_000, 5_500, 8_000, 11_000, 16_000, 30_000, 60_000,
  ]
  private static let waits: [Int64] = [
    20, 50, 100, 150, 250, 400, 600, 900, 1_300, 2_000, 3_000, 5_000, 10_000, 30_000,
  ]
  /// After how long content fails that does.
  private static let failure: Int64 = 1_000

  /// An entry of the table of answers; the last one of users is that they never answer, the last two of content that it never comes and that
  /// it fails.
  func answer(_ entry: Int, _ tick: TickLength) -> UnknownAnswer {
    let lengths = self == .dwell ? Self.dwells : Self.waits
    if entry < lengths.count { return .after(tick.ticks(ceilingMilliseconds: lengths[entry])) }
    guard self == .content, entry > lengths.count else { return .never }
    return .failure(tick.ticks(ceilingMilliseconds: Self.failure))
  }
}
