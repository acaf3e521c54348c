#if Tool
import PopSystem
package import PopupScheduling
import Yams

/// A YAML file with the configuration of a standard policy: `base: v4` and what differs (Configuration, *Text form*).
package enum PolicyFile {
  /// The longest such file.
  private static let longest = 1 << 20

  /// Reads a file.
  ///
  /// - Throws: Where the file cannot be read, is no YAML, or has a key or value that is unknown; with the line.
  static func read(_ path: String) throws(CommandFailure) -> PolicyEntry {
    guard FileSystem.kind(of: path) != .missing else {
      throw CommandFailure(
        "there is no such file, and no policy of that name (see poptrace policies)", input: path, status: .usage)
    }
    let bytes = try ByteSource.contents(of: path, atMost: longest, "a policy")
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var (entry, settings) = try entry(named: name, of: bytes, path: path)
    entry.file = path
    for setting in settings { entry.lines[setting.key] = setting.line }
    return entry
  }

  /// Reads a file of a git revision. Nothing can point at a line of it, for that line may be another in the file as it is now.
  static func read(_ file: RevisionFile) throws(CommandFailure) -> PolicyEntry {
    try entry(named: file.name, of: try file.contents(atMost: longest, "a policy"), path: file.name).entry
  }

  private static func entry(
    named name: String, of bytes: [UInt8], path: String
  ) throws(CommandFailure) -> (entry: PolicyEntry, settings: [PolicyConfiguration.Setting]) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure("the file is not UTF-8 text", input: path, status: .usage)
    }
    let settings = try settings(in: text, path: path)
    let configuration = try configuration(of: settings, path: path)
    let entry = PolicyEntry(
      name, summary: "the standard policy as configured", source: path, configuration: configuration.text
    ) {
      StandardPolicy(configuration)
    }
    return (entry, settings)
  }

  /// The configuration that a file's text means; nil where it means none.
  package static func configuration(of text: String) -> PolicyConfiguration? {
    guard let settings = try? settings(in: text, path: "policy") else { return nil }
    return try? configuration(of: settings, path: "policy")
  }

  private static func configuration(
    of settings: [PolicyConfiguration.Setting], path: String
  ) throws(CommandFailure) -> PolicyConfiguration {
    do {
      return try PolicyConfiguration(settings: settings)
    } catch {
      throw CommandFailure(at: error.line, error.message, in: path)
    }
  }

  private static func settings(
    in text: String, path: String
  ) throws(CommandFailure) -> [PolicyConfiguration.Setting] {
    guard let root = try YAMLText.node(of: text, path: path) else {
      throw CommandFailure("the file is empty; write at least 'base: v6'", input: path, status: .usage)
    }
    guard let mapping = root.mapping else {
      throw CommandFailure(at: root.mark?.line, "a policy is made of lines 'key: value'", in: path)
    }
    var settings: [PolicyConfiguration.Setting] = []
    for (key, node) in mapping {
      let line = key.mark?.line ?? 0
      guard let name = key.scalar?.string else { throw CommandFailure(at: line, "a key is a plain word", in: path) }
      let value = try value(of: node, at: line, path: path)
      settings.append(PolicyConfiguration.Setting(key: name, value: value, line: line))
    }
    return settings
  }

  private static func value(
    of node: Node, at line: Int, path: String
  ) throws(CommandFailure) -> PolicyConfiguration.Setting.Value {
    if let scalar = node.scalar { return .word(scalar.string) }
    guard let sequence = node.sequence else {
      throw CommandFailure(at: line, "nothing is nested in a policy", in: path)
    }
    var words: [String] = []
    for item in sequence {
      guard let scalar = item.scalar else {
        throw CommandFailure(at: item.mark?.line ?? line, "a list holds plain words", in: path)
      }
      words.append(scalar.string)
    }
    return .list(words)
  }
}

extension CommandFailure {
  fileprivate init(at line: Int?, _ message: String, in path: String) {
    self.init(line.map { "line \($0): \(message)" } ?? message, input: path, status: .usage)
  }
}
#endif
