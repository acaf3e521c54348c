import Foundation

/// Builds the copy with its tests, and says how these are run. What a change of `make test` concerns is here alone.
struct Builder {
  /// The copy.
  let tree: URL
  /// Where it is built.
  let scratch: URL
  /// The only test targets that are built; all where it is empty.
  var tests: [String] = []

  /// As `make test` builds: what is tried is optimized.
  var environment: [String: String] {
    [
      "POPTRACE_OPTIMIZE": "1",
      // The tool that command-line tests start is the broken one.
      "POPTRACE_BINARY": products.appending(path: "poptrace").path(),
    ].merging(tests.isEmpty ? [:] : ["POPTRACE_TESTS": tests.joined(separator: ",")]) { $1 }
  }

  private var command: [String] { [".ci/build", "--build-tests"] + configuration }
  private var configuration: [String] {
    ["-c", "release", "-debug-info-format", "none", "--scratch-path", scratch.path()]
  }
  private var products: URL { scratch.appending(path: "release") }

  /// The target directories of tests.
  func testTargets() throws -> [String] {
    if !tests.isEmpty { return tests }
    return try FileManager.default.contentsOfDirectory(atPath: tree.appending(path: "Tests").path())
      .filter { $0.hasSuffix("Tests") }.sorted()
  }

  /// What runs those tests of a target that count.
  func test(_ target: String) -> [String] {
    let selection = ["--filter", "^\(target)\\."] + RecordedTests.patterns.flatMap { ["--skip", $0] }
    return run(selection)
  }

  /// The names of all tests, as the test run has them.
  func testNames() throws -> [String] {
    try Child.output(run(["--list-tests"]), directory: tree).split(separator: "\n").map(String.init)
  }

  /// On Linux a test bundle is a program. Elsewhere SwiftPM, which takes seconds to begin and one run at a time, knows how to run it.
  private func run(_ selection: [String]) -> [String] {
    let bundle = products.appending(path: "poptracePackageTests.xctest")
    var isFolder: ObjCBool = false
    if unsafe FileManager.default.fileExists(atPath: bundle.path(), isDirectory: &isFolder), !isFolder.boolValue {
      return [bundle.path(), "--testing-library", "swift-testing"] + selection
    }
    if selection == ["--list-tests"] {
      return ["swift", "test", "list", "--skip-build"] + configuration
    }
    return ["swift", "test", "--skip-build", "--disable-xctest"] + configuration + selection
  }

  /// An error of a compiler.
  struct CompileError: Hashable {
    /// The file, from the root of the copy on.
    var path: String
    var line: Int
    var message: String

    /// Reads `/…/tree/Sources/M/F.swift:12:7: error: message`.
    init?(_ text: String, tree: String) {
      guard text.hasPrefix(tree), let end = text.firstRange(of: ".swift:"), let mark = text.firstRange(of: ": error: ")
      else { return nil }
      let place = text[end.upperBound..<mark.lowerBound].split(separator: ":")
      guard let line = place.first.flatMap({ Int($0) }) else { return nil }
      path = String(text[..<text.index(before: end.upperBound)].dropFirst(tree.count))
      self.line = line
      message = String(text[mark.upperBound...])
    }
  }

  /// Builds.
  ///
  /// - Returns: What could not be compiled; nothing where all could be.
  func build() throws -> Set<CompileError> {
    var errors: Set<CompileError> = []
    var text = ""
    let prefix = tree.path().hasSuffix("/") ? tree.path() : tree.path() + "/"
    let (end, _) = try Child(command: command, environment: environment, directory: tree).run { line in
      if let error = CompileError(line, tree: prefix) { errors.insert(error) }
      text += line + "\n"
      return nil
    }
    if end != .status(0), errors.isEmpty {
      throw Child.Failure(description: "the copy could not be built: \(end)\n" + text.suffix(6000))
    }
    return end == .status(0) ? [] : errors
  }
}
