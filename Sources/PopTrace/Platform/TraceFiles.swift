#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The traces and scenarios in a file or a folder, for callers that have no other way to files.
package enum TraceFiles {
  /// How deep folders are gone into; links that lead round in a circle end there.
  private static let depthLimit = 32

  /// What a path leads to.
  package enum Kind { case file, directory, missing }

  /// What a path leads to.
  package static func kind(of path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .missing }
    return status.st_mode & S_IFMT == S_IFDIR ? .directory : .file
  }

  /// A file as it is; of a folder, every `.poptrace` and `.jsonl` file in it and in the folders in it, in order of their names.
  package static func paths(under path: String) throws(TraceError) -> [String] {
    var found: [String] = []
    if kind(of: path) == .directory { try walk(path, 0, &found) } else { found.append(path) }
    return found
  }

  private static func walk(_ directory: String, _ depth: Int, _ found: inout [String]) throws(TraceError) {
    guard depth < depthLimit else { return }
    for name in try FileSystem.names(in: directory) where !name.hasPrefix(".") {
      let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
      if kind(of: path) == .directory {
        try walk(path, depth + 1, &found)
      } else if name.hasSuffix(".poptrace") || name.hasSuffix(".jsonl") {
        found.append(path)
      }
    }
  }

  /// Reads the sessions of a file, one after another; what it is shows in its first bytes, not in its name.
  ///
  /// - Parameter body: Takes each session, which is used again for the next one.
  package static func read(
    _ path: String, limits: ResourceLimits, _ body: (Session) -> Void
  ) throws(TraceError) {
    let file = try SystemFile.open(path, .read)
    let bytes = try file.read(upTo: limits.memoryBytes)
    guard !JSONLines.isText(bytes) else {
      var reader = JSONLinesReader(bytes, limits: limits)
      while let session = try reader.next() { body(session) }
      return
    }
    var reader = try TraceReader(bytes, limits: limits)
    var session = Session()
    while try reader.next(&session) { body(session) }
  }
}
