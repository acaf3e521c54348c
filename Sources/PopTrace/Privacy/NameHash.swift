/// Stands in for names that must not be in a trace: the same hash for the same name, and no way back without the salt.
///
/// `h:` and, in 16 hexadecimal digits, the first half of the HMAC-SHA-256 of the name, with the salt for its key. A reader with the salt can try
/// names one after another, so it belongs in no trace and in no repository. Two of a million names have the same hash once in forty million cases.
///
/// Source: RFC 2104, FIPS 180-4.
public struct NameHash: Sendable {
  private var inner: SHA256
  private var outer: SHA256

  /// Prepares for a salt: the same one for all names that are to be compared, 16 random bytes or more.
  public init(salt: [UInt8]) {
    let key = salt.count > SHA256.blockSize ? SHA256.hash(salt) : salt
    let padded = key + repeatElement(0, count: SHA256.blockSize - key.count)
    (inner, outer) = (SHA256(), SHA256())
    inner.update(padded.lazy.map { $0 ^ 0x36 })
    outer.update(padded.lazy.map { $0 ^ 0x5C })
  }

  /// What a trace has in a name's place.
  ///
  /// - Complexity: O(n) for n bytes; some microseconds for a short name.
  public func hashed(_ text: String) -> String {
    var result = Self.prefix
    for byte in code(for: text.utf8).prefix(Self.digits / 2) {
      for digit in [byte >> 4, byte & 15] { result.append(Self.hexadecimal[Int(digit)]) }
    }
    return result
  }

  /// Whether a text has the form of a hash, and so was a name once.
  public static func isHash(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count == prefix.utf8.count + digits, text.hasPrefix(prefix) else { return false }
    return bytes.dropFirst(prefix.utf8.count).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  func code(for bytes: some Sequence<UInt8>) -> [UInt8] {
    var (inner, outer) = (inner, outer)
    inner.update(bytes)
    outer.update(inner.finish())
    return outer.finish()
  }

  private static let prefix = "h:"
  private static let digits = 16
  private static let hexadecimal = Array("0123456789abcdef")
}
