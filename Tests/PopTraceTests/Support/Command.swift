import Foundation

/// Runs tools of the system that look at a file.
enum Command {
  struct Result {
    var status: Int32
    var bytes: Data
    var errors: String
    var output: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// Runs a tool found in the search path; the file's name is its last argument.
  static func run(_ tool: String, _ arguments: [String], file bytes: [UInt8]) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "poptrace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "trace.poptrace")
    let output = folder.appending(path: "output")
    let errors = folder.appending(path: "errors")
    try Data(bytes).write(to: file)
    // Files and not pipes: a pipe that nobody empties stops the tool.
    for index in [output, errors] { try Data().write(to: index) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [tool] + arguments + [file.path()]
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, bytes: try Data(contentsOf: output),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
