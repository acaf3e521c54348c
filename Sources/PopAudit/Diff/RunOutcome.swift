public import PopupScheduling

/// What became of one popup in one run (<doc:Diff#Outcomes>, RUN).
public struct RunOutcome: Hashable, Sendable {
  /// Every presentation, in order.
  public var shown: [Stay] = []
  /// From submission to the first presentation; nil where there was none, or where the submission is not known.
  public var waited: Ticks?
  /// How it ended, or what it was doing at the session's end.
  public var end = RunEnd(.waiting)

  /// One presentation.
  public struct Stay: Hashable, Sendable {
    /// The time of `popup.shown`.
    public var from: Ticks
    /// The time of `popup.hidden`; nil while still up at the end.
    public var until: Ticks?
    /// The page it was shown on.
    public var page: PageID

    /// Makes a presentation that is under way.
    public init(from: Ticks, page: PageID) {
      self.from = from
      self.page = page
    }
  }

  /// Makes the outcome of a popup that has just been submitted.
  public init() {}
}
