import PopSystem
import PopTrace
import PopupScheduling

/// The traces and scenarios in a file or a folder.
enum TraceFiles {
  /// How deep folders are gone into; links that lead round in a circle end there.
  private static let depthLimit = 32

  /// A file as it is; of a folder, every `.poptrace` and `.jsonl` file in it and in the folders in it, in order of their names.
  static func paths(under path: String) throws(SystemError) -> [String] {
    var found: [String] = []
    if FileSystem.kind(of: path) == .directory { try walk(path, 0, &found) } else { found.append(path) }
    return found
  }

  private static func walk(_ directory: String, _ depth: Int, _ found: inout [String]) throws(SystemError) {
    guard depth < depthLimit else { return }
    for name in try FileSystem.names(in: directory) {
      let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
      if FileSystem.kind(of: path) == .directory {
        try walk(path, depth + 1, &found)
      } else if name.hasSuffix(".poptrace") || name.hasSuffix(".jsonl") {
        found.append(path)
      }
    }
  }

  /// Reads the sessions of a file, one after another; what it is shows in its first bytes, not in its name.
  ///
  /// - Parameter body: Takes each session, which is used again for the next one.
  static func read(
    _ path: String, limits: ResourceLimits, _ body: (Session) -> Void
  ) throws(TraceError) {
    let bytes = try TraceError.contents(of: path, upTo: limits.memoryBytes)
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
