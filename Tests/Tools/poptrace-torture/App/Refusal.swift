import Foundation
import PopTrace
import PopTraceTesting
import PopupScheduling

/// One way in which storage refuses itself to an app that records, before its launch or in the middle of it, until it is put right again.
///
/// Runs in a process of its own, without the rights of the superuser, to whom little is refused.
struct Refusal: Codable, Sendable {
  /// What is wrong.
  enum Kind: String, Codable, CaseIterable, Sendable {
    /// The directory lets nobody in.
    case unreadable = "directory unreadable"
    /// What is in the directory can be opened by nobody, and somebody looks for what can be uploaded meanwhile.
    case unreadableFiles = "files unreadable"
    /// Nothing can be made in the directory, and nothing renamed.
    case readOnly = "read-only"
    /// The process may not open another file.
    case noDescriptors = "no descriptors"
    /// No file may grow.
    case noGrowth = "no space (RLIMIT_FSIZE)"
    /// The file system is full.
    case noSpace = "no space (tmpfs)"
    /// Somebody cuts the trace short.
    case truncatedTrace = "trace truncated"
    /// Somebody cuts the journal short.
    case truncatedJournal = "journal truncated"
    /// All files are gone, and the directory is another one.
    case replaced = "directory emptied and replaced"

    /// Whether nothing may be missing though it is so for a while.
    var losesNothing: Bool { [.unreadable, .unreadableFiles, .readOnly, .replaced].contains(self) }
    /// Whether it is done once, and nothing puts it right.
    var isForGood: Bool { [.truncatedTrace, .truncatedJournal, .replaced].contains(self) }
  }

  var kind: Kind
  /// Whether the app is launched while it is so; else it becomes so while a session is being recorded.
  var isBefore: Bool
  /// Whether the session is ended at last; else the process is gone without a word.
  var ends: Bool
  var directory: String
  var log: String
  var seed: UInt64

  /// Nothing here waits in the system's queues, which stop the process where they can open nothing.
  @MainActor private var clock: VirtualClock { Self.clock }
  @MainActor private static let clock = VirtualClock()

  /// Who has no rights of his own.
  static let nobody: UInt32 = 65_534

  @MainActor
  func run() throws {
    let log = try SideLog(log)
    if geteuid() == 0 {
      guard setgid(Self.nobody) == 0, setuid(Self.nobody) == 0 else { throw CocoaError(.executableLoad) }
    }
    _ = signal(SIGXFSZ, SIG_IGN)
    log.stage = .running
    if isBefore { try before(log) } else { try during(log) }
    log.stage = .done
    _exit(0)
  }

  /// A launch while it is so, and a session after it is put right.
  @MainActor
  private func before(_ log: SideLog) throws {
    let recording: TraceStore
    if kind == .replaced {
      recording = TraceStore.opened(directory)
      try refuse(log)
    } else {
      try refuse(log)
      recording = TraceStore.opened(directory)
    }
    let first = App(recording, log, seed: seed, clock: clock)
    live(first, events: 300)
    log.remark("problem: \(said(recording)), \(first.isRecorded ? "recorded" : "not recorded")")
    if !first.isRecorded {
      if recording.problem == nil { log.remark("unsaid: nothing is recorded, and no problem is named") }
      if kind.isForGood { log.remark("unsaid: nothing is recorded, though it can be") }
    }
    try allow()
    log[.mustHave] = log[.noted] + 1
    let app = App(recording, log, seed: seed + 1, clock: clock)
    if !app.isRecorded { log.remark("unsaid: nothing is recorded after it was put right: \(said(recording))") }
    live(app, events: 300)
    // The launch completes in the background what others left.
    if app.isRecorded { settle(app) }
  }

  /// A session in the middle of which it becomes so, and is put right.
  @MainActor
  private func during(_ log: SideLog) throws {
    let recording = TraceStore.opened(directory)
    let app = App(recording, log, seed: seed, clock: clock)
    // A chunk is in the trace, and the other half of the journal has been begun.
    live(app, events: 5000)
    let trace = app.scheduler.recording?.path ?? ""
    for _ in 0..<2000 where !FileManager.default.fileExists(atPath: trace) {
      usleep(1000)
    }
    try refuse(log, trace)
    if kind == .replaced {
      log.remark("problem: \(said(recording))")
      settle(app)
      guard ends else { return }
    }
    let before = losses(app)
    // The other half is filled, and where events may be missing both are.
    live(app, events: kind.losesNothing ? 5000 : 12_000)
    let looksMeanwhile = [.unreadable, .unreadableFiles, .readOnly, .noDescriptors].contains(kind)
    if looksMeanwhile { do { _ = try recording.pending() } catch { log.remark("pending: \(error)") } }
    log.remark("problem: \(said(recording)), dropped \(losses(app) - before)")
    if losses(app) > before, recording.problem == nil {
      log.remark("unsaid: events are dropped, and no problem is named")
    }
    try allow()
    live(app, events: 3000)
    if looksMeanwhile { do { _ = try recording.pending() } catch { log.remark("unsaid: pending: \(error)") } }
    log[.mustHave] = log[.noted] + 1
    let dropped = losses(app)
    live(app, events: 1000)
    if losses(app) > dropped {
      log.remark("unsaid: it does not go on: \(losses(app) - dropped) of the last events are dropped")
    }
    if !kind.isForGood, let problem = recording.problem { log.remark("unsaid: the problem is still named: \(problem)") }
    guard ends else { return }
    app.scheduler.endRecording()
    app.scheduler.recording?.waitUntilOver()
  }

