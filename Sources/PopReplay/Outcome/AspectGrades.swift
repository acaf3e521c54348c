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
