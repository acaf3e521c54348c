/// What every policy must hold to, whatever happens to it.
public enum ConformanceRequirement: String, CaseIterable, Hashable, Sendable {
  /// Two runs over the same stimuli decide the same.
  case deterministic
  /// A copy goes on by itself: what one of two copies takes does not change what the other decides.
  case copyable
  /// After a reset it decides as a new one does.
  case resettable
  /// Every stimulus is answered: with so many decisions at most, and without timers that keep time from going on.
  case bounded
  /// Decisions are made by the methods of `Turn`, and carry what their kind asks for.
  case wellFormed = "well-formed"
  /// Decisions are about popups that were submitted and pages that are known.
  case knownSubjects = "known-subjects"
  /// Presentations of a popup are counted by one, and only the last one is hidden.
  case presentations
  /// Each submission is told of its end, by the callback `closed`, once at most.
  case closedOnce = "closed-once"
  /// Timers are set for now or later, and only those that are outstanding are cancelled.
  case timers

  /// What is asked, in a sentence.
  public var definition: String {
    switch self {
    case .deterministic:
      "Two runs over the same stimuli must decide the same: no clock, no randomness, no order that depends on hashes."
    case .copyable: "A policy is a value: what one of two copies takes must not change what the other decides."
    case .resettable: "After reset() a policy must decide as a new one does."
    case .bounded: "Every stimulus must be answered with a bounded number of decisions, and timers must let time go on."
    case .wellFormed: "Decisions must carry what their kind asks for, and a policy makes no stimuli."
    case .knownSubjects: "Decisions must be about popups that were submitted and pages that are known."
    case .presentations: "Presentations must be counted by one from 1, and only the last one of a popup can be hidden."
    case .closedOnce: "The callback \"closed\" must come once at most for each submission."
    case .timers: "Timers must be set for now or later, and only outstanding ones can be cancelled."
    }
  }
}
