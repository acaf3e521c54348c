import Foundation
import PopTrace
import Testing

@testable import PopDocument
@testable import PopReport

/// The scenarios in `Fixtures/scenarios`, and where they are.
enum ScenarioFiles {
  /// The folder of fixtures.
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")
  /// The folder of scenarios.
  static let folder = fixtures.appending(path: "scenarios")

  /// Whether what is generated is to be written anew in place of being compared.
  static let isRecording = ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1"

  /// The names of all scenarios, sorted.
  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path())
    return (files ?? []).filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }.sorted()
  }()

  /// The sessions of a scenario's file.
  static func sessions(_ name: String) throws -> [Session] {
    try JSONLines.sessions(in: Array(Data(contentsOf: folder.appending(path: "\(name).jsonl"))))
  }

  /// Expects a text to be that of a fixture, or makes it that.
  static func compare(_ text: String, with path: String) throws {
    if isRecording { try Data(text.utf8).write(to: fixtures.appending(path: path)) }
    #expect(text == (try self.text(path)), "POPTRACE_RECORD=1 writes \(path) anew")
  }

  /// The text of a file of a folder of fixtures.
  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: fixtures.appending(path: path)), as: UTF8.self)
  }
}
