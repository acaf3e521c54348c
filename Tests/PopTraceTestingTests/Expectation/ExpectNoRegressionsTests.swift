import Foundation
import PopAudit
import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

@Suite("Expectations about traces")
struct ExpectNoRegressionsTests {
  private let folder = Folder()

  @Test("The newest standard policy is no worse than older ones on field traces, found from this file upwards")
  func fieldTraces() throws {
    let report = try expectNoRegressions(StandardPolicy(.v6), on: "Fixtures/field")
    #expect(report.files == 4 && report.sessions > 10 && report.judged == report.sessions)
    #expect(
      "\(report)".hasPrefix("StandardPolicy: no regressions in \(report.judged) of \(report.judged) sessions (4 files)")
    )
  }

  @Test("A worse policy is told by rule, sentence, session and fingerprint, the most frequent first")
  func regressions() throws {
    let error = try #require(throws: TraceExpectationFailure.self) {
      try expectNoRegressions(StandardPolicy(.v1), named: "one slot", on: "Fixtures/field/v5.poptrace")
    }
    #expect(error.code == .regressions)
    let counts = error.report.regressions.map(\.sessions)
    #expect(counts == counts.sorted(by: >) && counts.count > 1)
    let worst = try #require(error.report.regressions.first)
    #expect(worst.file == "Fixtures/field/v5.poptrace" && worst.fingerprint.count == 16 && worst.grade <= .robust)
    let text = "\(error)"
    #expect(text.hasPrefix("one slot: "), "\(text)")
    for part in [worst.rule.id, worst.because, worst.fingerprint, "session \(worst.session)", "\"\(worst.popup)\""] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test("Findings that are accepted do not count, nor do those that rest on assumptions")
  func accepted() throws {
    var options = RegressionOptions()
    let found = try PopTraceTesting.regressions(
      of: StandardPolicy(.v1), on: "Fixtures/field/v5.poptrace", options: options)
    options.accepted = Set(found.regressions.map(\.fingerprint))
    let report = try expectNoRegressions(StandardPolicy(.v1), on: "Fixtures/field/v5.poptrace", options: options)
    #expect(report.accepted >= found.regressions.map(\.sessions).reduce(0, +))
    options = RegressionOptions()
    options.failOn = .exact
    let strict = try PopTraceTesting.regressions(
      of: StandardPolicy(.v1), on: "Fixtures/field/v5.poptrace", options: options)
    #expect(strict.uncounted > found.uncounted)
  }

  @Test("A policy that is named by its type is made, and compared with the one that recorded")
  func ownPolicy() throws {
    let scenario = try Session(jsonLines: Self.scenario)
    let recording = PlayedSession(scenario, OnePopup()).recording(policy: "ours-1")
    try folder.write("recording.jsonl", recording.jsonLines)
    let known = [KnownPolicy("ours-1") { OnePopup() }]
    let report = try expectNoRegressions(OnePopup.self, on: folder.path, recordedWith: known)
    #expect(report.judged == 1)
    let error = try #require(throws: TraceExpectationFailure.self) {
      try expectNoRegressions(StandardPolicy(.v0), on: folder.path, recordedWith: known)
    }
    #expect(error.report.regressions.map(\.rule).contains(.overlap), "\(error)")
  }

  @Test("A recording whose policy is not known, or that does not give itself back, is no success")
  func unjudged() throws {
    let scenario = try Session(jsonLines: Self.scenario)
    try folder.write("a.jsonl", PlayedSession(scenario, OnePopup()).recording(policy: "ours-1").jsonLines)
    let unknown = try #require(throws: TraceExpectationFailure.self) {
      try expectNoRegressions(OnePopup.self, on: folder.path)
    }
    #expect(unknown.code == .unjudged && "\(unknown)".contains("\"ours-1\", is not known here"), "\(unknown)")
    let mismatch = try #require(throws: TraceExpectationFailure.self) {
      try expectNoRegressions(
        OnePopup.self, on: folder.path, recordedWith: [KnownPolicy("ours-1") { StandardPolicy(.v0) }])
    }
    #expect(mismatch.code == .unjudged && "\(mismatch)".contains("does not give it back"), "\(mismatch)")
    var options = RegressionOptions()
    options.passesOverUnjudged = true
    #expect(throws: TraceExpectationFailure.self) {
      try expectNoRegressions(OnePopup.self, on: folder.path, options: options)
    }
    try folder.write("b.jsonl", PlayedSession(scenario, StandardPolicy(.v1)).recording(policy: "v1").jsonLines)
    let report = try expectNoRegressions(OnePopup.self, on: folder.path, options: options)
    #expect(report.judged == 1 && report.unjudged.count == 1)
  }

  @Test("A scenario is judged by itself, or against a policy")
  func scenarios() throws {
    try folder.write("scenario.jsonl", Self.scenario)
    let error = try #require(throws: TraceExpectationFailure.self) {
      try expectNoRegressions(StandardPolicy(.v0), on: folder.path)
    }
    #expect(error.report.regressions.map(\.rule) == [.overlap], "\(error)")
    try expectNoRegressions(StandardPolicy(.v0), on: folder.path, against: KnownPolicy(.v0))
  }

  @Test("No path, no trace and no readable trace are failures that say what was looked for")
  func nothing() throws {
    let missing = try #require(throws: TraceExpectationFailure.self) {
      try expectNoRegressions(OnePopup.self, on: "No/Such/Traces")
    }
    #expect(missing.code == .nothingToJudge && "\(missing)".contains("There is no No/Such/Traces"), "\(missing)")
    try folder.write("notes.txt", "nothing")
    let empty = try #require(throws: TraceExpectationFailure.self) {
      try expectNoRegressions(OnePopup.self, on: folder.path)
    }
    #expect(empty.code == .nothingToJudge && "\(empty)".contains("holds no .poptrace"), "\(empty)")
    try folder.write("broken.jsonl", "{\"poptrace\":1}\n{\"event\":\"popup.shwon\"}\n")
    let broken = try #require(throws: TraceExpectationFailure.self) {
      try expectNoRegressions(OnePopup.self, on: folder.path)
    }
    #expect(broken.code == .unjudged && "\(broken)".contains("line 2"), "\(broken)")
  }

  @Test("Files are read in order of their names, in folders too")
  func order() throws {
    for name in ["b/2.jsonl", "b/10.jsonl", "a.jsonl", ".hidden.jsonl"] { try folder.write(name, "{\"poptrace\":0}") }
    let report = try PopTraceTesting.regressions(of: OnePopup(), on: folder.path)
    #expect(
      report.unjudged.map { $0.dropFirst(folder.path.count + 1).prefix { $0 != ":" } } == [
        "a.jsonl", "b/10.jsonl", "b/2.jsonl",
      ])
  }

  /// Two popups at once on one page.
  static let scenario = """
    {"poptrace":1}
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":300,"event":"page.did-appear","page":1}
    {"t":500,"event":"popup.submitted","popup":1,"name":"sale"}
    {"t":600,"event":"popup.submitted","popup":2,"name":"rate"}
    {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":2000}
    {"event":"popup.dismissed","popup":2,"by":"button","after":{"event":"popup.shown","popup":2},"delay":2000}

    """
}

/// A folder that goes when the test is over.
private final class Folder: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "poptrace-kit-\(UUID().uuidString)").path()

  func write(_ name: String, _ text: String) throws {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
