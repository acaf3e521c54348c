package import PopTrace

/// Text that a terminal may show: characters that steer one are spelled out.
///
/// The maker of a trace chooses its names. Control characters (and so every ANSI sequence), line and paragraph separators, the marks
/// that turn the direction of writing, and invisible format characters come out as `\u{1b}`. So do the first characters of what the runner of
/// GitHub Actions takes for a command: `::` where a line or a word begins, and `##[` anywhere. Of what is too long for anybody the beginning is left.
package func printable(_ text: String) -> String {
  let mostCharacters = 1_000
  guard text.utf8.count <= mostCharacters || text.count <= mostCharacters else {
    return printable(String(text.prefix(mostCharacters - 1))) + "…"
  }
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != colon && $0 != hash }) { return text }
  var result = ""
  var isWordBegun = false
  var rest = text.unicodeScalars[...]
  while let scalar = rest.first {
    let isCommand = !isWordBegun && rest.starts(with: "::".unicodeScalars) || rest.starts(with: "##[".unicodeScalars)
    if scalar.steersTerminals || isCommand {
      result += "\\u{" + String(scalar.value, radix: 16) + "}"
    } else {
      result.unicodeScalars.append(scalar)
    }
    isWordBegun = !scalar.properties.isWhitespace
    rest.removeFirst()
  }
  return result
}

private let colon = UInt8(ascii: ":")
private let hash = UInt8(ascii: "#")

extension Milliseconds {
  /// `1,250` or `1,250.5`: `Milliseconds.plain`, grouped for people.
  package var grouped: String { sign + grouping(digits: whole) + fraction }
}

/// A whole number with a comma after every three digits: `12,345`.
package func grouping(_ number: some BinaryInteger) -> String {
  (number < 0 ? "-" : "") + grouping(digits: String(number.magnitude))
}

private func grouping(digits: String) -> String {
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return text
}

/// `1 event`, `12,345 events`.
package func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
  "\(grouping(number)) \(number == 1 ? noun : plural ?? noun + "s")"
}

extension UInt8 {
  /// Whether it is a letter or a digit of ASCII.
  package var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

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
    let isPlain = word.utf8.allSatisfy { $0.isLetterOrDigit || "-._/:@%+,=".utf8.contains($0) }
    guard !isPlain || word.isEmpty else { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
