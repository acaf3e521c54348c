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
