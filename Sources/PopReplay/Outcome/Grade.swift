/// How far something about a replay can be relied on (<doc:Grades#Grades-of-outcomes>), the furthest first.
public enum Grade: String, CaseIterable, Hashable, Sendable, Comparable {
  /// It was settled before the first difference a user or app could notice.
  case exact
  /// It was settled before the session's first assumption took effect.
  case derived
  /// It rests on an assumption, and is the same whatever is assumed (<doc:Grades#Robust>).
  case robust
  /// It rests on an assumption.
  case assumed

  private var rank: Int {
    switch self {
    case .exact: 0
    case .derived: 1
    case .robust: 2
    case .assumed: 3
    }
  }

  /// Whether no assumption has part in it.
  public var isCertain: Bool { self <= .derived }

  public static func < (lhs: Grade, rhs: Grade) -> Bool { lhs.rank < rhs.rank }
}

/// How far each aspect of a popup's outcome can be relied on (<doc:Grades#Aspects>).
public struct AspectGrades: Hashable, Sendable {
  /// Whether the popup was presented at all.
  public var shown: Grade
  /// On which pages it was.
  public var `where`: Grade
  /// How it ended.
  public var end: Grade

  /// Makes the grades of an outcome.
  public init(shown: Grade, where: Grade, end: Grade) {
    self.shown = shown
    self.where = `where`
    self.end = end
  }

  /// The grade of the outcome as a whole: that of its least reliable aspect.
  public var worst: Grade { max(shown, max(self.where, end)) }

  /// The grades of a run that is the recording.
  package static var exact: AspectGrades { AspectGrades(shown: .exact, where: .exact, end: .exact) }
}
