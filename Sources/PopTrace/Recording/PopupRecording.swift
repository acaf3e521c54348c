public import PopupScheduling

/// Keeps the recordings of an app's sessions in a directory: their names, how many there are, how much they take, and what can be uploaded.
///
/// ```swift
/// let recording = try PopupRecording(directory: directory)
/// let scheduler = InstrumentedPopupScheduler(presenter: presenter, recording: recording)
/// // As the app goes to the background:
/// try recording.flush()
/// // When there is a network:
/// for session in try recording.pending() where upload(session.path) { try recording.remove(session) }
/// ```
///
/// A session that was killed is no loss: its journal is made a trace at the next launch, by ``tidy()``, which runs once in the background as the
/// first scheduler is made. Several processes (an app and its extensions) may share a directory: each has journals of its own, and another's
/// is touched only when that process is gone. No file is ever locked.
///
/// What the app gets wrong or the phone has no room for never reaches the app: a session is then not recorded, and ``problem`` says why.
@safe
public final class PopupRecording: Sendable {
  /// Where the recordings are.
  public let directory: String
  /// What every session's header says of the app, the device and its experiments; session, start and policy are added.
  public let header: SessionHeader
  /// How much they may take.
  public let limits: RecordingLimits
  /// How sessions are recorded.
  public let options: RecorderOptions
  /// What names are called in recordings.
  public let privacy: RecordingPrivacy

  private let tidying = Mutex()
  private let mutex = Mutex()
  // Touched with the lock only.
  private nonisolated(unsafe) var current: [TraceRecording] = []
  private nonisolated(unsafe) var storedProblem: TraceError?
  /// Why the directory could not be tidied when that was last tried; nil where it could.
  private nonisolated(unsafe) var tidyingProblem: TraceError?
  private nonisolated(unsafe) var hasTidied = false

  /// Opens a directory of recordings, and makes it where it is missing.
  ///
  /// - Parameter nameSalt: The salt that names are hashed with, the same in all installs of the app and never in a trace; nil to record them as
  ///   they are. Users are recorded as numbers that mean nothing outside of this install, whatever is given here.
  /// - Throws: A ``TraceError`` (`unwritable`) where that cannot be done.
  public init(
    directory: String, header: SessionHeader = SessionHeader(), limits: RecordingLimits = RecordingLimits(),
    options: RecorderOptions = RecorderOptions(), nameSalt: [UInt8]? = nil
  ) throws(TraceError) {
    try FileSystem.makeDirectory(directory)
    FileSystem.excludeFromBackup(directory)
    privacy = RecordingPrivacy(
      nameSalt: nameSalt, installSalt: try RecordingPrivacy.installSalt(in: directory))
    self.directory = directory
    self.header = header
    self.limits = limits
    var options = options
    options.byteLimit = min(options.byteLimit, limits.sessionBytes)
    self.options = options
  }

  /// Why a session is not being recorded, or something of it cannot be stored now; nil where all is well.
  public var problem: TraceError? {
    mutex.withLock {
      for recording in unsafe current { if let problem = recording.problem { return problem } }
      return unsafe storedProblem ?? tidyingProblem
    }
  }

  /// Begins to record a session; one that is not in the sample, or cannot be recorded, is not.
  ///
  /// - Parameters:
  ///   - policy: The name of the policy at work.
  ///   - configuration: Its configuration as text.
  ///   - tick: How long a tick is.
  public func begin(policy: String, configuration: String = "", tick: TickLength = .millisecond) -> RecordingObserver {
    tidyInBackground()
    guard limits.sampleOneIn <= 1 || RandomNumber.next() % UInt64(limits.sampleOneIn) == 0 else {
      return RecordingObserver()
    }
    let number = String(RandomNumber.next(), radix: 16)
    let seconds = WallClock.seconds()
    var header = header
    header.tick = tick
    header.policy = policy
    header.configuration = configuration
    header.marksReentrantStimuli = true
    if header.session.isEmpty { header.session = number }
    if header.started.isEmpty { header.started = WallClock.text(seconds) }
    let time = header.started.filter { $0.isASCII && ($0.isNumber || $0 == "T" || $0 == "Z") }
    do throws(TraceError) {
      let recorder = try TraceRecorder(
        header: header, directory: directory, name: "\(time)-\(number)", options: options)
      let recording = recorder.recording
      mutex.withLock { unsafe current = current.filter { $0.phase == .open } + [recording] }
      return RecordingObserver(recorder, privacy: privacy)
    } catch {
      mutex.withLock { unsafe storedProblem = error }
      return RecordingObserver()
    }
  }

