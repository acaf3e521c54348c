import Foundation
import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("An app's recordings")
struct TraceStoreTests {
  let folder = TemporaryFolder()

  private func recording(_ change: (inout RecordingLimits) -> Void = { _ in }) -> TraceStore {
    var limits = RecordingLimits()
    limits.sharesFiles = false
    change(&limits)
    var options = RecorderOptions()
    options.journalHalfBytes = 1
    return TraceStore(directory: folder.path + "/deep/recordings", limits: limits, options: options)
  }

  private var idleLog: EventLog {
    var log = EventLog()
    log.append(Event(.idle), of: EventLog())
    return log
  }

  /// A session of some events, from beginning to end.
  @MainActor
  private func session(in recording: TraceStore, events: Int = 3) {
    let observer = recording.observer(policy: "v6")
    var log = EventLog()
    for time in 0..<events {
      var event = Event(.idle, time: Ticks(Int64(time)))
      event.sequence = Int32(time)
      log.append(event, of: EventLog())
    }
    observer?.observe(from: 0, in: log, Catalog())
    observer?.turnEnded(in: Catalog())
    observer?.want(.end, at: Ticks(Int64(events)), in: Catalog())
    observer?.recording?.waitUntilOver()
  }

  @Test("Finished sessions can be uploaded, the oldest first, and are gone once removed")
  @MainActor
  func pending() throws {
    let recording = recording()
    for _ in 0..<3 { session(in: recording) }
    let pending = try recording.pending()
    #expect(pending.count == 3)
    #expect(pending.map(\.name) == pending.map(\.name).sorted())
    for one in pending {
      let read = try sessions(in: try folder.bytes(one.path))
      #expect(read[0].isFinished && read[0].events.count == 3)
      #expect(read[0].header.marksReentrantStimuli && !read[0].header.session.isEmpty)
      #expect(read[0].header.started.hasSuffix("Z") && read[0].header.started.count == 20)
    }
    try #require(pending.count == 3)
    try recording.remove(pending[1])
    #expect(try recording.pending().isEmpty)
    try recording.keep(pending[0])
    try recording.failed(pending[2], retryAfterSeconds: 0)
    #expect(try recording.pending().map(\.name) == [pending[0].name, pending[2].name])
  }

  @Test("A session under way is not pending, whoever asks")
  @MainActor
  func underWay() throws {
    let recording = recording()
    let observer = try #require(recording.observer(policy: "v6"))
    observer.observe(from: 0, in: idleLog, Catalog())
    observer.turnEnded(in: Catalog())
    #expect(try recording.pending().isEmpty)
    #expect(try self.recording { $0.sessions = 0 }.pending().isEmpty)
    try recording.flush()
    observer.want(.end, at: Ticks(5), in: Catalog())
    observer.recording?.waitUntilOver()
    #expect(try recording.pending().count == 1)
  }

  @Test("The oldest sessions go when there are too many, too large or too old ones")
  @MainActor
  func limits() throws {
    let all = recording()
    for _ in 0..<6 { session(in: all, events: 40) }
    let names = try all.pending()
    for session in names { try all.keep(session) }
    let size = try #require(names.first).byteCount
    /// What can be uploaded from such a store, and still can afterwards.
    func pending(_ limits: (inout RecordingLimits) -> Void) throws -> [String] {
      let store = recording(limits)
      return try store.pending().map { session in
        try store.keep(session)
        return session.name
      }
    }
    #expect(try pending { $0.sessions = 4 } == names.suffix(4).map(\.name))
    let few = try pending { $0.totalBytes = size * 3 }
    #expect(!few.isEmpty && few.count <= 3)
    #expect(try pending { $0.ageSeconds = -10 }.isEmpty)
  }

  @Test("One session in so many is recorded, and the others cost nothing")
  @MainActor
  func sampling() throws {
    let recording = recording { $0.sampleOneIn = 4 }
    for _ in 0..<60 { session(in: recording) }
    let count = try recording.pending().count
    #expect((1...40).contains(count))
  }

