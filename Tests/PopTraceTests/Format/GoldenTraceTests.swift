import PopTrace
import PopupScheduling
import Testing

/// The format stays what it is: these bytes were written by its first version, and every later one reads them.
@Suite struct GoldenTraceTests {
  private static let golden = """
    572a4d1825000000506f705401010072620201010000000114f403e8070474696e79027631e939b1c1f0e3415928b52f
    fda4620000001103000113040402040474696e797631486f6d6573616c65020301010203040104020404040101000005
    2801010000000200e80700020014000200040000010000000100000001000000020001000e0000000007080203801810
    8d8008100200011202f001edb7f81c572a4d1826000000506f7054010101716102010000000203f403c00ce807047469
    6e790276315361e547041404a328b52ffda461000000090300010e0304020474696e797631486f6d6502030101020404
    01010000052b00010000000200e807000202f4030200010004010001000001000001000100000002010001000e000000
    0007090281b0600112a50201100200011202a604140100150100a5798553572a4d1826000000506f7054010102514101
    010001000404c00cc00ce8070474696e79027631c27dcbdccb4e67af28b52ffda441000000090200010902040274696e
    797631052506010000000200e807880e000104c00c020000010000010000010000010001000e0000000007070182b046
    0120011001001401005eb698375e2a4d18510000002d0000000000000099e9d8517200000062000000edb7f81c2e0000
    000000000099e9d8517100000061000000a57985532e0000000000000099e9d85151000000410000005eb69837060000
    0080b1ea928f
    """

  /// The same as version 3 writes it.
  private static let current = """
    572a4d181f000000506f705403031238190201010014e00311371bf30876310103d5e387227b2028b52ffd242b590100
    0201039b73b3650102000104020401001001000000000000080404040002040e0100030380180f0102f00180b712ea57
    2a4d1823000000506f7054030317471902010001000002f403cc0811371bf30876316361ad593a8e8a8328b52ffd243a
    d1010001019b0102000001001f0000000000000002020100020101000201000201010002000201010e000100000581b0
    600112a502010f0102a6040000315acd46572a4d1822000000506f7054030317391901020001000104c00c0011371bf3
    0876313d248880e85ad91728b52ffd242c610100000000001c06000000000000c8010202000201000201000201000201
    010e000100000382b04601200103010079678b695e2a4d18390000002700000000000000380000002b0000002b000000
    00000000470000003a0000002a00000000000000390000002c0000000600000000b1ea928f
    """

  @Test("The tiny session is written as it always was since version 3")
  func written() throws {
    let bytes = try TinySession.file(compresses: false)
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(text == Self.current.split(separator: "\n").joined())
  }

  @Test("The tiny session of then is read", arguments: [golden, current])
  func read(golden: String) throws {
    let digits = Array(golden.filter { !$0.isWhitespace })
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<$0 + 2]), radix: 16) }
    let read = try sessions(in: bytes)
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
