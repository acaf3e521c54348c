import Foundation
import Testing
import ToolRuns

/// Headless Chromium, driven from Python.
enum Chromium {
  /// Whether it is there, with what drives it.
  static let isThere: Bool =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium")
    && (try? ToolRun.shell("python3 -c 'import playwright.sync_api'").status) == 0

  /// Whether everything is to be tried in it, and not only what may do harm.
  static let isAsked = ProcessInfo.processInfo.environment["POPTRACE_BROWSERS"] == "1"

  /// Runs one of the programs in `Browser` on a page, and gives what it says; each says whatever is not so, and fails.
  static func run(_ program: String, _ arguments: [String]) throws -> ToolRun {
    let path = ToolRun.repository.appendingPathComponent("Tests/CommandLineTests/Browser/\(program).py").path
    let words = ([path] + arguments).map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }
    return try ToolRun.shell("PYTHONDONTWRITEBYTECODE=1 python3 " + words.joined(separator: " "))
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test where there is no browser to try a page in.
  static var chromium: Self {
    .enabled("needs Chromium in /usr/bin, and the Python package playwright (.ci/python-packages)") { Chromium.isThere }
  }

  /// Skips a test in a browser that is no more than the night's.
  static var nightly: Self {
    .enabled("takes long: POPTRACE_BROWSERS=1, as in .ci/nightly browsers") { Chromium.isAsked }
  }
}
