import PopSystem
import PopTrace

/// Where a test's traces are.
enum TracePath {
  /// The path that a test means: an absolute one as it is, else one that is found from the test's own file on upwards.
  ///
  /// The folder of the test's file comes first, then each folder above it up to the one that holds a `Package.swift`; where there is no package,
  /// up to the root. Nil where it is in none of them.
  static func find(_ path: String, from file: String) -> String? {
    if path.hasPrefix("/") { return FileSystem.kind(of: path) == .missing ? nil : path }
    var folder = file
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      let candidate = folder + "/" + path
      if FileSystem.kind(of: candidate) != .missing { return candidate }
      if FileSystem.kind(of: folder + "/Package.swift") == .file { return nil }
    }
    return nil
  }

  /// A path as a report shows it: from the package's folder on, where the file is in one.
  static func shown(_ path: String, from file: String) -> String {
    var folder = file
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      guard FileSystem.kind(of: folder + "/Package.swift") == .file else { continue }
      return path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }
    return path
  }
}
