/// Finds the frames of a file one after another and checks that they are the ones that belong there.
struct TraceScanner: Sendable {
  /// The whole file.
  let file: [UInt8]
  /// Where the next frame begins.
  private(set) var position = 0
  /// How many chunks of this part of the file there were.
  private(set) var chunkCount = 0
  /// The frames of this part so far.
  private var seekTable = SeekTable()
  /// Whether damage was passed over, so that chunks' numbers and the seek table cannot be right.
  private var isResynchronized = false
  /// Whether the chunk at the position is sound, and only those before it are missing.
  private var isOnlyMisplaced = false
  /// Whether a part of the file ended without its seek table, so that whoever wrote it did not come to the end.
  private(set) var isUnfinished = false

  /// What a file consists of.
  enum Item {
    /// A chunk: its head, and where its frame is.
    case chunk(ChunkHead, frame: Range<Int>)
    /// The end of a part, whose seek table is in order.
    case seekTable
    /// A skippable frame of somebody else's.
    case foreign
    /// The beginning of a frame whose rest the file does not have.
    case cutOff(Range<Int>)
    /// The end of the file.
    case end
  }

  init(_ file: [UInt8]) { self.file = file }

  /// Reads the next item. After an error the position is where the item begins.
  mutating func next() throws(Malformed) -> Item {
    guard position < file.count else {
      if !seekTable.entries.isEmpty { isUnfinished = true }
      seekTable = SeekTable()
      return .end
    }
    guard isSkippable(at: position) else {
      throw position == 0
        ? Malformed(.notATrace, "is not a trace: it does not begin with a chunk\(hint)")
        : Malformed(.corrupt, "is neither a chunk nor a seek table")
    }
    var reader = ByteReader(file, position..<file.count)
    guard reader.remaining >= 8 else { return try cutOff() }
    let magic = try reader.littleEndian32()
    let size = Int(try reader.littleEndian32())
    if magic == ChunkHead.magic, size > ChunkHead.sizeLimit {
      throw Malformed(.corrupt, "has a head of an impossible size")
    }
    guard size <= reader.remaining else { return try cutOff() }
    let payload = try reader.take(size)
    switch magic {
    case ChunkHead.magic: return try chunk(payload, &reader)
    case SeekTable.frameMagic:
      guard isResynchronized || seekTable.isWritten(as: file[position..<payload.upperBound]) else {
        throw Malformed(.corrupt, "is a seek table that does not fit the chunks before it")
      }
      position = payload.upperBound
      seekTable = SeekTable()
      chunkCount = 0
      isResynchronized = false
      return .seekTable
    default:
      seekTable.addSkippable(size: size + 8)
      position = payload.upperBound
      return .foreign
    }
  }

  private mutating func chunk(_ payload: Range<Int>, _ reader: inout ByteReader) throws(Malformed) -> Item {
    let head = try ChunkHead(file, payload)
    guard head.frameSize <= reader.remaining else { return try cutOff() }
    let frame = try reader.take(head.frameSize)
    guard XXH64.low32(file, frame) == head.frameChecksum else {
      throw Malformed(.corrupt, "has a frame that does not match its checksum")
    }
    guard try ZstdFrame.contentSize(of: frame, in: file) == head.contentSize else {
      throw Malformed(.corrupt, "has a frame of another size than its head says")
    }
    guard isResynchronized || head.number == chunkCount else {
      isOnlyMisplaced = true
      throw Malformed(
        .corrupt,
        "is chunk \(head.number) where chunk \(chunkCount) should be: chunks are missing, or stand in another order")
    }
    var checksum = ByteReader(file, frame.upperBound - 4..<frame.upperBound)
    seekTable.addSkippable(size: payload.count + 8)
    seekTable.add(size: frame.count, contentSize: head.contentSize, checksum: try checksum.littleEndian32())
    chunkCount = head.number + 1
    position = frame.upperBound
    return .chunk(head, frame: frame)
  }

  /// Passes over the beginning of a frame that the file ends in. If a whole frame follows nevertheless, it is damage.
  private mutating func cutOff() throws(Malformed) -> Item {
    var place = position + 1
    while place < file.count {
      if mayBegin(at: place), isWhole(at: place) {
        throw Malformed(.corrupt, "promises more bytes than there are before the next chunk or seek table")
      }
      place += 1
    }
    let rest = position..<file.count
    position = file.count
    isUnfinished = true
    seekTable = SeekTable()
    return .cutOff(rest)
  }

  /// Whether a chunk or a seek table begins here that the file holds to its end; their checksums are not looked at.
  private func isWhole(at offset: Int) -> Bool {
    var reader = ByteReader(file, offset..<file.count)
    do throws(Malformed) {
      let magic = try reader.littleEndian32()
      let payload = try reader.take(Int(try reader.littleEndian32()))
      if magic == ChunkHead.magic { return try ChunkHead(file, payload).frameSize <= reader.remaining }
      guard payload.count >= 9, SeekTable.entrySizes.contains(where: (payload.count - 9).isMultiple(of:)) else {
        return false
      }
      var footer = ByteReader(file, payload.upperBound - 4..<payload.upperBound)
      return try footer.littleEndian32() == SeekTable.footerMagic
    } catch {
      return false
    }
  }

  /// Whether the bytes from here on, as far as there are any, are those of a skippable frame's magic number.
  private func isSkippable(at offset: Int) -> Bool {
    for (place, byte) in ([0x50, 0x2A, 0x4D, 0x18] as [UInt8]).enumerated() where offset + place < file.count {
      let mask: UInt8 = place == 0 ? 0xF0 : 0xFF
      guard file[offset + place] & mask == byte else { return false }
    }
    return true
  }

  /// What a file that is not a trace seems to be.
  private var hint: String { JSONLines.isText(file) ? "; it looks like JSON Lines" : "" }

  /// Moves on to the next place where a chunk or a seek table may begin: at least one byte further, unless nothing is wrong with what is here.
  mutating func resynchronize() {
    isResynchronized = true
    guard !isOnlyMisplaced else {
      isOnlyMisplaced = false
      return
    }
    repeat { position += 1 } while position < file.count && !mayBegin(at: position)
    position = min(position, file.count)
    if position == file.count {
      // There is nothing left that a seek table could be missing for.
      seekTable = SeekTable()
    }
  }

  private func mayBegin(at offset: Int) -> Bool {
    guard file[offset] & 0xF0 == 0x50, offset + 12 <= file.count, file[offset + 3] == 0x18 else { return false }
    guard file[offset + 1] == 0x2A, file[offset + 2] == 0x4D else { return false }
    return file[offset] == UInt8(truncatingIfNeeded: SeekTable.frameMagic)
      || file[offset + 8..<offset + 12].elementsEqual(ChunkHead.tag)
  }
}
