public import PopReplay

/// What a judge does beyond its verdict.
public struct EvaluationOptions: Hashable, Sendable {
  /// How the candidate is replayed. Lengths are in ticks of the session.
  public var replay = ReplayOptions()
  /// In how many ways a session whose replay assumes something is gone on with: in none, with every unknown answer at once and never (2), or in
  /// eight more where those differ (10) (<doc:CausalReplay#Continuations>).
  public var continuations = 10
  /// What is known of the app's users, for an estimate of how many sessions are affected; nil for none (<doc:CausalReplay#The-estimate>).
  package var reactions: ReactionModel?
  /// Which findings are shown with the events around their witnesses.
  public var excerpts = Excerpts.none
  /// How many events on either side of a witness an excerpt has.
  public var excerptContext = 3
  /// How many events an excerpt has at most.
  public var excerptLimit = 24
  /// How many findings of a session get an excerpt at most.
  public var excerptsPerSession = 16
  /// Whether outcomes that did not change are listed too.
  public var listsAllOutcomes = false
  /// Whether what a reader must know of the replay is listed.
  public var keepsNotes = true

  /// Which findings get an excerpt.
  public enum Excerpts: String, CaseIterable, Sendable {
    case none
    /// Those that the candidate has and the reference has not.
    case new
    /// All of them.
    case all
  }

  /// Makes the default options.
  public init() {}
}
