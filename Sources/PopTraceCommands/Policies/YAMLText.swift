#if Tool
import Yams

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
        "line \(line): there are more than \(mostAliases) aliases; write out what they stand for", input: path,
        status: .usage)
    }
    do {
      return try Yams.compose(yaml: text)
    } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
      throw CommandFailure(
        "line \(context.mark.line): the key '\(keys.first ?? "")' is set here, and once more below", input: path,
        status: .usage)
    } catch {
      let words = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
      // The parser quotes the line, however long it is.
      let reason = words.count > 300 ? words.prefix(300) + "…" : words[...]
      throw CommandFailure("the file is not YAML: \(reason)", input: path, status: .usage)
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
