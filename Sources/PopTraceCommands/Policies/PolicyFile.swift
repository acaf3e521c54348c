#if Tool
import PopSystem
package import PopupScheduling
import Yams

/// A YAML file with the configuration of a standard policy: `base: v4` and what differs (Configuration, *Text form*).
package enum PolicyFile {
  private static let longest = 1 << 20

  /// Reads a file.
  ///
  /// - Throws: Where the file cannot be read, is no YAML, or has a key or value that is unknown; with the line.
  static func read(_ path: String) throws(CommandFailure) -> PolicyEntry {
    guard FileSystem.kind(of: path) != .missing else {
      throw .usage("there is no such file, and no policy of that name (see poptrace policies)", in: path)
    }
    let text = try ByteSource.text(of: path, atMost: longest, "a policy")
    let settings = try settings(in: text, path: path)
    var entry = try entry(named: path.split(separator: "/").last.map(String.init) ?? path, of: settings, path: path)
    entry.file = path
    for setting in settings { entry.lines[setting.key] = setting.line }
    return entry
  }

  /// Reads a file of a git revision. Nothing can point at a line of it, for that line may be another in the file as it is now.
  static func read(_ file: RevisionFile) throws(CommandFailure) -> PolicyEntry {
    guard let text = String(validating: try file.contents(atMost: longest, "a policy"), as: UTF8.self) else {
      throw .usage("the file is not UTF-8 text", in: file.name)
    }
    return try entry(named: file.name, of: try settings(in: text, path: file.name), path: file.name)
  }

  private static func entry(
    named name: String, of settings: [PolicyConfiguration.Setting], path: String
  ) throws(CommandFailure) -> PolicyEntry {
    let configuration = try configuration(of: settings, path: path)
    return PolicyEntry(
      name, summary: "the standard policy as configured", source: path, configuration: configuration.text
    ) { StandardPolicy(configuration) }
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

  private static func settings(in text: String, path: String) throws(CommandFailure) -> [PolicyConfiguration.Setting] {
    guard let root = try YAMLText.node(of: text, path: path) else {
      throw .usage("the file is empty; write at least 'base: v6'", in: path)
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

/// YAML that people wrote, within bounds: a file of a few lines must not stand for millions of values.
enum YAMLText {
  /// The most aliases of a file: each can stand for all that came before it.
  static let mostAliases = 16

  /// What a text says; nil where it is empty.
  ///
  /// - Throws: Where it is no YAML, or uses too many aliases.
  static func node(of text: String, path: String) throws(CommandFailure) -> Node? {
    if let line = lineBeyondAliases(text) {
      throw CommandFailure(
        at: line, "there are more than \(mostAliases) aliases; write out what they stand for", in: path)
    }
    do {
      return try Yams.compose(yaml: text)
    } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
      throw CommandFailure(
        at: context.mark.line, "the key '\(keys.first ?? "")' is set here, and once more below", in: path)
    } catch {
      let words = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
      // The parser quotes the line, however long it is.
      let reason = words.count > 300 ? words.prefix(300) + "…" : words[...]
      throw .usage("the file is not YAML: \(reason)", in: path)
    }
  }

  /// The line of the first of too many aliases; nil where there are not so many.
  ///
  /// A `*` that begins a value is one, unless it is quoted; quoted ones count, too, for that is not worth a reader of its own.
  private static func lineBeyondAliases(_ text: String) -> Int? {
    var (line, count) = (1, 0)
    var isBeginning = true
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if byte == UInt8(ascii: "*"), isBeginning {
        count += 1
        if count > mostAliases { return line }
      }
      isBeginning = byte <= UInt8(ascii: " ") || "[]{},:?-".utf8.contains(byte)
    }
    return nil
  }
}
#endif
