import PopupScheduling

/// What each version of the format added, and so which version a reader must know for a chunk.
///
/// A chunk says the version that what it holds needs: one without anything of a later version is still one of the first.
enum FormatVersion {
  /// The version of the first traces, which every reader knows.
  static let first: UInt8 = 1
  /// The newest version, which this code writes where it is needed.
  static let current: UInt8 = 2

  /// The version a segment's head needs: marks and skipped events came with 2.
  static func needed(by session: Session) -> UInt8 {
    session.header.marksReentrantStimuli || session.skippedEvents > 0 ? 2 : first
  }

  /// The version an event needs: timers for `preemption` came with 2.
  static func needed(by kind: UInt8, code: UInt8) -> UInt8 {
    kind == EventKind.timerSet.rawValue && code > TimerPurpose.other.rawValue ? 2 : first
  }
}
