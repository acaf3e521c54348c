import PopSystem
public import PopupScheduling

/// Keeps the recordings of an app's sessions in a directory: their names, how many there are, how much they take, and what can be uploaded.
///
/// ```swift
/// let store = TraceStore(directory: directory)
/// let scheduler = InstrumentedPopupScheduler(presenter: presenter, store: store)
/// // As the app goes to the background:
/// try store.flush()
/// // When there is a network:
/// for session in try store.pending() where upload(session.path) { try store.remove(session) }
/// ```
///
/// A session that was killed is no loss: its journal is made a trace at the next launch, by ``tidy()``, which runs once in the background as the
/// first scheduler is made. Several processes (an app and its extensions) may share a directory: each has journals of its own, and another's
/// is touched only when that process is gone. No file is ever locked.
///
/// What the app gets wrong or the phone has no room for never reaches the app: a session is then not recorded, and ``problem`` says why.
@safe
public final class TraceStore: Sendable {
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

  private let salt: InstallSalt
  private let tidying = Mutex()
  private let mutex = Mutex()
  // Touched with the lock only.
  private nonisolated(unsafe) var current: [TraceRecording] = []
  private nonisolated(unsafe) var storedProblem: TraceError?
  /// Why the directory could not be tidied, or a journal in it not be completed, when that was last tried; nil where all could.
  private nonisolated(unsafe) var tidyingProblem: TraceError?
  /// How many sessions have begun, or could not, and whether the directory is being tidied in the background.
  private nonisolated(unsafe) var begins = 0
  private nonisolated(unsafe) var isTidying = false

  /// Opens a directory of recordings, and makes it where it is missing; ``problem`` says why where that cannot be done, and each session that
  /// begins tries again.
  ///
  /// - Parameter nameSalt: The salt that names are hashed with, the same in all installs of the app and never in a trace; nil to record them as
  ///   they are. Users are recorded as numbers that mean nothing outside of this install, whatever is given here.
  public init(
    directory: String, header: SessionHeader = SessionHeader(), limits: RecordingLimits = RecordingLimits(),
    options: RecorderOptions = RecorderOptions(), nameSalt: [UInt8]? = nil
  ) {
    salt = InstallSalt(in: directory)
    privacy = RecordingPrivacy(nameSalt: nameSalt, salt)
    self.directory = directory
    self.header = header
    self.limits = limits
    var options = options
    options.byteLimit = min(options.byteLimit, limits.sessionBytes)
    self.options = options
    do throws(TraceError) { try prepare() } catch { unsafe storedProblem = error }
  }

  /// Makes the directory, and reads the salt where there is one.
  private func prepare() throws(TraceError) {
    try TraceError.catching { () throws(SystemError) in
      try FileSystem.makeDirectory(directory)
      FileSystem.excludeFromBackup(directory)
      try salt.read()
    }
  }

  /// Why a session is not being recorded, or something of it cannot be stored now; nil where all is well.
  ///
  /// Each is nil again once its cause is gone: what cannot be stored is tried again, and a session that could not begin counts until the next
  /// one has begun. A journal that cannot be read, or completed, is left where it is and named until it can be.
  public var problem: TraceError? {
    let (recordings, problem) = mutex.withLock { unsafe (current, storedProblem ?? tidyingProblem) }
    for recording in recordings { if let problem = recording.problem { return problem } }
    return problem
  }

