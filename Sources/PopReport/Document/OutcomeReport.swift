public import PopReplay

/// What became of one popup in both runs.
public struct OutcomeReport: Hashable, Sendable {
  /// The popup's number.
  public var popup: Int64
  /// The popup's name.
  public var name: String
  /// What became of it in the baseline; nil where it was never submitted there.
  public var recorded: RunReport?
  /// What became of it with the candidate; nil where it was never submitted there.
  public var candidate: RunReport?
  /// In what the two differ.
  public var change: Change
  /// How far the candidate's can be relied on.
  public var grade: Grade

  /// Makes the outcome of a popup.
  public init(
    popup: Int64, name: String, recorded: RunReport?, candidate: RunReport?, change: Change, grade: Grade = .exact
  ) {
    self.popup = popup
    self.name = name
    self.recorded = recorded
    self.candidate = candidate
    self.change = change
    self.grade = grade
  }

  /// In what the outcomes of two runs differ (design 8).
  public enum Change: String, CaseIterable, Hashable, Sendable {
    case same, earlier, later, gained, lost, moved, reordered
  }
}

/// What became of one popup in one run: RUN of design 9.
public struct RunReport: Hashable, Sendable {
  /// Every presentation, in order.
  public var shown: [Stay]
  /// From submission to the first presentation; nil where there was none.
  public var waited: Milliseconds?
  /// How it ended (semantics E43).
  public var end: String

  /// Makes what became of a popup.
  public init(shown: [Stay] = [], waited: Milliseconds? = nil, end: String) {
    self.shown = shown
    self.waited = waited
    self.end = end
  }

  /// One presentation.
  public struct Stay: Hashable, Sendable {
    /// When it came.
    public var from: Milliseconds
    /// When it was hidden; nil while still up at the end.
    public var until: Milliseconds?
    /// The number of the page it was shown on; nil where no page was current.
    public var page: Int64?
    /// That page's class.
    public var pageClass: String

    /// Makes a presentation.
    public init(from: Milliseconds, until: Milliseconds? = nil, page: Int64? = nil, pageClass: String = "") {
      self.from = from
      self.until = until
      self.page = page
      self.pageClass = pageClass
    }
  }
}

/// How many outcomes changed in which way.
public struct ChangeCounts: Hashable, Sendable {
  private var counts = Array(repeating: 0, count: OutcomeReport.Change.allCases.count)

  /// Counts nothing.
  public init() {}

  /// How many changed in this way.
  public subscript(change: OutcomeReport.Change) -> Int {
    get { counts[Self.place(of: change)] }
    set { counts[Self.place(of: change)] = newValue }
  }

  /// How many there are.
  public var all: Int { counts.reduce(0, +) }

  /// How many are not the same.
  public var changed: Int { all - self[.same] }

  static func += (lhs: inout ChangeCounts, rhs: ChangeCounts) {
    for place in lhs.counts.indices { lhs.counts[place] += rhs.counts[place] }
  }

  private static func place(of change: OutcomeReport.Change) -> Int {
    switch change {
    case .same: 0
    case .earlier: 1
    case .later: 2
    case .gained: 3
    case .lost: 4
    case .moved: 5
    case .reordered: 6
    }
  }
}
