public import Foundation

/// A tool that was built before a source of it was written: what it does says nothing of the sources.
public struct StaleTool: Error, CustomStringConvertible, Equatable {
  /// The tool's path.
  public var tool: String
  /// The newest source's path.
  public var source: String

  public var description: String { "\(tool) is older than \(source). Build it anew: make test, or swift build." }

  /// Returns `nil` where the tool is not older than any source below a folder. A tool that is not there is left to what starts it.
  public init?(binary: URL, sources: URL) {
    guard let built = Self.modified(binary) else { return nil }
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: [.contentModificationDateKey])
    var newest: (date: Date, file: URL)?
    while let file = files?.nextObject() as? URL {
      // The test kit is no part of the tool; pages of documentation are not compiled.
      if ["PopTraceTesting"].contains(file.lastPathComponent) || file.pathExtension == "docc" {
        files?.skipDescendants()
      } else if !file.hasDirectoryPath, let date = Self.modified(file), date > newest?.date ?? built {
        newest = (date, file)
      }
    }
    guard let newest else { return nil }
    tool = binary.path
    source = newest.file.path
  }

  private static func modified(_ file: URL) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: file.path))?[.modificationDate] as? Date
  }
}
