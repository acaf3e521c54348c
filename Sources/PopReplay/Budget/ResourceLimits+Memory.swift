public import PopTrace

extension ResourceLimits {
  /// How many bytes of memory each event of a session takes while the session is judged, the session itself included.
  ///
  /// For budgets such as ``memoryBytes``. Measured with sessions of 15,000 and 59,000 events whose candidate differs almost everywhere: 280
  /// and 340 bytes for the replays, the audits of both runs and the verdict, on top of 72 for the event and its share of the catalog.
  public static let bytesPerJudgedEvent = 512
}
