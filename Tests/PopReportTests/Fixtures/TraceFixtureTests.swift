import Foundation
import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopDocument
@testable import PopReport

/// The recordings in `Fixtures/traces`, and what must hold for a recording of any scenario under any version.
@Suite struct TraceFixtureTests {
  private static let folder = ScenarioFiles.fixtures.appending(path: "traces")

  private func version(_ name: String) throws -> PolicyVersion {
    try #require(PolicyConfiguration.versions.first { $0.name == name })
  }

  private func recordings(_ names: [String], under name: String) throws -> [Session] {
    let version = try version(name)
    return try names.map { ScenarioRecorder.record(try ScenarioFiles.sessions($0)[0], under: version) }
  }

  /// Compares sessions and not bytes: those hang on the version of the compressing library.
  private func compare(_ recordings: [Session], with file: String) throws {
    let place = Self.folder.appending(path: file)
    if ScenarioFiles.isRecording {
      var writer = TraceWriter()
      for recording in recordings { try writer.append(recording) }
      try Data(try writer.finish()).write(to: place)
    }
    var reader = try TraceReader(Array(try Data(contentsOf: place)))
    var session = Session()
    var stored: [String] = []
    while try reader.next(&session) { stored.append(ScenarioRecorder.text(session)) }
    #expect(stored == recordings.map(ScenarioRecorder.text), "POPTRACE_RECORD=1 writes traces/\(file) anew")
  }

  @Test(arguments: ScenarioFiles.names)
  func theTraceOfAScenarioIsUpToDate(name: String) throws {
    try compare(try recordings([name], under: "v1"), with: "\(name).poptrace")
  }

  @Test func theTraceOfAllScenariosIsUpToDate() throws {
    try compare(try recordings(ScenarioFiles.names, under: "v6"), with: "all-v6.poptrace")
  }

  @Test func eachScenarioHasATrace() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    #expect(
      files.sorted() == (ScenarioFiles.names.map { "\($0).poptrace" } + ["README.md", "all-v6.poptrace"]).sorted())
  }

  /// Design 4: the recorded policy gives its recording back, by recorded times and by causes.
  @Test(arguments: ScenarioFiles.names, PolicyConfiguration.versions.map(\.name))
  func givesItsRecordingBack(name: String, under policy: String) throws {
    let recording = try recordings([name], under: policy)[0]
    let imported = try JSONLines.sessions(in: Array(ScenarioRecorder.text(recording).utf8))[0]
    var replayer = Replayer(policy: StandardPolicy(try version(policy).configuration))
    for timing in ReplayOptions.Timing.allCases {
      #expect(replayer.identity(of: recording, timing: timing) == .ok, "\(timing)")
      #expect(replayer.identity(of: imported, timing: timing) == .ok, "\(timing), imported")
    }
  }
}