  /// Begins to record a session; one that is not in the sample, or cannot be recorded, is not.
  ///
  /// - Parameters:
  ///   - policy: The name of the policy at work.
  ///   - configuration: Its configuration as text.
  ///   - tick: How long a tick is.
  /// - Complexity: Well under a millisecond. Nothing here waits for the storage, and what earlier sessions left is looked at in the background.
  public func begin(policy: String, configuration: String = "", tick: TickLength = .millisecond) -> RecordingObserver {
    defer { tidyInBackground() }
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
      try prepare()
      let recorder = try TraceRecorder(
        header: header, directory: directory, name: "\(time)-\(number)", options: options)
      let recording = recorder.recording
      mutex.withLock {
        unsafe current = current.filter { !$0.isComplete } + [recording]
        unsafe storedProblem = nil
      }
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
    for recording in mutex.withLock({ unsafe current }) where !recording.isComplete { try recording.flush() }
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
  /// A file that cannot be read as a trace is not among them, whoever put it there.
  ///
  /// - Complexity: Reads every trace, and writes files: not for the main thread.
  public func pending() throws(TraceError) -> [RecordedSession] {
    try tidy()
    let index = RecordingDirectory(path: directory)
    let open = open
    let entries = try TraceError.catching { () throws(SystemError) in try index.entries() }
    return entries.filter { entry in
      let path = index.tracePath(of: entry.name)
      return entry.hasTrace && entry.journals.isEmpty && !open.contains(path) && RecordingDirectory.isReadable(path)
    }.map { entry in
      RecordedSession(
        name: entry.name, path: index.tracePath(of: entry.name), byteCount: entry.byteCount, modified: entry.modified)
    }
  }

  /// Takes a session away, such as one that has been uploaded.
  public func remove(_ session: RecordedSession) throws(TraceError) {
    let path = RecordingDirectory(path: directory).tracePath(of: session.name)
    try TraceError.catching { () throws(SystemError) in try FileSystem.remove(path) }
  }

  /// Completes the sessions of processes that are gone, and takes away what is beyond the limits, the oldest first.
  ///
  /// - Complexity: Reads and writes files: not for the main thread.
  public func tidy() throws(TraceError) {
    // One after another: a caller that asks what can be uploaded waits for what the launch has begun to recover.
    tidying.lock()
    defer { tidying.unlock() }
    do throws(TraceError) {
      let problem = try tidyAlone()
      mutex.withLock { unsafe tidyingProblem = problem }
    } catch {
      mutex.withLock { unsafe tidyingProblem = error }
      throw error
    }
  }

  /// Tidies the directory; gives why something in it stays as it is.
  private func tidyAlone() throws(TraceError) -> TraceError? {
    var problem: TraceError?
    do throws(SystemError) { try salt.keep() } catch { problem = TraceError(error) }
    let recovered = try TraceRecording.recover(in: directory)
    let index = RecordingDirectory(path: directory)
    let young = WallClock.seconds() - 3600
    let open = open
    let all = try TraceError.catching { () throws(SystemError) in
      try index.removeDrafts(olderThan: young)
      return try index.entries()
    }
    let entries = all.filter { entry in
      !open.contains(index.tracePath(of: entry.name)) && Self.mayGo(entry, in: index, unlessSince: young)
    }
    let oldest = WallClock.seconds() - limits.ageSeconds
    var bytes = entries.reduce(0) { $0 + $1.byteCount }
    var count = entries.count
    for entry in entries where count > limits.sessions || bytes > limits.totalBytes || entry.modified < oldest {
      try TraceError.catching { () throws(SystemError) in try index.remove(entry) }
      bytes -= entry.byteCount
      count -= 1
    }
    return problem ?? recovered.lazy.compactMap(\.error).first
  }

  /// The traces of the sessions under way here.
  private var open: Set<String> {
    Set(mutex.withLock { unsafe current }.filter { !$0.isComplete }.map(\.path))
  }

  /// Whether a session may be taken away: nobody is at its journal, and if that is none, nobody has been for a while.
  private static func mayGo(_ entry: RecordingDirectory.Entry, in index: RecordingDirectory, unlessSince young: Int64)
    -> Bool
  {
    entry.journals.allSatisfy { journal in
      do throws(TraceError) {
        return try !index.hasLivingOwner(journal)
      } catch {
        return error.code == .notATrace && entry.modified < young
      }
    }
  }

  private func tidyInBackground() {
    let isDue = mutex.withLock { () -> Bool in
      unsafe begins += 1
      guard unsafe !isTidying else { return false }
      unsafe isTidying = begins == 1 || tidyingProblem != nil
      return unsafe isTidying
    }
    guard isDue else { return }
    do throws(SystemError) {
      try DetachedThread.run { [self] in
        var isDue = true
        while isDue {
          let seen = mutex.withLock { unsafe begins }
          // `problem` tells of it.
          try? tidy()
          // Why it failed may have been gone when a session began meanwhile.
          isDue = mutex.withLock {
            unsafe isTidying = tidyingProblem != nil && begins > seen
            return unsafe isTidying
          }
        }
      }
    } catch {
      mutex.withLock { unsafe (tidyingProblem, isTidying) = (TraceError(error), false) }
    }
  }
}

/// The files of one session in a directory of recordings.
public struct RecordedSession: Hashable, Sendable {
  /// What its files are called, without extension; sorted by it, the oldest comes first.
  public var name: String
  /// The path of its trace.
  public var path: String
  /// The bytes of its files.
  public var byteCount: Int
  /// When it was last written, in seconds since 1970.
  public var modified: Int64
}

/// How much of a phone's storage recordings may take.
public struct RecordingLimits: Hashable, Sendable {
  /// The most bytes of one session's trace; at that size its recording stops.
  public var sessionBytes = 8 << 20
  /// The most sessions kept; the oldest go first.
  public var sessions = 100
  /// The most bytes of all of them together, journals included; the oldest go first.
  public var totalBytes = 32 << 20
  /// How long a session is kept, in seconds.
  public var ageSeconds: Int64 = 14 * 86_400
  /// Of so many sessions one is recorded, chosen at random.
  public var sampleOneIn = 1

  /// Makes limits that suit a phone.
  public init() {}
}
