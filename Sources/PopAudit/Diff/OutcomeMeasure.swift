import PopupScheduling

/// How times and pages of two runs are compared.
protocol OutcomeMeasure {
  /// The instant from which a popup's times count.
  func start(_ progress: OutcomeTracker.Progress) -> Ticks
  /// Up to which number both runs are known, for a popup's times since its start in each; the greatest where both came to their ends.
  func limit(_ recordedStart: Ticks, _ candidateStart: Ticks) -> Int64
  /// A time of the first run as a comparable number; the greatest for never.
  func recorded(_ time: Ticks, since start: Ticks) -> Int64
  /// A time of the second run as a comparable number; the greatest for never.
  func candidate(_ time: Ticks, since start: Ticks) -> Int64
  /// Whether two pages, of the first and of the second run, are different ones; never where one of them is none.
  func hasMoved(from recorded: PageID, to candidate: PageID) -> Bool
  /// Whether a popup of the first run takes no slot.
  func isExempt(_ spec: SpecID) -> Bool
  /// The scene of a popup of the first run.
  func scene(_ spec: SpecID) -> UInt16
}

/// Two runs over the same session: one clock, the same pages.
struct SessionMeasure: OutcomeMeasure {
  var catalog: Catalog

  func start(_ progress: OutcomeTracker.Progress) -> Ticks { .zero }

  func limit(_ recordedStart: Ticks, _ candidateStart: Ticks) -> Int64 { .max }

  func recorded(_ time: Ticks, since start: Ticks) -> Int64 { time.rawValue }

  func candidate(_ time: Ticks, since start: Ticks) -> Int64 { time.rawValue }

  func hasMoved(from recorded: PageID, to candidate: PageID) -> Bool {
    !recorded.isNone && !candidate.isNone && recorded != candidate
  }

  func isExempt(_ spec: SpecID) -> Bool { !spec.isNone && catalog.specs[spec.index].kind.isExempt }

  func scene(_ spec: SpecID) -> UInt16 { spec.isNone ? 0 : catalog.specs[spec.index].scene }
}
