#if Tool
package import PopGate
import PopSystem
import PopDocument
import Yams

/// The file that says what a gate judges: `.poptrace.yml`.
struct ConfigurationFile {
  static let name = ".poptrace.yml"
  private static let longest = 1 << 20

  /// The file, as it is named from the working directory; empty where there is none.
  private(set) var path = ""
  private(set) var text = ""
  private(set) var configuration = GateConfiguration()

  /// Reads a file, or the one that is nearest from the working directory upwards.
  ///
  /// - Parameter named: The file that was asked for; nil to look for one.
  init(_ named: String?) throws(CommandFailure) {
    guard let path = named ?? Self.nearest() else { return }
    guard FileSystem.kind(of: path) != .missing else { throw .usage("there is no such configuration file", in: path) }
    text = try ByteSource.text(of: path, atMost: Self.longest, "a configuration")
    self.path = path
    configuration = try Self.configuration(of: text, path: path)
  }

  static func configuration(of text: String, path: String) throws(CommandFailure) -> GateConfiguration {
    let node = try node(of: text, path: path)
    do { return try GateConfiguration(settings: node) } catch { throw CommandFailure(error, in: path) }
  }

  /// The nearest configuration, up to the root of the file system or of the repository.
  private static func nearest() -> String? {
    var folder = ""
    // No deeper than any path can be; the root is its own parent.
    for _ in 0..<256 {
      let path = folder + name
      if FileSystem.kind(of: path) == .file { return path }
      // What lies beyond the repository is not the project's.
      if FileSystem.kind(of: folder + ".git") != .missing { return nil }
      let here = FileSystem.identity(of: folder.isEmpty ? "." : folder)
      folder += "../"
      if FileSystem.identity(of: folder) == here { return nil }
    }
    return nil
  }

  /// A path that the file names, as it is named from the working directory.
  func resolved(_ path: String) -> String {
    guard !path.hasPrefix("/"), path != "-", let slash = self.path.lastIndex(of: "/") else { return path }
    return self.path[...slash] + path
  }

  /// A policy that the file names: a path is one from where the file lies, but that of a git revision one from the repository's root.
  func resolved(policy: String) -> String {
    let isPath = policy.contains("/") || policy.hasSuffix(".yml") || policy.hasSuffix(".yaml")
    let path = resolved(policy)
    let isRevision = RevisionFile(policy) != nil && FileSystem.kind(of: path) == .missing
    return isPath && !isRevision ? path : policy
  }

  private static func node(of text: String, path: String) throws(CommandFailure) -> ConfigurationNode {
    // An empty file sets nothing.
    guard let root = try YAMLText.node(of: text, path: path) else { return .map([], line: 0) }
    var left = mostNodes
    return try node(root, path: path, depth: 0, left: &left)
  }

  /// The most values of a file, those that aliases stand for included.
  private static let mostNodes = 100_000

  private static func node(
    _ node: Node, path: String, depth: Int, left: inout Int
  ) throws(CommandFailure) -> ConfigurationNode {
    let line = node.mark?.line ?? 0
    left -= 1
    guard left >= 0 else { throw CommandFailure(at: line, "the file has more than \(mostNodes) values", in: path) }
    guard depth < 16 else { throw CommandFailure(at: line, "it is nested more than 16 deep", in: path) }
    if let scalar = node.scalar { return .word(scalar.string, line: line) }
    if let sequence = node.sequence {
      var elements: [ConfigurationNode] = []
      for element in sequence { elements.append(try self.node(element, path: path, depth: depth + 1, left: &left)) }
      return .list(elements, line: line)
    }
    guard let mapping = node.mapping else {
      throw CommandFailure(at: line, "an alias stands for something else; write it out", in: path)
    }
    var entries: [ConfigurationNode.Entry] = []
    for (key, value) in mapping {
      guard let name = key.scalar?.string else {
        throw CommandFailure(at: key.mark?.line ?? line, "a key is a plain word", in: path)
      }
      let value = try self.node(value, path: path, depth: depth + 1, left: &left)
      entries.append(ConfigurationNode.Entry(name, line: key.mark?.line ?? line, value))
    }
    return .map(entries, line: line)
  }
}

extension GateConfiguration {
  /// What the text of a configuration file says; nil where it says nothing that can be.
  package init?(ofFile text: String) {
    guard let configuration = try? ConfigurationFile.configuration(of: text, path: ConfigurationFile.name) else {
      return nil
    }
    self = configuration
  }
}

extension CommandFailure {
  /// What is wrong with a file that a gate reads: wrong usage, for nothing was judged.
  init(_ error: GateError, in path: String) { self.init(at: error.line, error.message, in: path) }
}
#endif
