public import Foundation

/// A directory of its own for one test, gone afterwards.
public final class Scratch {
  public let url: URL

  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("poptrace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file.
  @discardableResult
  public func file(_ name: String, _ bytes: [UInt8] = []) throws -> URL {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file
  }

  /// Writes a text file.
  @discardableResult
  public func file(_ name: String, _ text: String) throws -> URL { try file(name, Array(text.utf8)) }

  public func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
