import Foundation

/// A folder that goes with the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.appending(path: "poptrace-\(UUID().uuidString)").path()
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of what is in it, sorted.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// By its handle: `Data(contentsOf:)` leaks for empty files on Linux, and a trace is empty until its first chunk is sealed.
  func bytes(_ path: String) throws -> [UInt8] {
    let handle = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? handle.close() }
    return [UInt8](try handle.readToEnd() ?? Data())
  }

  func write(_ bytes: [UInt8], _ name: String) throws { try Data(bytes).write(to: URL(filePath: path + "/" + name)) }

  func remove() throws { try FileManager.default.removeItem(atPath: path) }
}
