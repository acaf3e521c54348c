#if Tool
import PopSystem

/// How reports name files: as they were given, but never by where only this machine keeps them.
///
/// What lies below the root, or else below the working directory, is named from there. Of what was given by an absolute path elsewhere the last part
/// is kept, and what is below it: of `/mnt/week-47`, `week-47/a.poptrace`. Where two would be called alike, all of the path is kept but its
/// beginning.
struct ReportNames: Hashable, Sendable {
  private let workingDirectory: [Substring]
  private let root: [Substring]?
  /// What is kept of absolute paths elsewhere.
  private var keepsFolders: Bool

  /// - Parameters:
  ///   - root: The directory that files are named from.
  ///   - arguments: What is given beside each other.
  ///   - areSome: Whether these are a part of more, so that nobody knows which of all are called alike.
  init(
    root: String? = nil, arguments: [String] = [], areSome: Bool = false,
    in folder: String = CurrentProcess.workingDirectory
  ) {
    workingDirectory = Self.parts(folder)
    self.root = root.map { Self.parts($0, in: Self.parts(folder)) }
    keepsFolders = areSome
    guard !areSome else { return }
    let last = arguments.compactMap { Self.parts($0).last }
    keepsFolders = Set(last).count < last.count
  }

  /// What a report calls a file.
  ///
  /// - Parameter argument: What it was given by: itself, or a directory that it lies in.
  func name(of path: String, givenBy argument: String? = nil) -> String {
    guard path != "-", root != nil || path.hasPrefix("/") else { return PathText.shown(path) }
    let parts = Self.parts(path, in: workingDirectory)
    for folder in [root, workingDirectory] {
      guard let folder, parts.starts(with: folder) else { continue }
      return PathText.shown(parts.count == folder.count ? "." : parts.dropFirst(folder.count).joined(separator: "/"))
    }
    guard path.hasPrefix("/") else { return PathText.shown(path) }
    let known = argument.map { Self.parts($0, in: workingDirectory).count } ?? parts.count
    return PathText.shown(parts.dropFirst(keepsFolders ? 0 : max(0, known - 1)).joined(separator: "/"))
  }

  /// The directories and the name that a path goes through, in the end.
  private static func parts(_ path: String, in folder: [Substring] = []) -> [Substring] {
    var parts = path.hasPrefix("/") ? [] : folder
    for part in path.split(separator: "/") where part != "." {
      if part == "..", !parts.isEmpty, parts.last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return parts
  }
}
#endif
