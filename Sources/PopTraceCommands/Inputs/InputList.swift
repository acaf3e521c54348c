/// The inputs that paths on the command line stand for.
enum InputList {
  /// How deep directories are walked; deeper is a loop of links.
  private static let deepest = 64

  /// Files as they are, directories walked in order of the bytes of their names, `-` for standard input.
  ///
  /// - Throws: Where a path leads nowhere, or a directory holds neither traces nor scenarios.
  static func expand(_ paths: [String]) throws(CommandFailure) -> [String] {
    var inputs: [String] = []
    for path in paths {
      if path == "-" {
        inputs.append(path)
        continue
      }
      switch Platform.kind(of: path) {
      case .file, .special: inputs.append(path)
      case .missing: throw CommandFailure("there is no such file or directory", input: path)
      case .directory:
        let before = inputs.count
        try walk(path, depth: 0, into: &inputs)
        if inputs.count == before {
          throw CommandFailure("the directory holds no .poptrace and no .jsonl file", input: path)
        }
      }
    }
    return inputs
  }

  private static func walk(_ directory: String, depth: Int, into inputs: inout [String]) throws(CommandFailure) {
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
      case .directory: try walk(path, depth: depth + 1, into: &inputs)
      case .file where name.hasSuffix(".poptrace") || name.hasSuffix(".jsonl"): inputs.append(path)
      case .file, .special, .missing: break
      }
    }
  }
}