  /// Has the system store what was recorded so that even a power cut does not take it back; an app calls it as it goes to the background.
  ///
  /// - Complexity: Waits for the storage, some milliseconds.
  public func flush() throws(TraceError) {
    for recording in mutex.withLock({ unsafe current }) where recording.phase == .open { try recording.flush() }
  }

  /// Has the last minutes of the sessions under way written out (``RecorderOptions/snapshots``).
  ///
  /// - Returns: Whether there will be a snapshot of one of them.
  @discardableResult
  public func takeSnapshot() -> Bool {
    var isTaken = false
    for recording in mutex.withLock({ unsafe current }) where recording.takeSnapshot() { isTaken = true }
    return isTaken
  }

  /// The sessions that are complete and can be uploaded, the oldest first; those of processes that are gone are completed before.
  ///
  /// - Complexity: Reads and writes files: not for the main thread.
  public func pending() throws(TraceError) -> [RecordedSession] {
    try tidy()
    let index = RecordingDirectory(path: directory)
    return try index.entries().filter { $0.hasTrace && $0.journals.isEmpty }.map { entry in
      RecordedSession(
        name: entry.name, path: index.tracePath(of: entry.name), byteCount: entry.byteCount, modified: entry.modified)
    }
  }

  /// Takes a session away, such as one that has been uploaded.
  public func remove(_ session: RecordedSession) throws(TraceError) {
    try FileSystem.remove(RecordingDirectory(path: directory).tracePath(of: session.name))
  }

  /// Completes the sessions of processes that are gone, and takes away what is beyond the limits, the oldest first.
  ///
  /// - Complexity: Reads and writes files: not for the main thread.
  public func tidy() throws(TraceError) {
    // One after another: a caller that asks what can be uploaded waits for what the launch has begun to recover.
    tidying.lock()
    defer { tidying.unlock() }
    do throws(TraceError) {
      try tidyAlone()
      mutex.withLock { unsafe tidyingProblem = nil }
    } catch {
      mutex.withLock { unsafe tidyingProblem = error }
      throw error
    }
  }

  private func tidyAlone() throws(TraceError) {
    try TraceRecording.recover(in: directory)
    let index = RecordingDirectory(path: directory)
    try index.removeUnfinished(olderThan: WallClock.seconds() - 3600)
    let open = Set(mutex.withLock { unsafe current }.filter { $0.phase == .open }.map(\.path))
    var entries = try index.entries().filter { !open.contains(index.tracePath(of: $0.name)) }
    // Of another process that is still at it, only what is complete may go.
    entries.removeAll { !$0.journals.isEmpty && JournalReader.hasLivingOwner($0.journals, in: directory) }
    let oldest = WallClock.seconds() - limits.ageSeconds
    var bytes = entries.reduce(0) { $0 + $1.byteCount }
    var count = entries.count
    for entry in entries where count > limits.sessions || bytes > limits.totalBytes || entry.modified < oldest {
      try index.remove(entry)
      bytes -= entry.byteCount
      count -= 1
    }
  }

  private func tidyInBackground() {
    let isFirst = mutex.withLock { () -> Bool in
      defer { unsafe hasTidied = true }
      return unsafe !hasTidied
    }
    guard isFirst else { return }
    do throws(TraceError) {
      try DetachedThread.run { [self] in
        // `problem` tells of it.
        try? tidy()
      }
    } catch {
      mutex.withLock { unsafe tidyingProblem = error }
    }
  }
}
