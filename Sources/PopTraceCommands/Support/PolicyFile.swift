#if Tool
import PopSystem
package import PopupScheduling
import Yams

extension PolicyEntry {
  private static let longestFile = 1 << 20

  /// Reads a YAML file with the configuration of a standard policy: `base: v4` and what differs (Configuration, *Text form*).
  init(file path: String) throws(CommandFailure) {
    guard FileSystem.kind(of: path) != .missing else {
      throw .usage("there is no such file, and no policy of that name (see poptrace policies)", in: path)
    }
    let text = try ByteSource.text(of: path, atMost: Self.longestFile, "a policy")
    let settings = try PolicyConfiguration.settings(in: text, path: path)
    try self.init(named: path.split(separator: "/").last.map(String.init) ?? path, settings, path: path)
    file = path
    for setting in settings { lines[setting.key] = setting.line }
  }

  /// Reads a file of a git revision. Nothing can point at a line of it, for that line may be another in the file as it is now.
  init(_ file: RevisionFile) throws(CommandFailure) {
    guard let text = String(validating: try file.contents(atMost: Self.longestFile, "a policy"), as: UTF8.self) else {
      throw .usage("the file is not UTF-8 text", in: file.name)
    }
    try self.init(named: file.name, try PolicyConfiguration.settings(in: text, path: file.name), path: file.name)
  }

  private init(
    named name: String, _ settings: [PolicyConfiguration.Setting], path: String
  ) throws(CommandFailure) {
    let configuration: PolicyConfiguration
    do { configuration = try PolicyConfiguration(settings: settings) } catch {
      throw CommandFailure(at: error.line, error.message, in: path)
    }
    self.init(
      name, summary: "the standard policy as configured", source: path, configuration: configuration.text
    ) { StandardPolicy(configuration) }
  }
}

extension PolicyConfiguration {
  package init?(ofFile text: String) {
    guard let settings = try? Self.settings(in: text, path: "policy"),
      let configuration = try? PolicyConfiguration(settings: settings)
    else { return nil }
    self = configuration
  }

  fileprivate static func settings(in text: String, path: String) throws(CommandFailure) -> [Setting] {
    guard let root = try Node.root(of: text, path: path) else {
      throw .usage("the file is empty; write at least 'base: v6'", in: path)
    }
    guard let mapping = root.mapping else {
      throw CommandFailure(at: root.mark?.line, "a policy is made of lines 'key: value'", in: path)
    }
    var settings: [Setting] = []
    for (key, node) in mapping {
      let line = key.mark?.line ?? 0
      guard let name = key.scalar?.string else { throw CommandFailure(at: line, "a key is a plain word", in: path) }
      let value = try value(of: node, at: line, path: path)
      settings.append(Setting(key: name, value: value, line: line))
    }
    return settings
  }

  private static func value(of node: Node, at line: Int, path: String) throws(CommandFailure) -> Setting.Value {
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

extension Node {
  /// Each alias can stand for all that came before it: a file of a few lines must not stand for millions of values.
  private static let mostAliases = 16

  static func root(of text: String, path: String) throws(CommandFailure) -> Node? {
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

  /// The line of the first of too many aliases. A `*` that begins a value is one; quoted ones count, for that is not worth a reader of its own.
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

/// A file as a revision of the git repository around has it: `main:popups.yml`, from its root. Git reads it, without a shell; nothing is fetched.
struct RevisionFile: Hashable {
  let revision: String
  let path: String

  init?(_ text: String) {
    // Git would take what begins with a hyphen for an option.
    guard let colon = text.firstIndex(of: ":"), !text.hasPrefix("-"), !text.contains("\0") else { return nil }
    revision = String(text[..<colon])
    path = String(text[text.index(after: colon)...])
    guard !revision.isEmpty, !path.isEmpty else { return nil }
  }

  var name: String { "\(revision):\(path)" }

  func contents(atMost count: Int, _ what: String) throws(CommandFailure) -> [UInt8] {
    let answer = try git(["cat-file", "blob", name], atMost: count, hearsErrors: false)
    guard answer.bytes.count <= count else {
      throw failure("the file has more than \(count) bytes, too many for \(what)")
    }
    guard answer.status == 0 else { throw try absence() }
    return answer.bytes
  }

  private func absence() throws(CommandFailure) -> CommandFailure {
    let index = try git(["rev-parse", "--is-shallow-repository"])
    guard index.status == 0 else {
      return failure("git reads no repository here: \(index.words). Run it in a clone, or name a file")
    }
    guard try git(["rev-parse", "--verify", "--quiet", "\(revision)^{tree}"]).status != 0 else {
      return failure(
        "the revision \"\(revision)\" has no such file; git ls-tree -r --name-only \(revision) lists those it has. "
          + "Where this change brings the file, compare with --against recorded, or with the policy of before by name")
    }
    return failure("there is no revision \"\(revision)\" here; run: \(remedy(isShallow: index.words == "true"))")
  }

  private func remedy(isShallow: Bool) -> String {
    let remote = "origin/"
    if revision.contains(where: { "~^@".contains($0) }) {
      return isShallow ? "git fetch --unshallow origin" : "git fetch origin"
    }
    // A commit has no name that it could be kept by; a branch has, and without it what was fetched would be found by none.
    let isCommit = revision.utf8.count == 40 && revision.allSatisfy(\.isHexDigit)
    let refs =
      if isCommit { revision } else if revision.hasPrefix(remote) {
        "+refs/heads/\(revision.dropFirst(remote.count)):refs/remotes/\(revision)"
      } else { "\(revision):\(revision)" }
    return "git fetch \(isShallow ? "--depth 1 " : "")origin \(refs)"
  }

  private func git(
    _ arguments: [String], atMost count: Int = 1 << 12, hearsErrors: Bool = true
  ) throws(CommandFailure) -> ProgramOutput {
    do {
      // Of a partial clone git would otherwise fetch what is missing.
      return try ProgramOutput(
        of: "git", ["--no-replace-objects"] + arguments, with: ["GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"],
        atMost: count, hearsErrors: hearsErrors)
    } catch {
      throw error.isMissing
        ? failure(
          "there is no git here to read it with; install git, or write the file out where there is one and name it: "
            + "git show \(name) > before.yml")
        : failure("git cannot be run: \(error.reason)")
    }
  }

  private func failure(_ message: String) -> CommandFailure { CommandFailure(message, input: name, status: .usage) }
}

extension ProgramOutput {
  fileprivate var words: String {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
#endif
