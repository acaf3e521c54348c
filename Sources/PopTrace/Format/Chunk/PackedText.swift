/// The texts of a chunk's head, which nothing compresses: names of sessions are mostly made of few characters.
///
/// A number comes first: four times a length, plus the form.
enum PackedText {
  /// The characters that take six bits each, in order of their numbers.
  static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_".utf8)
  /// The number of each byte's character; 0xFF where the alphabet does not have it.
  private static let numbers: [UInt8] = {
    var numbers = [UInt8](repeating: 0xFF, count: 256)
    for (number, byte) in alphabet.enumerated() { numbers[Int(byte)] = UInt8(number) }
    return numbers
  }()
  private static let digits = Array("0123456789abcdef".utf8)
  private static let capitals = Array("0123456789ABCDEF".utf8)

  /// How a text is given.
  enum Form {
    /// As so many bytes of UTF-8.
    static let plain = 0
    /// As so many characters of the alphabet, six bits each.
    static let sixBits = 1
    /// As so many hexadecimal digits, four bits each.
    static let hexadecimal = 2
    /// As the 16 bytes of a UUID; the length is 0 where its letters are capitals, and 1 where they are not.
    static let uuid = 3
  }

  /// The indexes of the hyphens of a UUID, and its length.
  private static let hyphens = [8, 13, 18, 23]
  private static let uuidLength = 36

  /// Adds a text.
  static func write(_ text: String, into bytes: inout [UInt8]) {
    let text = Array(text.utf8)
    if let (isSmall, values) = uuid(text) {
      bytes.append(count: (isSmall ? 1 : 0) << 2 | Form.uuid)
      append(values, bits: 4, to: &bytes)
    } else if text.count > 1, text.allSatisfy(digits.contains) {
      bytes.append(count: text.count << 2 | Form.hexadecimal)
      append(
        text.map { $0 <= UInt8(ascii: "9") ? $0 - UInt8(ascii: "0") : $0 - UInt8(ascii: "a") + 10 }, bits: 4, to: &bytes
      )
    } else if text.count > 3, text.allSatisfy({ numbers[Int($0)] < 64 }) {
      bytes.append(count: text.count << 2 | Form.sixBits)
      append(text.map { numbers[Int($0)] }, bits: 6, to: &bytes)
    } else {
      bytes.append(count: text.count << 2 | Form.plain)
      bytes.append(contentsOf: text)
    }
  }

  /// Reads a text.
  static func read(_ reader: inout ByteReader) throws(Malformed) -> String {
    let word = try reader.count(upTo: reader.remaining << 3, "as the length of a text")
    let count = word >> 2
    switch word & 3 {
    case Form.plain: return try reader.text(bytes: count)
    case Form.sixBits: return text(try values(count, bits: 6, &reader).map { alphabet[Int($0)] })
    case Form.hexadecimal: return text(try values(count, bits: 4, &reader).map { digits[Int($0)] })
    default:
      guard count <= 1 else { throw Malformed(.corrupt, "has a UUID with letters of an unknown sort") }
      let letters = count == 1 ? digits : capitals
      var characters = try values(uuidLength - hyphens.count, bits: 4, &reader).map { letters[Int($0)] }
      for index in hyphens { characters.insert(UInt8(ascii: "-"), at: index) }
      return text(characters)
    }
  }

  /// The digits of a UUID; nil where a text is no UUID, or has letters of both sorts.
  private static func uuid(_ text: [UInt8]) -> (isSmall: Bool, values: [UInt8])? {
    guard text.count == uuidLength, hyphens.allSatisfy({ text[$0] == UInt8(ascii: "-") }) else { return nil }
    for (isSmall, letters) in [(false, capitals), (true, digits)] {
      let values = text.indices.filter { !hyphens.contains($0) }.compactMap { letters.firstIndex(of: text[$0]) }
      if values.count == uuidLength - hyphens.count { return (isSmall, values.map { UInt8($0) }) }
    }
    return nil
  }

  /// Adds numbers of so many bits each, the lowest bits first.
  private static func append(_ values: [UInt8], bits: Int, to bytes: inout [UInt8]) {
    var (rest, count) = (0, 0)
    for value in values {
      rest |= Int(value) << count
      count += bits
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: rest))
        rest >>= 8
        count -= 8
      }
    }
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: rest)) }
  }

  private static func values(_ count: Int, bits: Int, _ reader: inout ByteReader) throws(Malformed) -> [UInt8] {
    let range = try reader.take((count * bits + 7) / 8)
    var values: [UInt8] = []
    values.reserveCapacity(count)
    var (rest, left) = (0, 0)
    for byte in reader.bytes[range] {
      rest |= Int(byte) << left
      left += 8
      while left >= bits, values.count < count {
        values.append(UInt8(rest & (1 << bits - 1)))
        rest >>= bits
        left -= bits
      }
    }
    guard rest == 0 else { throw Malformed(.corrupt, "has a text with bits to spare that are not 0") }
    return values
  }

  private static func text(_ characters: [UInt8]) -> String { String(decoding: characters, as: UTF8.self) }
}
