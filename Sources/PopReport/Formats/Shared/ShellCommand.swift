/// A command for people to copy into a shell.
///
/// `poptrace explain 'my traces/a.poptrace'`: words are quoted where a shell would not take them as they are.
///
/// Source: POSIX.1-2017, Shell Command Language, 2.2.2 (Single-Quotes).
struct ShellCommand {
  /// Its words, quoted; none where one of them holds what cannot be copied, such as a line feed.
  let words: [String]

  init(_ words: [String]) { self.words = words.allSatisfy { printable($0) == $0 } ? words.map(Self.quoted) : [] }

  /// The command on one line; empty where it cannot be copied.
  var text: String { words.joined(separator: " ") }

  /// The command on lines that a shell takes for one; an option stays beside its value, whatever the width.
  func lines(width: Int) -> [String] {
    var parts: [String] = []
    for word in words {
      if word.hasPrefix("--") || parts.isEmpty { parts.append(word) } else { parts[parts.count - 1] += " " + word }
    }
    var lines: [String] = []
    for (index, part) in parts.enumerated() {
      // Where more follows, there must be room for the mark that says so.
      let room = width - (index + 1 < parts.count ? 2 : 0)
      if let last = lines.last, displayWidth(last) + 1 + displayWidth(part) <= room {
        lines[lines.count - 1] = last + " " + part
      } else {
        lines.append(part)
      }
    }
    return lines.enumerated().map { $0.offset + 1 < lines.count ? $0.element + " \\" : $0.element }
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-._/:@%+,=".utf8.contains(byte)
      }
    }
    guard !isPlain || word.isEmpty else { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
