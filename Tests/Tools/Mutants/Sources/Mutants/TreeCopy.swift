import Foundation

/// A copy of the working tree, with what was drawn written into it.
struct TreeCopy {
  let origin: URL
  let root: URL
  /// Paths of this tool, which no test needs.
  private static let leftOut = "Tests/Tools/Mutants/"

  /// Brings the copy up to date. A file that is as it was is not written, so that it is not compiled again.
  ///
  /// - Parameter changed: What takes the place of files, or is added, by path.
  func update(changed: [String: String]) throws {
    let listed = try Set(Self.files(of: origin).filter { !$0.hasPrefix(Self.leftOut) })
    let manager = FileManager.default
    for path in listed.sorted() where changed[path] == nil {
      let source = origin.appending(path: path)
      if let target = try? manager.destinationOfSymbolicLink(atPath: source.path()) {
        let copy = root.appending(path: path)
        if (try? manager.destinationOfSymbolicLink(atPath: copy.path())) == target { continue }
        try makeFolder(of: copy)
        try? manager.removeItem(at: copy)
        try manager.createSymbolicLink(atPath: copy.path(), withDestinationPath: target)
        continue
      }
      // Deleted, and not yet committed.
      guard let content = try? Data(contentsOf: source) else { continue }
      try write(path == "Package.swift" ? Self.lenient(content) : content, to: path)
      let mode = try manager.attributesOfItem(atPath: source.path())[.posixPermissions] ?? 0o644
      try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: root.appending(path: path).path())
    }
    for (path, text) in changed { try write(Data(text.utf8), to: path) }
    try removeOthers(than: listed.filter { manager.fileExists(atPath: origin.appending(path: $0).path()) }, changed)
  }

  private func removeOthers(than listed: Set<String>, _ changed: [String: String]) throws {
    let manager = FileManager.default
    for folder in ["Sources", "Tests", "Fixtures", "Examples"] {
      let top = root.appending(path: folder)
      for path in manager.enumerator(atPath: top.path())?.compactMap({ $0 as? String }) ?? [] {
        let whole = folder + "/" + path
        let place = root.appending(path: whole)
        var isFolder: ObjCBool = false
        guard unsafe manager.fileExists(atPath: place.path(), isDirectory: &isFolder), !isFolder.boolValue,
          !listed.contains(whole), changed[whole] == nil
        else { continue }
        try manager.removeItem(at: place)
      }
    }
  }

  private func write(_ content: Data, to path: String) throws {
    let place = root.appending(path: path)
    if let there = try? Data(contentsOf: place), there == content { return }
    try makeFolder(of: place)
    try content.write(to: place)
  }

  private func makeFolder(of place: URL) throws {
    try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  /// Broken code has warnings that are no matter: values that nobody uses, code that is never run.
  private static func lenient(_ manifest: Data) -> Data {
    let text = String(decoding: manifest, as: UTF8.self)
    return Data(text.replacing("  .treatAllWarnings(as: .error),\n", with: "").utf8)
  }

  /// The files of a working tree, those included that are not committed.
  static func files(of origin: URL) throws -> [String] {
    let output = try Child.output(
      ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], directory: origin)
    return Array(Set(output.split(separator: "\0").map(String.init))).sorted()
  }
}
