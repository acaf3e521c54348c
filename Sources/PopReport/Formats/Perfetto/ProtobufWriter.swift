/// Writes protocol buffers, field by field: as much of them as a trace for Perfetto needs.
///
/// Source: protobuf.dev, *Encoding*.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes a whole number.
  mutating func field(_ number: Int, _ value: UInt64) {
    varint(UInt64(number) << 3)
    varint(value)
  }

  /// Writes 64 bits as they are.
  mutating func fixed(_ number: Int, _ value: UInt64) {
    varint(UInt64(number) << 3 | 1)
    for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(byte)))) }
  }

  /// Writes a text.
  mutating func field(_ number: Int, _ text: String) { field(number, bytes: Array(text.utf8)) }

  /// Writes what is encoded already.
  mutating func append(_ encoded: [UInt8]) { bytes += encoded }

  /// Writes a message that the closure fills.
  mutating func message(_ number: Int, _ fill: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    fill(&inner)
    field(number, bytes: inner.bytes)
  }

  private mutating func field(_ number: Int, bytes content: [UInt8]) {
    varint(UInt64(number) << 3 | 2)
    varint(UInt64(content.count))
    bytes += content
  }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
