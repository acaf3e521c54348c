/// Text that may meet a terminal: whatever could steer one is spelled out.
///
/// Names in a trace are chosen by whoever made it. Control characters (and so every ANSI sequence), line and paragraph separators, the marks
/// that turn the direction of writing, and invisible format characters come out as `\u{1b}`.
public func printable(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if isUnprintable(scalar) {
      result += "\\u{" + String(scalar.value, radix: 16) + "}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7f..<0xa0: true
  case 0x20..<0x7f: false
  // Zero-width space and direction marks; the joiners 200C and 200D belong to words and emoji.
  case 0x61c, 0x200b, 0x200e, 0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff, 0xfff9...0xfffb: true
  // Tags, which nothing draws.
  case 0xe0000...0xe007f: true
  default: false
  }
}
