import Testing

@testable import PopTrace

@Suite("Integers and texts in bytes")
struct ByteReaderTests {
  private func read<Value>(
    _ bytes: [UInt8], _ read: (inout ByteReader) throws(Malformed) -> Value
  ) -> (value: Value, rest: Int)? {
    // What stands around them is nobody's.
    var reader = ByteReader([0xFF, 0x01] + bytes + [0x01, 0x01], 2..<2 + bytes.count)
    guard let value = try? read(&reader) else { return nil }
    return (value, reader.remaining)
  }

  private func varint(_ bytes: [UInt8]) -> UInt64? {
    read(bytes) { reader throws(Malformed) in try reader.varint() }.flatMap { $0.rest == 0 ? $0.value : nil }
  }

  @Test("Integers of every length come back, and none is longer than 64 bits")
  func varints() {
    for shift in 0..<64 as Range<UInt64> {
      for value in [1 << shift, 1 << shift - 1, UInt64.max >> shift] as [UInt64] {
        var bytes: [UInt8] = []
        bytes.append(varint: value)
        #expect(bytes.count == max(1, (71 - (value | 1).leadingZeroBitCount - 1) / 7))
        #expect(varint(bytes) == value)
        #expect(varint(Array(bytes.dropLast())) == nil)
        var signed: [UInt8] = []
        signed.append(zigzag: Int64(bitPattern: value))
        let read = read(signed) { reader throws(Malformed) in try reader.zigzag() }
        #expect(read?.value == Int64(bitPattern: value))
      }
    }
    #expect([0, -1, 1, -2, 2, .min, .max].map(Zigzag.encode) == [0, 1, 2, 3, 4, .max, .max - 1])
    let nine = [UInt8](repeating: 0x80, count: 9)
    #expect(varint(nine + [0x01]) == 1 << 63 && varint(nine + [0x00]) == 0)
    #expect(varint(nine + [0x02]) == nil && varint(nine + [0x81, 0x00]) == nil && varint(nine + [0x80, 0x00]) == nil)
    // Not the shortest form, and nothing wrong with it.
    #expect(varint([0x85, 0x00]) == 5)
  }

  @Test("A count is as high as its limit, and no higher")
  func counts() {
    func count(_ value: Int, upTo limit: Int) -> Int? {
      var bytes: [UInt8] = []
      bytes.append(count: value)
      return read(bytes) { reader throws(Malformed) in try reader.count(upTo: limit, "things") }?.value
    }
    #expect(count(7, upTo: 7) == 7 && count(8, upTo: 7) == nil && count(0, upTo: 0) == 0)
    #expect(count(0, upTo: -1) == nil && count(.max, upTo: .max) == .max)
    var nothing = ByteReader([0], 0..<1)
    let error = #expect(throws: Malformed.self) { try nothing.count(upTo: -1, "as a shape") }
    #expect(error?.what == "has 0 as a shape, where there is none")
    func elements(_ value: UInt8, in rest: Int) -> Int? {
      read([value] + [UInt8](repeating: 0, count: rest)) { reader throws(Malformed) in try reader.count(of: "things") }?
        .value
    }
    // The byte that says how many there are is one of those that are left.
    #expect(elements(3, in: 3) == 3 && elements(4, in: 3) == 4 && elements(5, in: 3) == nil)
  }

  @Test("Bytes are taken as they come, and none behind the last")
  func bytes() throws {
    var reader = ByteReader([9, 1, 2, 3, 4, 5, 9], 1..<6)
    #expect(reader.remaining == 5 && reader.position == 1 && reader.end == 6)
    #expect(try reader.littleEndian32() == 0x0403_0201)
    #expect(throws: Malformed.self) { try reader.take(2) }
    #expect(throws: Malformed.self) { try reader.take(-1) }
    #expect(try reader.take(1) == 5..<6 && reader.take(0) == 6..<6)
    #expect(throws: Malformed.self) { try reader.byte() }
    reader = ByteReader([1, 2, 3], 0..<3)
    reader.skip(2)
    #expect(try reader.byte() == 3 && reader.remaining == 0)
    reader = ByteReader([1, 2, 3], 0..<3)
    #expect(throws: Malformed.self) { try reader.littleEndian32() }
  }

  @Test("A text is as long as it says, and UTF-8")
  func texts() {
    func text(_ bytes: [UInt8], _ count: Int) -> String? {
      read(bytes) { reader throws(Malformed) in try reader.text(bytes: count) }?.value
    }
    for known in ["", "a", "\u{7F}", "é", "naïve 🛒", "\u{10FFFF}"] {
      let bytes = Array(known.utf8)
      #expect(text(bytes, bytes.count)?.utf8.elementsEqual(bytes) == true)
      #expect(text(bytes, bytes.count + 1) == nil && text(bytes, -1) == nil)
    }
    for broken in [[0x80], [0xC3], [0xE2, 0x82], [0xC0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0x41, 0xFF]]
      as [[UInt8]]
    {
      #expect(text(broken, broken.count) == nil)
    }
    #expect(text([0xC3, 0xA9, 0xFF], 2) == "é")
  }

  @Test("Words of a column are read up to its limit, and say how many bytes they took")
  func columns() {
    func read(_ bytes: [UInt8], count: Int, limit: UInt64) -> [UInt64]? {
      var columns = ChunkColumns()
      // Behind another column.
      _ = try? columns.read(.skip, count: 1, limit: 9, from: [5], 0..<1)
      let all = [0xFF] + bytes + [0x01]
      guard let end = try? columns.read(.time, count: count, limit: limit, from: all, 1..<1 + bytes.count) else {
        return nil
      }
      let start = columns.starts[ChunkSection.time.rawValue]
      // Behind each stands one more integer.
      guard start == 2, columns.integers.count == 2 + count + 1, columns.integers[0] == 5 else { return nil }
      return columns.integers[start..<start + count] + [UInt64(end)]
    }
    #expect(read([1, 2, 3], count: 3, limit: 4) == [1, 2, 3, 3] && read([1, 2, 3], count: 3, limit: 3) == nil)
    #expect(read([1, 2, 3], count: 2, limit: 3) == [1, 2, 2] && read([3, 2], count: 2, limit: 3) == nil)
    #expect(read([1, 2, 3], count: 4, limit: 9) == nil && read([], count: 0, limit: 0) == [0])
    #expect(read([0x80, 0x01, 0x07], count: 2, limit: 129) == [128, 7, 3])
    #expect(read([0x80, 0x01], count: 2, limit: 129) == nil && read([0x80], count: 1, limit: 129) == nil)
    let eight = [UInt8](repeating: 0xFF, count: 8)
    #expect(read(eight + [0x7F], count: 1, limit: 1 << 63) == [UInt64.max >> 1, 9])
    #expect(read(eight + [0xFF, 0x00], count: 1, limit: .max) == nil)
    var columns = ChunkColumns()
    _ = try? columns.read(.time, count: 1, limit: 9, from: [5], 0..<1)
    columns.removeAll()
    #expect(columns.integers.isEmpty)
  }
}
