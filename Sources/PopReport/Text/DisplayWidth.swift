/// How many columns of a terminal a text takes: two for a wide character, none for a combining one.
///
/// An approximation of Unicode's East Asian Width, good enough to keep columns straight.
package func displayWidth(_ text: String) -> Int {
  // Without a look at what Unicode says of each character, which most texts do not need.
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
  var width = 0
  for character in text {
    guard let first = character.unicodeScalars.first else { continue }
    width += isWide(first) ? 2 : (first.properties.generalCategory == .nonspacingMark ? 0 : 1)
  }
  return width
}

/// The text, cut to at most so many columns, with `…` where something is missing.
package func truncated(_ text: String, to width: Int) -> String {
  guard displayWidth(text) > width else { return text }
  guard width > 0 else { return "" }
  var result = ""
  var used = 0
  for character in text {
    let next = displayWidth(String(character))
    guard used + next < width else { break }
    result.append(character)
    used += next
  }
  return result + "…"
}

/// The text in lines of at most so many columns, broken between words.
package func wrapped(_ text: String, to width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for part in text.split(separator: " ") {
    // A path is worth a long line, a name of hundreds of letters is not.
    let word = truncated(String(part), to: max(width, 200))
    if line.isEmpty {
      line = word
    } else if displayWidth(line) + 1 + displayWidth(word) <= width {
      line += " " + word
    } else {
      lines.append(line)
      line = word
    }
  }
  if !line.isEmpty { lines.append(line) }
  return lines
}

private func isWide(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case ..<0x1100: false
  case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff,
    0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f900...0x1f9ff, 0x20000...0x3fffd:
    true
  default: false
  }
}
