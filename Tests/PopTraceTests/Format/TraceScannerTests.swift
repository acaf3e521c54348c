import PopupScheduling
import Testing

@testable import PopTrace

@Suite("The frames of a file")
struct TraceScannerTests {
  /// A skippable frame of another format.
  private func foreign(_ size: Int, magic: UInt32 = 0x184D_2A50) -> [UInt8] {
    var frame: [UInt8] = []
    frame.append(littleEndian: magic)
    frame.append(littleEndian: UInt32(size))
    return frame + [UInt8](repeating: 7, count: size)
  }

  /// A seek table of entries of a file: their sizes and those of their contents.
  private func table(_ entries: [[UInt32]], descriptor: UInt8 = 0, count: Int? = nil) -> [UInt8] {
    var body: [UInt8] = []
    for word in entries.joined() { body.append(littleEndian: word) }
    body.append(littleEndian: UInt32(count ?? entries.count))
    body.append(descriptor)
    body.append(littleEndian: SeekTable.footerMagic)
    var table: [UInt8] = []
    table.append(littleEndian: SeekTable.frameMagic)
    table.append(littleEndian: UInt32(body.count))
    return table + body
  }

  /// The chunks of a small session, and what a seek table says of each of their frames.
  private func chunks() throws -> (bytes: [UInt8], entries: [[UInt32]]) {
    let file = try TinySession.file(compresses: false)
    let chunks = TraceInfo(file).chunks
    let entries = chunks.flatMap { chunk -> [[UInt32]] in
      let head = 8 + Int(file.word(at: chunk.bytes.lowerBound) >> 32)
      return [[UInt32(head), 0], [UInt32(chunk.bytes.count - head), UInt32(chunk.contentSize)]]
    }
    return (Array(file[..<chunks[chunks.count - 1].bytes.upperBound]), entries)
  }

