/// A command for people to copy into a shell.
///
/// `poptrace explain 'my traces/a.poptrace'`: words are quoted where a shell would not take them as they are.
///
/// Source: POSIX.1-2017, Shell Command Language, 2.2.2 (Single-Quotes).
package struct ShellCommand {
  /// Its words, quoted; none where one of them holds what cannot be copied, such as a line feed.
  package let words: [String]

  package init(_ words: [String]) {
    self.words = words.allSatisfy { printable($0) == $0 } ? words.map(Self.quoted) : []
  }

  /// The command on one line; empty where it cannot be copied.
  package var text: String { words.joined(separator: " ") }

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