  /// Goes on until no problem is named any more, for so many events at most.
  @MainActor
  private func settle(_ app: App, within events: Int = 10_000) {
    let end = app.log[.noted] + events
    while app.recording.problem != nil, app.log[.noted] < end { pass(1, app, events: 10) }
    if let problem = app.recording.problem { app.log.remark("unsaid: the problem is still named: \(problem)") }
  }

  @MainActor
  private func losses(_ app: App) -> Int { Int(app.scheduler.recording?.losses.dropped ?? 0) }

  private func said(_ recording: TraceStore) -> String { recording.problem.map { "\($0)" } ?? "none" }

  /// Lives at a pace at which the storage can keep up.
  @MainActor
  private func live(_ app: App, events: Int) {
    let end = app.log[.noted] + events
    while app.log[.noted] < end { pass(20, app, events: 100) }
  }

  @MainActor
  private func pass(_ milliseconds: Int, _ app: App, events: Int) {
    app.live(events: events)
    usleep(UInt32(milliseconds * 1000))
    clock.advance(by: milliseconds)
  }

  // MARK: What is done to the storage

  private func files(_ suffix: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { $0.hasSuffix(suffix) }.map { directory + "/" + $0 }
  }

  private var filler: String { directory + "/filler" }

  /// - Parameter trace: The trace of the session under way; empty where it is what another one has left that is cut.
  private func refuse(_ log: SideLog, _ trace: String = "") throws {
    switch kind {
    case .unreadable: unsafe chmod(directory, 0)
    case .unreadableFiles: for file in files(".popjournal") { unsafe chmod(file, 0) }
    case .readOnly: unsafe chmod(directory, 0o500)
    case .noDescriptors: try limit(.init(RLIMIT_NOFILE.rawValue), to: 0)
    case .noGrowth: try limit(.init(RLIMIT_FSIZE.rawValue), to: 1000)
    case .noSpace: fill()
    case .truncatedTrace: cut(trace.isEmpty ? files(TraceRecording.traceExtension).first : trace, to: 100, log)
    case .truncatedJournal:
      let journal = trace.dropLast(trace.isEmpty ? 0 : TraceRecording.traceExtension.count)
      cut(
        trace.isEmpty ? files(TraceRecording.journalExtension).first : journal + TraceRecording.journalExtension,
        to: 8192, log)
    case .replaced:
      // The recording may make itself another journal meanwhile.
      while FileManager.default.fileExists(atPath: directory) { try? FileManager.default.removeItem(atPath: directory) }
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }
  }

  private func allow() throws {
    switch kind {
    case .unreadable, .readOnly: unsafe chmod(directory, 0o700)
    case .unreadableFiles: for file in files(".popjournal") { unsafe chmod(file, 0o600) }
    case .noDescriptors: try limit(.init(RLIMIT_NOFILE.rawValue), to: nil)
    case .noGrowth: try limit(.init(RLIMIT_FSIZE.rawValue), to: nil)
    case .noSpace: unsafe unlink(filler)
    case .truncatedTrace, .truncatedJournal, .replaced: break
    }
  }

  /// Cuts a file short, and says whose it was.
  private func cut(_ file: String?, to size: Int, _ log: SideLog) {
    guard let file else { return }
    unsafe truncate(file, off_t(size))
    let name = file.split(separator: "/").last.map(String.init) ?? ""
    log.remark("cut: \(name.prefix { $0 != "." })")
  }

  /// Lowers a limit, or puts it back.
  private func limit(_ what: __rlimit_resource_t, to value: Int?) throws {
    var limits = rlimit()
    guard unsafe getrlimit(what, &limits) == 0 else { throw CocoaError(.featureUnsupported) }
    limits.rlim_cur = value.map { rlim_t($0) } ?? limits.rlim_max
    guard unsafe setrlimit(what, &limits) == 0 else { throw CocoaError(.featureUnsupported) }
  }

  /// Leaves no room on the file system.
  private func fill() {
    let file = unsafe Foundation.open(filler, O_WRONLY | O_CREAT, 0o600)
    let bytes = [UInt8](repeating: 1, count: 4096)
    while unsafe write(file, bytes, bytes.count) > 0 {}
    close(file)
  }
}
