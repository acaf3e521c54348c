/// The characters that could steer a terminal, or make what stands there look like something else.
public enum SteeringCharacters {
  /// Whether a character is one: controls (and so every ANSI sequence), line and paragraph separators, the marks that turn the direction of
  /// writing, and invisible format characters.
  public static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x20..<0x7F: false
    // Zero-width space and direction marks; the joiners 200C and 200D belong to words and emoji.
    case 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    // Tags, which nothing draws.
    case 0xE0000...0xE007F: true
    default: false
    }
  }
}
