public import PopupScheduling

/// Compares a run with its recording, event by event.
@usableFromInline
enum RecordingComparison {
  /// The first place at which two logs differ in any field; nil where they do not.
  ///
  /// - Parameters:
  ///   - places: The places to compare, which both logs have.
  ///   - unknown: Flags that do not count.
  @usableFromInline
  static func firstDifference(
    of recording: borrowing EventLog, _ run: borrowing EventLog, _ places: Range<Int>, ignoring unknown: Event.Flags
  ) -> Int? {
    for place in places {
      guard recording.events[place].isSame(as: run.events[place], ignoring: unknown) else { return place }
      guard run.events[place].overCount > 0 else { continue }
      guard recording.over(of: recording.events[place]) == run.over(of: run.events[place]) else { return place }
    }
    return nil
  }
}
