import Foundation
import Synchronization
import Testing

/// Runs scripts in Python that look at what was written, with packages that nobody here wrote (`.ci/python-packages`).
///
/// `POPTRACE_PYTHON` names the Python that has them. A test that needs one is skipped where it is missing, and says so.
enum Python {
  struct Result: Decodable {
    var status: Int32
    var output: String
    var errors: String
  }

  private static let tool = ProcessInfo.processInfo.environment["POPTRACE_PYTHON"] ?? "python3"

  /// Runs a script on files with these contents, whose paths are its arguments.
  static func run(_ script: String, _ contents: [UInt8]...) throws -> Result { try run(script, contents) }

  /// The same, for a list of files.
  static func run(_ script: String, _ contents: [[UInt8]]) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "poptrace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var paths: [String] = []
    for (index, bytes) in contents.enumerated() {
      let file = folder.appending(path: "file\(index)")
      try Data(bytes).write(to: file)
      paths.append(file.path())
    }
    return try interpreter.withLock { try $0.run(script, paths) }
  }

  private static let interpreter = Mutex(PythonInterpreter(tool: tool))

  /// Whether there is a Python with these modules.
  static func has(_ modules: String...) -> Bool {
    (try? run("import " + modules.joined(separator: ", "), [[UInt8]]()))?.status == 0
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test where a package of Python is missing.
  static func python(_ module: String) -> Self {
    .enabled("needs the Python package \(module) (.ci/python-packages)") { Python.has(module) }
  }
}
