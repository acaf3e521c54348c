import Foundation
import Testing
import ToolRuns

/// Every command that reads sessions answers bad input with 1, one line on standard error that names the input, and no half-written output.
@Suite("Bad input")
struct BadInputTests {
  static let commands: [[String]] = [
    ["info"], ["cat"], ["export"], ["replay", "--policy", "v2"], ["verify"], ["import", "--output", "out.poptrace"],
    ["record", "--policy", "v1", "--output", "out.poptrace"],
  ]

  private func expectFailure(
    of command: [String], on input: String, in scratch: Scratch, saying words: String...
  ) throws {
    let run = try ToolRun.poptrace([command[0], input] + command.dropFirst(), in: scratch.url)
    #expect(run.status == 1, "\(command)")
    for word in words { #expect(run.errors.contains(word), "\(command): \(run.errors)") }
    #expect(run.errors.hasPrefix("poptrace: \(input): "), "\(command): \(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("out.poptrace")))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("out.poptrace.part")))
  }

  @Test("a missing file", arguments: commands)
  func missing(command: [String]) throws {
    try expectFailure(of: command, on: "nowhere.poptrace", in: Scratch(), saying: "no such file")
  }

  @Test("an empty file", arguments: commands)
  func empty(command: [String]) throws {
    let scratch = try Scratch()
    try scratch.file("empty.poptrace")
    try expectFailure(of: command, on: "empty.poptrace", in: scratch, saying: "empty")
  }

  @Test("something that is no trace", arguments: commands)
  func notATrace(command: [String]) throws {
    let scratch = try Scratch()
    try scratch.file("picture.poptrace", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
    try expectFailure(of: command, on: "picture.poptrace", in: scratch, saying: "trace")
  }

  @Test("JSON Lines with an unknown event name the line and the nearest name", arguments: commands)
  func unknownEvent(command: [String]) throws {
    let scratch = try Scratch()
    try scratch.file(
      "bad.jsonl",
      Samples.scenario.replacingOccurrences(of: #""event":"page.did-appear""#, with: #""event":"page.did-apear""#))
    try expectFailure(of: command, on: "bad.jsonl", in: scratch, saying: "line 3", "page.did-appear")
  }

  @Test("JSON Lines that are no JSON name the line", arguments: commands)
  func malformed(command: [String]) throws {
    let scratch = try Scratch()
    try scratch.file("bad.jsonl", "{\"poptrace\":1}\n{\"t\":0,\n")
    try expectFailure(of: command, on: "bad.jsonl", in: scratch, saying: "line 2")
  }

  @Test("a directory without traces", arguments: commands)
  func emptyDirectory(command: [String]) throws {
    let scratch = try Scratch()
    try scratch.file("folder/notes.txt", "nothing here")
    try expectFailure(of: command, on: "folder", in: scratch, saying: ".poptrace")
  }

  @Test("a file that may not be written to")
  func unwritable() throws {
    let scratch = try Scratch()
    try scratch.file("scenario.jsonl", Samples.scenario)
    let run = try ToolRun.poptrace(
      ["record", "scenario.jsonl", "--policy", "v1", "--output", "nowhere/out.poptrace"], in: scratch.url)
    #expect(run.status == 1)
    #expect(run.errors.contains("nowhere/out.poptrace: cannot write"))
  }

  @Test("names in messages cannot steer a terminal")
  func hostileName() throws {
    let run = try ToolRun.poptrace(["cat", "a\u{1b}[2Jb.poptrace"])
    #expect(run.status == 1)
    #expect(!run.errors.contains("\u{1b}"))
    #expect(run.errors.contains("a\\u{1b}[2Jb.poptrace"))
  }

  @Test("what can be read is still read when something else cannot")
  func partly() throws {
    let scratch = try Scratch()
    try scratch.file("a.jsonl", Samples.scenario)
    try scratch.file("b.jsonl", "{}\n")
    let run = try ToolRun.poptrace(["info", "a.jsonl", "b.jsonl", "a.jsonl"], in: scratch.url)
    #expect(run.status == 1)
    #expect(run.output.contains("a.jsonl"))
    #expect(run.errors.contains("b.jsonl"))
  }
}
