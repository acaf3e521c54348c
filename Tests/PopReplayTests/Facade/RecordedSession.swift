import Foundation
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// The trace of what an app says to a scheduler that records: it came to its end, and gives itself back.
@MainActor
func recorded<Policy: SchedulingPolicy>(
  _ policy: Policy, named name: String, configuration: String = "", by app: some PopupPresenter<Void>,
  _ clock: VirtualClock,
  nameSalt: [UInt8]? = nil,
  _ body: (PopupScheduler<Void>) -> Void
) async throws -> Session {
  let folder = FileManager.default.temporaryDirectory.appending(path: "recorded-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  let recording = TraceStore(directory: folder.path(), nameSalt: nameSalt)
  let scheduler = PopupScheduler<Void>(
    recording: recording, policy: policy, named: name, configuration: configuration, presenter: app, clock: clock)
  body(scheduler)
  let traced = scheduler.recording
  scheduler.endRecording()
  let trace = try #require(traced)
  await trace.untilOver()
  var reader = try TraceReader([UInt8](try Data(contentsOf: URL(filePath: trace.path))))
  var session = Session()
  #expect(try reader.next(&session))
  #expect(session.isFinished && session.gaps.isEmpty)
  #expect(identityIssue(session, policy) == nil)
  return session
}
