public import PopupScheduling

/// Compares a run with its recording, event by event.
@usableFromInline
enum RecordingComparison {
  /// The first index at which two logs differ in any field; nil where they do not.
  ///
  /// - Parameters:
  ///   - indices: The indices to compare, which both logs have.
  ///   - unknown: Flags that do not count.
  @usableFromInline
  static func firstDifference(
    of recording: borrowing EventLog, _ run: borrowing EventLog, _ indices: Range<Int>, ignoring unknown: Event.Flags
  ) -> Int? {
    for index in indices {
      guard recording.events[index].isSame(as: run.events[index], ignoring: unknown) else { return index }
      guard run.events[index].overCount > 0 else { continue }
      guard recording.over(of: recording.events[index]) == run.over(of: run.events[index]) else { return index }
    }
    return nil
  }
}