  /// Some bytes so many times, which is a power of 2.
  private func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    var all = bytes
    while all.count < bytes.count * count { all += all }
    return all
  }

  private func error(_ bytes: [UInt8]) -> TraceError? {
    do {
      _ = try sessions(in: bytes)
      return nil
    } catch {
      return error as? TraceError
    }
  }

  @Test("A seek table is right with nothing in it that is another")
  func seekTable() throws {
    let (bytes, entries) = try chunks()
    #expect(error(bytes + table(entries)) == nil)
    #expect(try bytes + table(entries) == TinySession.file(compresses: false))
    for row in entries.indices {
      for column in 0..<2 {
        var other = entries
        other[row][column] ^= 1
        #expect(error(bytes + table(other))?.code == .corrupt, "\(row), \(column)")
      }
    }
    #expect(error(bytes + table(entries.reversed()))?.code == .corrupt)
    #expect(error(bytes + table(entries, count: entries.count - 1))?.code == .corrupt)
    for descriptor in [1, 0x40, 0x7F, 0x80] as [UInt8] {
      #expect(error(bytes + table(entries, descriptor: descriptor))?.code == .corrupt)
    }
    #expect(error(bytes + table(Array(entries.dropLast(2))))?.code == .corrupt)
    #expect(error(bytes + table(entries + [entries[0]]))?.code == .corrupt)
    for cut in 1..<table(entries).count {
      var reader = try TraceReader(Array((bytes + table(entries)).dropLast(cut)))
      var session = Session()
      #expect(try reader.next(&session) && !reader.next(&session) && reader.isUnfinished, "\(cut)")
    }
  }

  @Test("A chunk's head is as long as it may be, and no longer")
  func longHeads() throws {
    let file = try TinySession.file(compresses: false)
    let chunk = TraceInfo(file).chunks[0]
    let size = Int(file.word(at: chunk.bytes.lowerBound) >> 32)
    /// The chunk with a head of another size, in which a newer version says more.
    func padded(_ newSize: Int) -> [UInt8] {
      var head = Array(file[chunk.bytes.lowerBound + 8..<chunk.bytes.lowerBound + 8 + size - 4])
      head.insert(contentsOf: [UInt8](repeating: 0, count: newSize - size), at: head.count - 4)
      head.append(littleEndian: XXH64.low32(head))
      var bytes: [UInt8] = []
      bytes.append(littleEndian: ChunkHead.magic)
      bytes.append(littleEndian: UInt32(head.count))
      return bytes + head + file[chunk.bytes.lowerBound + 8 + size..<chunk.bytes.upperBound]
    }
    #expect(padded(size) == Array(file[chunk.bytes]))
    for newSize in [size, size + 1, ChunkHead.sizeLimit] { #expect(try sessions(in: padded(newSize)).count == 1) }
    #expect(error(padded(ChunkHead.sizeLimit + 1))?.code == .corrupt)
  }

  @Test("Each part has a table of its own")
  func parts() throws {
    let (bytes, entries) = try chunks()
    let part = bytes + table(entries)
    #expect(try sessions(in: part + part + part).count == 3)
    #expect(error(part + bytes + table(entries + entries))?.code == .corrupt)
    #expect(TraceInfo(part + part).partCount == 2 && TraceInfo(part + part).isWhole)
    #expect(TraceInfo(part + bytes).isUnfinished && TraceInfo(part + bytes).partCount == 1)
  }

  @Test("Frames of other formats are passed over, and stand in the table")
  func foreignFrames() throws {
    let (bytes, entries) = try chunks()
    for magic in [0x184D_2A50, 0x184D_2A5F] as [UInt32] {
      let frame = foreign(5, magic: magic)
      let entry = [UInt32(13), 0]
      let plain = entries.map { Array($0.prefix(2)) }
      #expect(error(frame + bytes + table([entry] + plain)) == nil)
      #expect(error(bytes + frame + frame + table(plain + [entry, entry])) == nil)
      #expect(error(bytes + frame + table(plain))?.code == .corrupt)
      #expect(error(bytes + frame + table(plain + [[14, 0]]))?.code == .corrupt)
      var reader = try TraceReader(bytes + frame.dropLast())
      var session = Session()
      #expect(try reader.next(&session) && !reader.next(&session) && reader.isUnfinished)
      #expect(reader.remarks.map(\.bytes) == [bytes.count..<bytes.count + 12])
    }
    for magic in [0x184D_2A4F, 0x184D_2A60, 0x194D_2A50, 0x184E_2A50, 0x184D_2B50] as [UInt32] {
      #expect(error(bytes + foreign(5, magic: magic))?.code == .corrupt)
    }
    #expect(error(foreign(5) + foreign(0))?.code == .truncated)
  }

  @Test("A frame of another format is held up to a limit, and a seek table of any size is read")
  func large() throws {
    let (bytes, entries) = try chunks()
    var limits = ResourceLimits()
    limits.frameBytes = 5000
    func code(_ file: [UInt8]) -> TraceError.Code? {
      do {
        var reader = try TraceReader(PiecewiseInput(file, piece: 1 << 16), limits: limits)
        var session = Session()
        while try reader.next(&session) {}
        return nil
      } catch { return error.code }
    }
    let plain = entries.map { Array($0.prefix(2)) }
    #expect(code(bytes + foreign(5000) + table(plain + [[5008, 0]])) == nil)
    #expect(code(bytes + foreign(5001) + table(plain + [[5009, 0]])) == .tooLarge)
    // More entries than are held at one time.
    let count = TraceScanner.seekTableLimit / 8
    let frames = repeated(foreign(0), count)
    // Its entries stand behind its magic number and its size, the size is told anew, and so is their number.
    var all = Array(table(plain).dropLast(9)) + repeated([8, 0, 0, 0, 0, 0, 0, 0], count)
    all.append(littleEndian: UInt32(plain.count + count))
    all += table(plain).suffix(5)
    for byte in 0..<4 { all[4 + byte] = UInt8(truncatingIfNeeded: (all.count - 8) >> (8 * byte)) }
    let whole = bytes + frames + all
    #expect(code(whole) == nil)
    for place in [whole.count - 20, bytes.count + frames.count + 12] {
      var broken = whole
      broken[place] ^= 1
      #expect(code(broken) == .corrupt, "\(place - whole.count)")
    }
  }

  @Test("Whose table says the same is told by every word, and by their number")
  func digest() {
    func digest(_ entries: [[UInt32]]) -> SeekDigest {
      var digest = SeekDigest()
      for entry in entries { digest.add(size: Int(entry[0]), contentSize: Int(entry[1])) }
      return digest
    }
    let entries: [[UInt32]] = [[1, 2], [4, 5], [7, 0]]
    let known = digest(entries)
    #expect(known.count == 3 && known == digest(entries) && known != digest(Array(entries.dropLast())))
    for row in 0..<3 {
      for column in 0..<2 {
        var other = entries
        other[row][column] += 1
        #expect(known != digest(other))
      }
    }
    #expect(known.isTable(ofSize: 17 + 24))
    for size in [17, 40, 42, 52, 54, 17 + 32, 17 + 36] { #expect(!known.isTable(ofSize: size)) }
    #expect(SeekDigest().isTable(ofSize: 17))
  }

  @Test("A byte is found where it is next, in whatever place of whatever word")
  func search() {
    for count in [0, 1, 7, 8, 9, 30] {
      for place in 0..<max(1, count) {
        var bytes = [UInt8](repeating: 0x19, count: count)
        if place < count { bytes[place] = 0x18 }
        if place + 2 < count { bytes[place + 2] = 0x18 }
        let window = ByteWindow(bytes)
        for offset in [-1, 0, 1, place, place + 1, count] {
          let expected = bytes.indices.first { $0 >= offset && bytes[$0] == 0x18 }
          #expect(window.firstHeld(0x18, from: offset) == expected, "\(count), \(place), \(offset)")
        }
      }
    }
    // Bytes that a subtraction could take for it.
    for bytes in [[0x17, 0x19, 0x98, 0x00, 0x80, 0xFF, 0x18, 0x19], [0x19, 0x18, 0x17, 0x16, 0x99, 0, 0, 0]]
      as [[UInt8]]
    {
      #expect(ByteWindow(bytes).firstHeld(0x18, from: 0) == bytes.firstIndex(of: 0x18))
    }
  }

  @Test(
    "Behind damage a short head is found by its checksum, a newer one too, and bytes that only begin like one are none")
  func shortHeads() throws {
    let part = try file(of: [TinySession.make()])
    let chunk = try #require(TraceInfo(part).chunks.first)
    #expect(chunk.head.isShort)
    var broken = Array(part[chunk.bytes])
    broken[12] ^= 1
    let damage = broken + foreign(20, magic: ChunkHead.shortMagic)
    var info = TraceInfo(damage + part)
    #expect(info.chunks.map(\.bytes) == [damage.count..<damage.count + chunk.bytes.count])
    #expect(info.damage.map(\.bytes) == [0..<damage.count])
    var newer = part
    newer[9] = FormatVersion.current + 1
    let end = 8 + Int(part.word(at: 0) >> 32) - 4
    let checksum = XXH64.low32(newer, 8..<end)
    for byte in 0..<4 { newer[end + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(byte))) }
    info = TraceInfo(damage + newer)
    #expect(info.damage.map(\.error.code) == [.corrupt, .newerVersion])
  }

  @Test("A frame has one of three forms, and what is too short or of another is none")
  func frames() throws {
    func size(_ bytes: [UInt8]) -> Int? {
      try? ZstdFrame.contentSize(of: 1..<1 + bytes.count, in: [9] + bytes + [9, 9, 9, 9])
    }
    let frame = RawBlocks.encode([1, 2, 3])
    #expect(frame.count == 13 && size(frame) == nil || size(frame) == 3)
    for descriptor in 0...255 as ClosedRange<UInt8> {
      var bytes = [UInt8](repeating: 1, count: 20)
      bytes.replaceSubrange(0..<5, with: [0x28, 0xB5, 0x2F, 0xFD, descriptor])
      let expected: [UInt8: Int] = [0x24: 1, 0x64: 257 + 256, 0xA4: 0x0101_0101]
      #expect(size(bytes) == expected[descriptor], "\(descriptor)")
      #expect(size(Array(bytes.prefix(12))) == nil && size(Array(bytes.prefix(13))) == expected[descriptor])
      bytes[2] ^= 1
      #expect(size(bytes) == nil)
    }
    #expect([0x24, 0x64, 0xA4, 0xE4].map { ZstdFrame.headerSize($0) } == [6, 7, 9, 9])
  }

  @Test("Raw blocks hold as much as the frame says, and one that is none of theirs is refused")
  func rawBlocks() throws {
    func decode(_ blocks: [UInt8], size: Int, checksum: UInt32? = nil, rest: [UInt8] = []) -> [UInt8]? {
      var frame = ZstdFrame.header(contentSize: size) + blocks
      var content: [UInt8] = []
      for block in [[5, 6, 7], [9, 9, 9, 9]] as [[UInt8]] where size == block.count { content = block }
      frame.append(littleEndian: checksum ?? XXH64.low32(content))
      var decoded: [UInt8] = [1, 2, 3]
      let all = [0] + frame + rest
      do { try RawBlocks().decode(1..<all.count, in: all, into: &decoded, size: size) } catch { return nil }
      return decoded
    }
    let raw: [UInt8] = [3 << 3 | 1, 0, 0, 5, 6, 7]
    #expect(decode(raw, size: 3) == [5, 6, 7] && decode(raw, size: 3, checksum: 7) == nil)
    #expect(decode(raw, size: 2) == nil && decode(raw, size: 4) == nil && decode(raw, size: 3, rest: [0]) == nil)
    #expect(decode([4 << 3 | 1 << 1 | 1, 0, 0, 9], size: 4) == [9, 9, 9, 9])
    #expect(decode([2 << 3, 0, 0, 5, 6, 1 << 3 | 1, 0, 0, 7], size: 3) == [5, 6, 7])
    #expect(decode([2 << 3 | 1, 0, 0, 5, 6, 1 << 3 | 1, 0, 0, 7], size: 3) == nil)
    for type in [2, 3] as [UInt8] { #expect(decode([3 << 3 | type << 1 | 1, 0, 0, 5, 6, 7], size: 3) == nil) }
    #expect(decode([3 << 3 | 1, 0], size: 3) == nil)
  }
}
