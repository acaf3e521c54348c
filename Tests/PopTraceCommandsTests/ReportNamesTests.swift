import Foundation
import Testing
import ToolRuns

@testable import PopTraceCommands

@Suite("Reports name files by nothing that only one machine knows")
struct ReportNamesTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.file("app/week-47/seen.txt", "")
    for name in ["app/week-47/a.poptrace", "app/b.poptrace"] {
      let run = try ToolRun.poptrace(["generate", "--seed", "3", "--sessions", "3", "-o", scratch.path(name), "-q"])
      #expect(run.status == 0)
    }
    try scratch.file("app/popups.yml", "base: v4\nleaving: ignore\n")
    try scratch.file("elsewhere/seen.txt", "")
  }

  @Test(
    "By the root, the working directory, or what was given",
    arguments: [
      ("a.poptrace", nil, "a.poptrace"), ("./week/../a.poptrace", nil, "./week/../a.poptrace"), ("-", nil, "-"),
      ("/builds/app/week/a.poptrace", "/builds/app/week", "week/a.poptrace"), ("/builds/app", "/builds/app", "."),
      ("/builds//app/./week/../a.poptrace", nil, "a.poptrace"),
      ("/mnt/week-47/x/a.poptrace", "/mnt/week-47", "week-47/x/a.poptrace"),
      ("/mnt/a.poptrace", "/mnt/a.poptrace", "a.poptrace"), ("/builds/apple/a.poptrace", nil, "a.poptrace"),
      ("/", nil, ""),
    ] as [(String, String?, String)])
  func names(path: String, argument: String?, name: String) {
    #expect(ReportNames(in: "/builds/app").name(of: path, givenBy: argument) == name)
  }

  @Test("A root holds for relative paths, too, and comes before the working directory")
  func roots() {
    let names = ReportNames(root: "/builds/app/week", in: "/builds/app")
    #expect(names.name(of: "week/a.poptrace") == "a.poptrace")
    #expect(names.name(of: "/builds/app/week/x/a.poptrace", givenBy: "/builds/app/week/x") == "x/a.poptrace")
    #expect(names.name(of: "b.poptrace") == "b.poptrace" && names.name(of: "/builds/app/b.poptrace") == "b.poptrace")
    #expect(ReportNames(root: "week", in: "/builds/app").name(of: "/builds/app/week/a.poptrace") == "a.poptrace")
  }

  @Test("What would be called alike keeps its folders; so does what is only a part of all")
  func alike() {
    let alike = ReportNames(arguments: ["/mnt/1/week", "/mnt/2/week/"], in: "/builds")
    #expect(alike.name(of: "/mnt/1/week/a.poptrace", givenBy: "/mnt/1/week") == "mnt/1/week/a.poptrace")
    #expect(alike.name(of: "/mnt/2/week/a.poptrace", givenBy: "/mnt/2/week/") == "mnt/2/week/a.poptrace")
    let some = ReportNames(arguments: ["/mnt/1/a.poptrace"], areSome: true, in: "/builds")
    #expect(some.name(of: "/mnt/1/a.poptrace", givenBy: "/mnt/1/a.poptrace") == "mnt/1/a.poptrace")
  }

  /// What a command writes in every form, and on standard output.
  private func written(_ arguments: [String], in folder: String) throws -> [String] {
    // A page is compressed.
    let forms = ReportRequest.allValueStrings.filter { $0 != "html" }
    let files = forms.map { "\(folder)/\($0).out" }
    let run = try ToolRun.poptrace(
      arguments + zip(forms, files).flatMap { ["--format", "\($0)=\(scratch.path($1))"] },
      in: scratch.url.appendingPathComponent(folder))
    #expect(run.status == 2 || run.status == 0, "\(run)")
    return try files.map { try String(contentsOfFile: scratch.path($0), encoding: .utf8) }
  }

  @Test("The same in every form, whether paths are absolute or not, and from wherever", arguments: ["replay", "gate"])
  func everyForm(command: String) throws {
    let common =
      ["--continuations", "2", "--visits", "free", "--quiet"]
      + (command == "gate" ? ["--as-of", "2026-11-22"] : [])
    let relative = try written([command, "week-47", "--policy", "popups.yml"] + common, in: "app")
    let absolute = try written(
      [command, scratch.path("app/week-47"), "--policy", scratch.path("app/popups.yml")] + common, in: "app")
    #expect(absolute == relative)
    let elsewhere = try written(
      [command, scratch.path("app/week-47"), "--policy", scratch.path("app/popups.yml")] + common, in: "elsewhere")
    #expect(elsewhere == relative)
    let rooted = try written(
      [command, "../app/week-47", "--root", "../app", "--policy", scratch.path("app/popups.yml")] + common,
      in: "elsewhere")
    #expect(rooted == relative)
    #expect(absolute.contains { $0.contains("week-47/a.poptrace") })
    for text in absolute + elsewhere { #expect(!text.contains(scratch.url.lastPathComponent)) }
  }

  @Test("A worker and one machine name alike what lies below a root")
  func workers() throws {
    let common = ["--policy", "v4", "--continuations", "2", "--visits", "free", "--quiet", "--format", "ndjson"]
    let paths = ["app/week-47/a.poptrace", "app/b.poptrace"].map(scratch.path)
    let one = try ToolRun.poptrace(["replay", scratch.path("app"), "--root", scratch.path("app")] + common)
    let worker = try ToolRun.poptrace(
      ["replay", "--stdin-paths", "--root", scratch.path("app")] + common,
      input: Array(paths.joined(separator: "\n").utf8))
    #expect(
      worker.status == 0 && worker.output == one.output && one.output.contains("\"trace\":\"week-47/a.poptrace\""))
    let plain = try ToolRun.poptrace(["replay", "--stdin-paths"] + common, input: Array(paths[1].utf8))
    #expect(plain.output.contains("\"trace\":\"\(paths[1].dropFirst())\""), "\(plain)")
  }
}
