import Foundation
import Testing
import ToolRuns

/// `--against main:popups.yml` on the real binary, in repositories of its own.
@Suite("A policy of a git revision")
struct RevisionTests {
  private let scratch: Scratch

  /// A repository with the policy of before on `main`, and with what a pull request makes of it in the working directory.
  init() throws {
    scratch = try Scratch()
    try scratch.file("repo/app/popups.yml", "base: v6\nleaving: hide\n")
    try git("init --quiet --initial-branch main")
    try commit("before")
    try git("checkout --quiet -b change")
    try scratch.file("repo/app/popups.yml", "base: v6\nleaving: hide\nties: lifo\n")
    try commit("change")
    let run = try ToolRun.poptrace(
      ["generate", "--seed", "3", "--sessions", "40", "--policy", "v6", "-o", scratch.path("repo/t.poptrace"), "-q"])
    #expect(run.status == 0, "\(run.errors)")
    try scratch.file("repo/app/.poptrace.yml", "policy: popups.yml\nagainst: main:app/popups.yml\ncontinuations: 2\n")
  }

  @discardableResult
  private func git(_ arguments: String, in folder: String = "repo") throws -> ToolRun {
    let run = try ToolRun.shell(
      "git -c user.name=pat -c user.email=pat@example.org -c protocol.file.allow=always \(arguments)",
      environment: Self.plain, in: scratch.url.appendingPathComponent(folder))
    #expect(run.status == 0, "git \(arguments): \(run)")
    return run
  }

  private func commit(_ message: String) throws {
    try git("add .")
    try git("commit --quiet --message \(message)")
  }

  /// No configuration but the repository's own, wherever the tests run.
  private static let plain = ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"]

  private func gate(
    _ arguments: [String], in folder: String = "repo/app", _ environment: [String: String] = [:]
  ) throws -> ToolRun {
    var variables = Self.plain.merging(environment) { $1 }
    for name in ["GITHUB_ACTIONS", "GITLAB_CI", "XCODE_VERSION_ACTUAL"] { variables[name] = "" }
    return try ToolRun.poptrace(
      ["gate", "--quiet", "--no-blame"] + arguments, environment: variables,
      in: scratch.url.appendingPathComponent(folder))
  }

  @Test("is what the file was there, whatever the working directory; only what the change brings is new")
  func change() throws {
    let run = try gate(["../t.poptrace"])
    #expect(
      run.status == 2 && run.output.contains("popups.yml") && run.output.contains("main:app/popups.yml"), "\(run)")
    // `leaving: hide` is the target's already: what it brings is as it was before.
    #expect(run.output.contains("\n    fifo-violation, in "), "\(run.output)")
    let blamed = try ToolRun.poptrace(
      ["gate", "../t.poptrace", "--quiet", "--format", "text"], environment: Self.plain,
      in: scratch.url.appendingPathComponent("repo/app"))
    #expect(blamed.output.contains("fifo → lifo, line 3") && !blamed.output.contains("park → hide"), "\(blamed.output)")
    let alone = try gate(["../t.poptrace", "--against", "recorded"])
    #expect(alone.output.contains("\n    lost-keepalive, in "), "\(alone.output)")
    // The same policy by its file says the same, and so does a configuration that lies elsewhere.
    try scratch.file("repo/before.yml", "base: v6\nleaving: hide\n")
    let rows = try gate(["../t.poptrace", "--format", "csv"])
    let named = try gate(["../t.poptrace", "--against", "../before.yml", "--format", "csv"])
    #expect(rows.status == 2 && !rows.output.isEmpty && named.output == rows.output)
    let elsewhere = try gate(["t.poptrace", "--config", "app/.poptrace.yml", "--format", "csv"], in: "repo")
    #expect(elsewhere.output == rows.output.replacing("../t.", with: "t."))
    #expect(try gate(["../t.poptrace", "--against", "HEAD~1:app/popups.yml"]).status == 2)
    #expect(try gate(["../t.poptrace", "--against", "HEAD:app/popups.yml"]).status == 0)
  }

  @Test("is not looked for where a policy or a file has that name")
  func precedence() throws {
    try scratch.file("repo/app/main:app/popups.yml", "base: v6\nleaving: hide\nties: lifo\n")
    let run = try gate(["../t.poptrace"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    #expect(try gate(["../t.poptrace", "--against", "v6"]).status == 2)
    // What Git would take for an option is none, and no file either.
    let option = try gate(["../t.poptrace", "--against=--output=x:popups.yml"])
    #expect(option.status == 64 && !FileManager.default.fileExists(atPath: scratch.path("repo/app/x")), "\(option)")
    #expect(option.errors.contains("no policy of that name"), "\(option.errors)")
    #expect(try gate(["../t.poptrace", "--against=-p:popups.yml"]).status == 64)
  }

  @Test("that cannot be had is an error that names the command to run, and never the recording")
  func failures() throws {
    func said(_ arguments: [String], in folder: String = "repo/app", _ environment: [String: String] = [:]) throws
      -> String
    {
      let run = try gate([scratch.path("repo/t.poptrace")] + arguments, in: folder, environment)
      #expect(run.status == 64 && run.output.isEmpty, "\(run)")
      return run.errors
    }
    #expect(
      try said(["--against", "man:app/popups.yml"]).contains("no revision \"man\" here; run: git fetch origin man:man"))
    #expect(try said(["--against", "main:popups.yml"]).contains("git ls-tree -r --name-only main"))
    #expect(try said(["--against", "main:app"]).contains("has no such file"))
    #expect(try said([], in: "repo/app", ["PATH": scratch.path("nowhere")]).contains("git show main:app/popups.yml >"))
    try scratch.file("bare/popups.yml", "base: v6\n")
    let outside = try said(
      ["--policy", "popups.yml", "--against", "main:app/popups.yml"], in: "bare",
      ["GIT_CEILING_DIRECTORIES": scratch.url.resolvingSymlinksInPath().path])
    #expect(outside.contains("not a git repository"), "\(outside)")
    try git("branch other")
    try scratch.file("repo/app/popups.yml", "base: v6\nleave: hide\n")
    try commit("mistaken")
    let mistaken = try gate(["../t.poptrace", "--policy", "v6", "--against", "HEAD:app/popups.yml"])
    #expect(mistaken.status != 0 && mistaken.errors.contains("HEAD:app/popups.yml: line 2"), "\(mistaken)")
  }

  @Test("is found in a shallow clone once the command that the error names has been run")
  func shallow() throws {
    try git("clone --quiet --depth 1 --branch change file://\(scratch.path("repo")) clone", in: ".")
    for (revision, word) in [("main", "main:main"), ("origin/main", "+refs/heads/main:refs/remotes/origin/main")] {
      let arguments = [
        scratch.path("repo/t.poptrace"), "--policy", "popups.yml", "--against", "\(revision):app/popups.yml",
      ]
      let run = try gate(arguments, in: "clone/app")
      #expect(run.status == 64 && run.output.isEmpty, "\(run)")
      let command = try #require(run.errors.firstMatch(of: #/run: git (.*)\n/#)?.1, "\(run)")
      #expect(command == "fetch --depth 1 origin \(word)")
      try git("\(command)", in: "clone")
      #expect(try gate(arguments, in: "clone/app").status == 2)
    }
    let deep = try gate(
      ["../../repo/t.poptrace", "--policy", "popups.yml", "--against", "HEAD~1:app/popups.yml"], in: "clone/app")
    #expect(deep.errors.contains("git fetch --unshallow origin"), "\(deep.errors)")
  }
}
