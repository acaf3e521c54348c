/// The inputs that paths on the command line stand for.
struct InputList: Sendable {
  /// The files, `-` for standard input.
  let paths: [String]
  /// What standard input holds, read once; nil where it is no input.
  private let standardInput: [UInt8]?
  private let places: [String: Int]

  /// How deep directories are walked; deeper is a loop of links.
  private static let deepest = 64

  /// Takes files as they are, directories walked in order of the bytes of their names, `-` as standard input.
  ///
  /// - Throws: Where a path leads nowhere, or a directory holds neither traces nor scenarios.
  init(_ arguments: [String]) throws(CommandFailure) {
    var paths: [String] = []
    for argument in arguments {
      if argument == "-" {
        paths.append(argument)
        continue
      }
      switch Platform.kind(of: argument) {
      case .file, .special: paths.append(argument)
      case .missing: throw CommandFailure("there is no such file or directory", input: argument)
      case .directory:
        let before = paths.count
        try Self.walk(argument, depth: 0, into: &paths)
        if paths.count == before {
          throw CommandFailure("the directory holds no .poptrace and no .jsonl file", input: argument)
        }
      }
    }
    self.paths = paths
    places = Dictionary(paths.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
    if paths.contains("-") {
      do { standardInput = try Platform.contents(of: "-") } catch { throw CommandFailure(error, doing: "read", "-") }
    } else {
      standardInput = nil
    }
  }

  /// The bytes of one of the inputs.
  func contents(of path: String) throws(CommandFailure) -> [UInt8] {
    if path == "-", let standardInput { return standardInput }
    do { return try Platform.contents(of: path) } catch { throw CommandFailure(error, doing: "read", path) }
  }

  /// Which of the inputs it is, counted from 1.
  func place(of path: String) -> Int { places[path] ?? 0 }

  private static func walk(_ directory: String, depth: Int, into paths: inout [String]) throws(CommandFailure) {
    guard depth < deepest else {
      throw CommandFailure("directories are nested too deep, or in a loop", input: directory)
    }
    let names: [String]
    do { names = try Platform.names(in: directory) } catch {
      throw CommandFailure(error, doing: "read the directory", directory)
    }
    for name in names {
      let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
      switch Platform.kind(of: path) {
      case .directory: try walk(path, depth: depth + 1, into: &paths)
      case .file where name.hasSuffix(".poptrace") || name.hasSuffix(".jsonl"): paths.append(path)
      case .file, .special, .missing: break
      }
    }
  }
}
