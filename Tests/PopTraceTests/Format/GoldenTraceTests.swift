import PopupScheduling
import Testing

@testable import PopTrace

/// The format stays what it is: these bytes were written once, and are written and read ever since.
@Suite struct GoldenTraceTests {
  private static let golden = """
    572a4d181f000000506f705403031238190201010014e00311371bf30876310103d5e387227b2028b52ffd242b590100
    0201039b73b3650102000104020401001001000000000000080404040002040e0100030380180f0102f00180b712ea57
    2a4d1823000000506f7054030317471902010001000002f403cc0811371bf30876316361ad593a8e8a8328b52ffd243a
    d1010001019b0102000001001f0000000000000002020100020101000201000201010002000201010e000100000581b0
    600112a502010f0102a6040000315acd46572a4d1822000000506f7054030317391901020001000104c00c0011371bf3
    0876313d248880e85ad91728b52ffd242c610100000000001c06000000000000c8010202000201000201000201000201
    010e000100000382b04601200103010079678b695e2a4d18390000002700000000000000380000002b0000002b000000
    00000000470000003a0000002a00000000000000390000002c0000000600000000b1ea928f
    """

  /// The bytes of a file as if they were of some version, under checksums that fit.
  private func bytes(_ file: [UInt8], version: UInt8, minimumReader: UInt8) -> [UInt8] {
    var bytes = file
    for start in file.indices.dropLast(12) where file[(start + 8)...].starts(with: ChunkHead.tag) {
      guard file[start...].starts(with: [0x57, 0x2A, 0x4D, 0x18]) else { continue }
      let end = start + 8 + Int(file[start + 4]) + Int(file[start + 5]) << 8
      (bytes[start + 12], bytes[start + 13]) = (version, minimumReader)
      let checksum = XXH64.low32(bytes, start + 8..<end - 4)
      for byte in 0..<4 { bytes[end - 4 + byte] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * byte)) }
    }
    return bytes
  }

  @Test("The tiny session is written as it always was, but for the version")
  func written() throws {
    let bytes = bytes(try TinySession.file(compresses: false), version: 3, minimumReader: 3)
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(text == Self.golden.split(separator: "\n").joined())
  }

  @Test("The tiny session of then is read")
  func read() throws {
    let digits = Array(Self.golden.filter { !$0.isWhitespace })
    let file = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<$0 + 2]), radix: 16) }
    let version = (FormatVersion.current, FormatVersion.minimumReader)
    let read = try sessions(in: bytes(file, version: version.0, minimumReader: version.1))
    #expect(read.count == 1)
    let found = difference(TinySession.make(), read[0])
    #expect(found == nil)
  }

  @Test("A long session with a millisecond clock takes less than 2.5 bytes an event")
  func size() throws {
    let session = FieldSession.make(events: 20_000)
    let size = try file(of: [session]).count
    #expect(Double(size) / Double(session.events.count) < 2.5, "the budget in Benchmarks/README.md")
  }

  @Test("Small sessions that share chunks take little more than 2 bytes an event, and a fifth of what they take apart")
  func packing() throws {
    let small = (0..<200).map { FieldSession.make(events: 30, seed: UInt64($0)) }
    let apart = try file(of: small)
    let packed = try file(of: small, .archive)
    #expect(packed.count * 5 < apart.count)
    #expect(Double(packed.count) < 2.1 * Double(small.reduce(0) { $0 + $1.events.count }))
    #expect(TraceInfo(packed).chunks.count == 1)
    let read = try sessions(in: packed)
    for (left, right) in zip(small, read) {
      let found = difference(left, right)
      #expect(found == nil)
    }
  }
}