  @Test(
    "Where there can be no directory the app goes on without a recording, and with one once there can",
    arguments: [
      "file/recordings", "salted",
    ])
  @MainActor
  func problems(name: String) throws {
    // A file where a directory is to be, and a salt that cannot be read.
    try folder.write([1], "file")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/salted/install.salt", withIntermediateDirectories: true)
    let recording = TraceStore(directory: folder.path + "/" + name)
    #expect(recording.problem != nil)
    let observer = try #require(recording.observer(policy: "v6"))
    #expect(!observer.isOn && recording.problem != nil)
    observer.observe(from: 0, in: idleLog, Catalog())
    observer.want(.end, at: .zero, in: Catalog())
    for obstacle in ["file", "salted/install.salt"] {
      try FileManager.default.removeItem(atPath: folder.path + "/" + obstacle)
    }
    session(in: recording)
    #expect(try recording.pending().count == 1)
    #expect(recording.problem == nil, "\(String(describing: recording.problem))")
  }

  @Test(
    "Directories that there can never be cost recordings and nothing else", arguments: ["", "/proc/self", "/proc/no"])
  @MainActor
  func noDirectory(path: String) {
    let recording = TraceStore(directory: path)
    #expect(recording.observer(policy: "v6")?.isOn == false && recording.problem != nil)
  }

  /// Records one session of an app and gives its names.
  @MainActor
  private func names(nameSalt: [UInt8]?, in name: String) throws -> [String] {
    final class Blind: PopupPresenter {
      func show(_ popup: Presented<Void>) {
        names.append(popup.name)
      }
      func hide(_ popup: Presented<Void>, because reason: Reason) {}
      var names: [String] = []
    }
    let recording = TraceStore(directory: folder.path + "/" + name, nameSalt: nameSalt)
    let presenter = Blind()
    let scheduler = PopupScheduler(recording: recording, presenter: presenter)
    scheduler.signedIn(user: "alice@example.com")
    let tabs = scheduler.loadPage(PageDescription("UITabBarController"))
    let home = scheduler.loadPage(PageDescription("HomeViewController", container: tabs))
    for page in [tabs, home] {
      scheduler.pageWillAppear(page)
      scheduler.pageDidAppear(page)
    }
    var request = PopupRequest("Spring sale")
    request.pages = ["HomeViewController"]
    request.key = "sale"
    let popup = scheduler.submit(request)
    scheduler.perform("open the sale", of: popup) {}
    scheduler.signedIn(user: "alice@example.com")
    scheduler.endRecording()
    let one = scheduler.recording
    one?.waitUntilOver()
    #expect(presenter.names == ["Spring sale"])
    return try sessions(in: try folder.bytes(#require(one).path))[0].catalog.names.texts
  }

  @Test(
    "Users are numbers that mean nothing elsewhere; other names are hashed where a salt is given, the same in all installs"
  )
  @MainActor
  func privacy() throws {
    let clear = try names(nameSalt: nil, in: "a")
    #expect(
      clear.contains("Spring sale") && clear.contains("open the sale") && !clear.contains { $0.contains("alice") })
    let users = clear.filter { $0.hasPrefix("user:") }
    #expect(users.count == 1 && users[0].count == 21)
    #expect(try names(nameSalt: nil, in: "a").contains(users[0]))
    let salt: [UInt8] = Array("a salt of the app".utf8)
    let hashed = try names(nameSalt: salt, in: "b")
    #expect(!hashed.contains(users[0]))
    let hash = NameHash(salt: salt)
    for name in ["Spring sale", "HomeViewController", "sale", "open the sale"] {
      #expect(hashed.contains(hash.hashed(name)) && !hashed.contains(name))
    }
    // What policies and rules know by name keeps it.
    #expect(hashed.contains("UITabBarController") && hashed.contains("shown"))
    #expect(try names(nameSalt: salt, in: "c").filter { $0.hasPrefix("h:") } == hashed.filter { $0.hasPrefix("h:") })
  }
}
