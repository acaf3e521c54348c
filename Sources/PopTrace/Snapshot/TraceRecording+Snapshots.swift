extension TraceRecording {
  /// Has what was recorded in the last minutes written out, in the background; any user of the recording may call it, from any thread.
  ///
  /// Everything that `record` has returned from by now is in it. Several calls at once give one snapshot.
  ///
  /// - Returns: Whether there will be one: the recording keeps snapshots (``RecorderOptions/snapshots``), goes on, and has not taken as many as
  ///   it may. One that cannot be stored is reported by ``problem``.
  @discardableResult
  public func takeSnapshot() -> Bool { takeSnapshot(for: .asked) }

  @discardableResult
  func takeSnapshot(for reason: SnapshotReason) -> Bool { requests?.ask(reason) ?? false }

  /// The paths of the snapshots that were taken, in order; an empty text for each one in memory.
  public var snapshotPaths: [String] { requests?.paths ?? [] }

  /// Waits until the snapshots asked for until now are written, or cannot be; not for the main thread.
  public func waitForSnapshots() { requests?.waitUntilAnswered() }
}
