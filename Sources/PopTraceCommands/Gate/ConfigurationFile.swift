#if Tool
package import PopGate
import PopSystem
import PopDocument
import Yams

/// The file that says what a gate judges: `.poptrace.yml`.
struct ConfigurationFile {
  /// The name that is looked for.
  static let name = ".poptrace.yml"
  /// Its most bytes.
  private static let longest = 1 << 20

  /// The file, as it is named from the working directory; empty where there is none.
  private(set) var path = ""
  /// Its text.
  private(set) var text = ""
  /// What it says.
  private(set) var configuration = GateConfiguration()

  /// Reads a file, or the one that is nearest from the working directory upwards.
  ///
  /// - Parameter named: The file that was asked for; nil to look for one.
  init(_ named: String?) throws(CommandFailure) {
    guard let path = named ?? Self.nearest() else { return }
    guard FileSystem.kind(of: path) != .missing else {
      throw CommandFailure("there is no such configuration file", input: path, status: .usage)
    }
    let bytes = try ByteSource.contents(of: path, atMost: Self.longest, "a configuration")
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure("the file is not UTF-8 text", input: path, status: .usage)
    }
    self.path = path
    self.text = text
    configuration = try Self.configuration(of: text, path: path)
  }

  /// What the text of a configuration file says.
  static func configuration(of text: String, path: String) throws(CommandFailure) -> GateConfiguration {
    do {
      return try GateConfiguration(settings: try node(of: text, path: path))
    } catch let error as GateError {
      throw CommandFailure(error, in: path)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure("\(error)", input: path, status: .usage)
    }
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
    guard left >= 0 else {
      throw CommandFailure(
        "line \(line): the file has more than \(mostNodes) values", input: path, status: .usage)
    }
    guard depth < 16 else {
      throw CommandFailure("line \(line): it is nested more than 16 deep", input: path, status: .usage)
    }
    if let scalar = node.scalar { return .word(scalar.string, line: line) }
    if let sequence = node.sequence {
      var elements: [ConfigurationNode] = []
      for element in sequence { elements.append(try self.node(element, path: path, depth: depth + 1, left: &left)) }
      return .list(elements, line: line)
    }
    guard let mapping = node.mapping else {
      throw CommandFailure(
        "line \(line): an alias stands for something else; write it out", input: path, status: .usage)
    }
    var entries: [ConfigurationNode.Entry] = []
    for (key, value) in mapping {
      guard let name = key.scalar?.string else {
        throw CommandFailure("line \(key.mark?.line ?? line): a key is a plain word", input: path, status: .usage)
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
  init(_ error: GateError, in path: String) {
    self.init(error.line.map { "line \($0): \(error.message)" } ?? error.message, input: path, status: .usage)
  }
}
#endif
