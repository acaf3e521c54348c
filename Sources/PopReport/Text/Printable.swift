import PopTrace

/// Text that a terminal may show: characters that steer one are spelled out.
///
/// The maker of a trace chooses its names. Control characters (and so every ANSI sequence), line and paragraph separators, the marks
/// that turn the direction of writing, and invisible format characters come out as `\u{1b}`.
package func printable(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  guard text.unicodeScalars.contains(where: \.steersTerminals) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar.steersTerminals {
      result += "\\u{" + String(scalar.value, radix: 16) + "}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
