import Foundation
import PopTrace
import PopupScheduling
import Testing

/// An app that shows nothing and answers nothing.
@MainActor
private final class SilentApp: PopupPresenter {
  func show(_ popup: Presented<Void>) {}
  func hide(_ popup: Presented<Void>, because reason: Reason) {}
}

extension SnapshotTrigger {
  /// Two popups are up at once.
  fileprivate static let overlap = SnapshotTrigger("overlap") { session in
    var up: Set<PopupID> = []
    return session.events.compactMap { event in
      if event.kind == .popupHidden { up.remove(event.popup) }
      guard event.kind == .popupShown else { return nil }
      up.insert(event.popup)
      let number = session.catalog.popupNumbers[event.popup.index]
      return up.count > 1 ? Cause("overlap", at: event.time, popup: number) : nil
    }
  }
}

@MainActor
@Suite("An app that records snapshots")
struct SnapshotRecordingTests {
  private let app = SilentApp()
  private let folder = TemporaryFolder()

  private func recording(_ change: (inout SnapshotOptions) -> Void = { _ in }) -> TraceStore {
    var options = RecorderOptions()
    var snapshots = SnapshotOptions(trigger: .overlap)
    change(&snapshots)
    options.snapshots = snapshots
    var header = SessionHeader()
    header.session = "s"
    header.metadata = [HeaderEntry("channel", "beta")]
    return TraceStore(directory: folder.path, header: header, options: options)
  }

  /// All but the salt, and the file that becomes it, which another thread writes.
  private var traces: [String] { folder.names.filter { !$0.hasPrefix("install.salt") } }

  @Test("An overlap has a snapshot taken as its turn ends, which can be uploaded while the session goes on")
  func overlap() async throws {
    let recording = recording()
    let scheduler = PopupScheduler(recording: recording, presenter: app, configuration: .v0)
    scheduler.submit(PopupRequest("First"))
    #expect(traces.isEmpty)
    scheduler.submit(PopupRequest("Second"))
    scheduler.recording?.waitForSnapshots()
    let pending = try recording.pending()
    #expect(pending.count == 1 && pending.first?.end == .snapshot)
    #expect(pending.map { folder.path + "/\($0.name).poptrace" } == scheduler.recording?.snapshotPaths)
    let snapshot = try sessions(in: try folder.bytes(#require(pending.first).path))[0]
    #expect(snapshot.header.session == "s-snapshot-1" && snapshot.header.policy == "v0" && !snapshot.isFinished)
    #expect(snapshot.header.metadata == [HeaderEntry("channel", "beta"), HeaderEntry("snapshot", "overlap")])
    #expect(snapshot.events.count { $0.kind == .popupShown } == 2)
    scheduler.submit(PopupRequest("Third"))
    scheduler.endRecording()
    await scheduler.recording?.untilOver()
    // Another overlap, another snapshot; of the session itself nothing is left.
    #expect(traces.count == 2 && traces.allSatisfy { $0.contains("-snapshot-") })
    #expect(!recording.takeSnapshot())
  }

  @Test("The app asks as often as it may, and calls that come together are one")
  func asked() async throws {
    let recording = recording {
      $0.most = 3
      $0.trigger = nil
    }
    let scheduler = PopupScheduler(recording: recording, presenter: app, configuration: .v0)
    #expect(recording.takeSnapshot())
    scheduler.recording?.waitForSnapshots()
    for number in 0..<20 {
      scheduler.submit(PopupRequest("P\(number)"))
      recording.takeSnapshot()
    }
    scheduler.recording?.waitForSnapshots()
    let count = scheduler.recording?.snapshotPaths.count ?? 0
    #expect(count >= 2 && count <= 3)
    let last = try #require(scheduler.recording?.snapshotPaths.last)
    let events = try sessions(in: try folder.bytes(last))[0].events.count
    // What was recorded before the call that it answers is in it: a turn at least.
    #expect(events >= 2)
    #expect(count < 3 || !recording.takeSnapshot())
  }

  @Test("A snapshot that cannot be stored is a problem until one can be, and never a crash")
  func unwritable() async throws {
    let recording = recording { $0.trigger = nil }
    let scheduler = PopupScheduler(recording: recording, presenter: app)
    scheduler.submit(PopupRequest("First"))
    // The launch may be tidying there meanwhile.
    try expectSoon("no directory") {
      try? folder.remove()
      return !FileManager.default.fileExists(atPath: folder.path)
    }
    recording.takeSnapshot()
    scheduler.recording?.waitForSnapshots()
    #expect(recording.problem?.code == .unwritable && scheduler.recording?.snapshotPaths == [])
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
    recording.takeSnapshot()
    scheduler.recording?.waitForSnapshots()
    // The launch may have been tidying while there was no directory.
    try recording.tidy()
    #expect(recording.problem == nil, "\(String(describing: recording.problem))")
    #expect(traces.count == 1)
  }

  @Test("What a killed process was writing is not taken for a snapshot, and goes when it is old")
  func unfinished() throws {
    let recording = recording()
    let name = "2026-x-snapshot-1.poptrace.part"
    try folder.write([1, 2, 3], name)
    #expect(try recording.pending().isEmpty && traces == [name])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: folder.path + "/" + name)
    #expect(try recording.pending().isEmpty && traces.isEmpty)
  }

  @Test("A recording of whole sessions takes none")
  func wholeSessions() throws {
    let recording = TraceStore(directory: folder.path)
    let scheduler = PopupScheduler(recording: recording, presenter: app)
    #expect(!recording.takeSnapshot() && scheduler.recording?.takeSnapshot() == false)
    scheduler.recording?.waitForSnapshots()
    #expect(scheduler.recording?.snapshotPaths == [])
    scheduler.endRecording()
    scheduler.recording?.waitUntilOver()
  }
}
