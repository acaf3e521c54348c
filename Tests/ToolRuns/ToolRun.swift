public import Foundation

/// One run of the real binary: its exit status and what it wrote.
public struct ToolRun: Sendable {
  public var status: Int32
  public var output: String
  public var errors: String

  /// The binary that is tried: the one that `POPTRACE_BINARY` names, a file called `poptrace`, or what was built with these tests.
  public static let binary: URL = {
    if let named = ProcessInfo.processInfo.environment["POPTRACE_BINARY"] {
      return URL(fileURLWithPath: named, relativeTo: repository).absoluteURL
    }
    // On Linux the test bundle is the program that runs; on macOS it is loaded from beside the binary.
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let candidates = [own] + Bundle.allBundles.map(\.bundleURL)
    for candidate in candidates {
      let binary = candidate.deletingLastPathComponent().appendingPathComponent("poptrace")
      if FileManager.default.isExecutableFile(atPath: binary.path) { return binary }
    }
    return own.deletingLastPathComponent().appendingPathComponent("poptrace")
  }()

  /// Why that binary is not tried, if it does not come from the sources as they are.
  private static let staleness = StaleTool(binary: binary, sources: repository.appendingPathComponent("Sources"))

  /// Whether the tool runs under a sanitizer, which reserves more addresses than a test may want to leave it.
  public static let isSanitized = ProcessInfo.processInfo.environment["POPTRACE_SANITIZER"] != nil

  /// The root of the repository.
  public static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Runs `poptrace` with these arguments.
  public static func poptrace(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:], in directory: URL? = nil
  ) throws -> ToolRun {
    try run(binary, arguments, input: input, environment: environment, in: directory)
  }

  /// Runs a line of shell in which `poptrace` is the real binary.
  public static func shell(
    _ line: String, environment: [String: String] = [:], in directory: URL? = nil
  ) throws -> ToolRun {
    var environment = environment
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    environment["PATH"] = binary.deletingLastPathComponent().path + ":" + path
    return try run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", line], input: [], environment: environment, in: directory)
  }

  private static func run(
    _ program: URL, _ arguments: [String], input: [UInt8], environment: [String: String], in directory: URL?
  ) throws -> ToolRun {
    if let staleness { throw staleness }
    let scratch = try Scratch()
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = directory ?? scratch.url
    var variables = ProcessInfo.processInfo.environment
    for name in ["NO_COLOR", "COLUMNS", "CI", "TERM"] { variables[name] = nil }
    variables.merge(environment) { $1 }
    process.environment = variables
    // Files and not pipes: nothing has to be read while it runs.
    let stdin = try scratch.file("stdin", input)
    let stdout = try scratch.file("stdout")
    let stderr = try scratch.file("stderr")
    process.standardInput = try FileHandle(forReadingFrom: stdin)
    process.standardOutput = try FileHandle(forWritingTo: stdout)
    process.standardError = try FileHandle(forWritingTo: stderr)
    try process.run()
    process.waitUntilExit()
    // A program that a signal ended has 128 and the signal's number, as in a shell.
    let status = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    return ToolRun(
      status: status, output: String(decoding: try Data(contentsOf: stdout), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: stderr), as: UTF8.self))
  }
}
