import PopSystem
public import PopupScheduling

/// Keeps the recordings of an app's sessions in a directory: their names, how many there are, how much they take, and what can be uploaded.
///
/// The journal of a session that was killed is made a trace at the next launch, by ``tidy()``, which runs once in the background as the first
/// scheduler is made. Several processes may share a directory. What goes wrong never reaches the app: a session is then not recorded, and
/// ``problem`` says why (<doc:Recording>).
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

  private let whenRecovered: (@Sendable (RecoveredSession) -> Void)?
  private let salt: InstallSalt
  private let tidying = Mutex()
  private let state = Locked(State())

  private struct State: Sendable {
    var current: [TraceRecording] = []
    var problem: TraceError?
    /// Why the directory could not be tidied, or a journal in it not be completed, when that was last tried; nil where all could.
    var tidyingProblem: TraceError?
    /// How many sessions have begun, or could not, and whether the directory is being tidied in the background.
    var begins = 0
    var isTidying = false
  }

  /// Opens a directory of recordings, and makes it where it is missing; each session that begins tries that again.
  ///
  /// - Parameters:
  ///   - directory: Of this store alone. Others cannot look into it.
  ///   - header: What every session's header begins with.
  ///   - limits: How much is kept, how long, and of how many sessions.
  ///   - options: How each session is recorded.
  ///   - nameSalt: The salt that names are hashed with, the same in all installs of the app and never in a trace; nil to record them as
  ///     they are. Users are always recorded as numbers that mean nothing outside of this install.
  ///   - whenRecovered: Is told of every session that a process left and this one has completed, or could not complete: how many events it has, and
  ///     how many were lost. Called on the thread that completes it.
  public init(
    directory: String, header: SessionHeader = SessionHeader(), limits: RecordingLimits = RecordingLimits(),
    options: RecorderOptions = RecorderOptions(), nameSalt: [UInt8]? = nil,
    whenRecovered: (@Sendable (RecoveredSession) -> Void)? = nil
  ) {
    self.whenRecovered = whenRecovered
    salt = InstallSalt(in: directory)
    privacy = RecordingPrivacy(nameSalt: nameSalt, salt)
    self.directory = directory
    self.header = header
    self.limits = limits
    var options = options
    options.byteLimit = min(options.byteLimit, limits.sessionBytes)
    self.options = options
    do throws(TraceError) { try prepare() } catch { state.withLock { $0.problem = error } }
  }

  /// Where an app's recordings are.
  public enum Location: Hashable, Sendable {
    /// In a folder of their own where the system has apps keep what users do not look at: it is in no backup, and goes with the app.
    case applicationSupport
    case directory(String)

    var path: String {
      switch self {
      case .applicationSupport: FileSystem.applicationSupport + "/poptrace"
      case .directory(let path): path
      }
    }
  }

  /// Opens the recordings of an app; what is left out is as usual.
  public convenience init(
    in location: Location, app: String, build: String, limits: RecordingLimits = RecordingLimits(),
    options: RecorderOptions = RecorderOptions(), nameSalt: [UInt8]? = nil,
    whenRecovered: (@Sendable (RecoveredSession) -> Void)? = nil
  ) {
    var header = SessionHeader()
    (header.app, header.build) = (app, build)
    self.init(
      directory: location.path, header: header, limits: limits, options: options, nameSalt: nameSalt,
      whenRecovered: whenRecovered)
  }

  private func prepare() throws(TraceError) {
    try TraceError.catching { () throws(SystemError) in
      try FileSystem.makeDirectory(directory)
      FileSystem.excludeFromBackup(directory)
      try salt.read()
    }
  }

  /// Why a session is not being recorded, or something cannot be stored or completed now; nil where all is well, and again once the cause is gone.
  ///
  /// What cannot be stored is tried again. A session that could not begin counts until the next one has begun.
  /// A journal that cannot be completed stays, and is tried again with the next session.
  public var problem: TraceError? {
    let (recordings, problem) = state.withLock { ($0.current, $0.problem ?? $0.tidyingProblem) }
    for recording in recordings { if let problem = recording.problem { return problem } }
    return problem
  }

  /// What records an app's scheduler into this store; nil where the session is not in the sample.
  ///
  /// - `isObserved`: Whether it is the app's own, and is only reported of, to an `ObservedPopups`.
  /// - Complexity: Well under a millisecond. Nothing here waits for the storage, and what earlier sessions left is looked at in the background.
  @MainActor
  public func observer(
    policy: String, configuration: String = "", isObserved: Bool = false, tick: TickLength = .millisecond,
    startsRecording: Bool = true
  ) -> RecordingObserver? {
    defer { tidyInBackground() }
    guard limits.sampleOneIn <= 1 || RandomNumber.next() % UInt64(limits.sampleOneIn) == 0 else { return nil }
    let observer = RecordingObserver(alias: privacy.alias(of:_:)) { [self] prefixEvents, now in
      var header = header
      (header.tick, header.policy, header.configuration) = (tick, policy, configuration)
      header.marksReentrantStimuli = true
      header.isObserved = isObserved
      return recorder(header, prefixEvents, now: now)
    }
    if startsRecording { observer.want(.begin, at: .zero, in: Catalog()) }
    return observer
  }

  /// Begins a session of a scheduler that has been at work for so long; nil where it cannot be recorded.
  private func recorder(_ header: SessionHeader, _ prefixEvents: Int, now: Ticks) -> TraceRecorder? {
    let number = String(RandomNumber.next(), radix: 16)
    let seconds = WallClock.seconds() - header.tick.microseconds(now) / 1_000_000
    var header = header
    if header.session.isEmpty { header.session = number }
    if header.started.isEmpty { header.started = WallClock.text(seconds) }
    let time = header.started.filter { $0.isASCII && ($0.isNumber || $0 == "T" || $0 == "Z") }
    do throws(TraceError) {
      try prepare()
      let recorder = try TraceRecorder(
        header, options, at: "\(directory)/\(time)-\(number)", prefixEvents: prefixEvents)
      let recording = recorder.recording
      state.withLock { state in
        state.current = state.current.filter { !$0.isComplete } + [recording]
        state.problem = nil
      }
      return recorder
    } catch {
      state.withLock { $0.problem = error }
      return nil
    }
  }

  /// Has the system store what was recorded so that even a power cut does not take it back; an app calls it as it goes to the background.
  ///
  /// - Complexity: Waits for the storage, some milliseconds.
  public func flush() throws(TraceError) {
    for recording in state.withLock({ $0.current }) where !recording.isComplete { try recording.flush() }
  }

  /// Has the last minutes of the sessions under way written out (``RecorderOptions/snapshots``).
  @discardableResult
  public func takeSnapshot() -> Bool {
    state.withLock { $0.current }.map { $0.takeSnapshot() }.contains(true)
  }

  /// The sessions that are complete and can be uploaded, the oldest first, each of them leased to the caller: nobody else gets it meanwhile. Those
  /// of processes that are gone are completed before, and the short ones of a day are one file.
  ///
  /// - Complexity: Reads every trace, and writes files: not for the main thread.
  public func pending() throws(TraceError) -> [RecordedSession] {
    try tidy()
    let index = RecordingDirectory(path: directory)
    let (open, now) = (open, WallClock.seconds())
    return try TraceError.catching { () throws(SystemError) in
      var sessions: [RecordedSession] = []
      let entries = try index.entries()
      // A file is nobody's while there are traces that are in it as well.
      let unsettled = entries.compactMap { if case .joined(_, let number) = $0.lease { number } else { nil } }
      for entry in entries where entry.trace != nil && entry.journals.isEmpty {
        if let number = RecordingDirectory.number(ofShared: entry.name), unsettled.contains(number) { continue }
        guard !open.contains(index.tracePath(of: entry)), entry.lease.isOver(at: now, changed: entry.leased) else {
          continue
        }
        if let session = try index.lease(entry) { sessions.append(session) }
      }
      return sessions
    }
  }

  /// Takes a session away, such as one that has been uploaded.
  public func remove(_ session: RecordedSession) throws(TraceError) {
    try TraceError.catching { () throws(SystemError) in try FileSystem.remove(session.path) }
  }

  /// Gives a session back as it was: whoever asks next gets it.
  public func keep(_ session: RecordedSession) throws(TraceError) { try giveBack(session, as: .free) }

  /// Gives a session back that could not be uploaded: nobody gets it before so many seconds have passed.
  public func failed(_ session: RecordedSession, retryAfterSeconds: Int64) throws(TraceError) {
    try giveBack(session, as: .later(WallClock.seconds() + max(0, min(retryAfterSeconds, 1 << 32))))
  }

  private func giveBack(_ session: RecordedSession, as lease: TraceLease) throws(TraceError) {
    let index = RecordingDirectory(path: directory)
    try TraceError.catching { () throws(SystemError) in try index.giveBack(session, as: lease) }
  }

  /// Completes the sessions of processes that are gone, takes away what is beyond the limits, the oldest first, and puts the short sessions of a day
  /// into one file.
  ///
  /// - Complexity: Reads and writes files: not for the main thread.
  public func tidy() throws(TraceError) {
    // One after another: a caller that asks what can be uploaded waits for what the launch has begun to recover.
    tidying.lock()
    defer { tidying.unlock() }
    do throws(TraceError) {
      let problem = try tidyAlone()
      state.withLock { $0.tidyingProblem = problem }
    } catch {
      state.withLock { $0.tidyingProblem = error }
      throw error
    }
  }

  private func tidyAlone() throws(TraceError) -> TraceError? {
    var problem: TraceError?
    do throws(SystemError) { try salt.keep() } catch { problem = TraceError(error) }
    let recovered = try TraceRecording.recover(in: directory)
    if let whenRecovered { recovered.forEach(whenRecovered) }
    let index = RecordingDirectory(path: directory)
    let young = WallClock.seconds() - 3600
    let open = open
    let all = try TraceError.catching { () throws(SystemError) in
      try index.removeDrafts(olderThan: young)
      return try index.entries()
    }
    let entries = all.filter { entry in
      !open.contains(index.tracePath(of: entry)) && Self.mayGo(entry, in: index, unlessSince: young)
    }
    let oldest = WallClock.seconds() - limits.ageSeconds
    var bytes = entries.reduce(0) { $0 + $1.byteCount }
    var count = entries.reduce(0) { $0 + RecordingDirectory.sessionCount(of: $1.name) }
    for entry in entries where count > limits.sessions || bytes > limits.totalBytes || entry.modified < oldest {
      try TraceError.catching { () throws(SystemError) in try index.remove(entry) }
      bytes -= entry.byteCount
      count -= RecordingDirectory.sessionCount(of: entry.name)
    }
    if limits.sharesFiles {
      // Where there is no room for it they stay as they are.
      do throws(SystemError) { try index.joinShortSessions(except: open) } catch {
        problem = problem ?? TraceError(error)
      }
    }
    return problem ?? recovered.lazy.compactMap(\.error).first
  }

  private var open: Set<String> { Set(state.withLock { $0.current }.filter { !$0.isComplete }.map(\.path)) }

  /// Whether a session may be taken away: nobody is at its journal, and if that is none, nobody has been for a while.
  private static func mayGo(_ entry: RecordingDirectory.Entry, in index: RecordingDirectory, unlessSince young: Int64)
    -> Bool
  {
    if case .joined = entry.lease { return false }
    if case .taken = entry.lease, !entry.lease.isOver(at: WallClock.seconds(), changed: entry.leased) { return false }
    return entry.journals.allSatisfy { journal in
      do throws(TraceError) {
        return try !index.hasLivingOwner(journal)
      } catch {
        return error.code == .notATrace && entry.modified < young
      }
    }
  }

  private func tidyInBackground() {
    let isDue = state.withLock { state in
      state.begins += 1
      guard !state.isTidying else { return false }
      state.isTidying = state.begins == 1 || state.tidyingProblem != nil
      return state.isTidying
    }
    guard isDue else { return }
    do throws(SystemError) {
      try DetachedThread.run { [self] in
        var isDue = true
        while isDue {
          let seen = state.withLock { $0.begins }
          // `problem` tells of it.
          try? tidy()
          // Why it failed may have been gone when a session began meanwhile.
          isDue = state.withLock { state in
            state.isTidying = state.tidyingProblem != nil && state.begins > seen
            return state.isTidying
          }
        }
      }
    } catch {
      state.withLock { ($0.tidyingProblem, $0.isTidying) = (TraceError(error), false) }
    }
  }
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
  /// Whether the short sessions of a day are put into one file, which takes half the bytes (<doc:Recording#Short-sessions>).
  public var sharesFiles = true

  /// Makes limits that suit a phone.
  public init() {}
}

/// What names are called in an app's recordings: users never as they are, other names as they are or hashed.
///
/// A user becomes 16 hexadecimal digits that are others in every install, so that no account can be looked up. Hashed names are the same in all
/// installs; a reader with the salt and a list of names can read them (`poptrace --names FILE`).
public struct RecordingPrivacy: Sendable {
  private let names: NameHash?
  private let users: InstallSalt

  /// Makes rules of two salts: for all names but users, nil to leave them as they are; and for users, another in every install.
  public init(nameSalt: [UInt8]?, installSalt: [UInt8]) { self.init(nameSalt: nameSalt, InstallSalt(installSalt)) }

  init(nameSalt: [UInt8]?, _ users: InstallSalt) {
    names = nameSalt.map { NameHash(salt: $0) }
    self.users = users
  }

  /// What a name is called.
  public func alias(of text: String, _ role: NameRole) -> String {
    switch role {
    case .user: return "user:" + users.hash.hashed(text).dropFirst(2)
    case .pageClass where TraceField.systemClasses.contains(text): return text
    default: return names?.hashed(text) ?? text
    }
  }
}
