package import Foundation

extension [UInt8] {
  /// What is in a file.
  ///
  /// By its handle: `Data(contentsOf:)` of swift-foundation leaks 4,096 bytes for every empty file on Linux, which a
  /// sanitizer reports as ours.
  package init(readingFile url: URL) throws {
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    self = [UInt8](try handle.readToEnd() ?? Data())
  }
}
