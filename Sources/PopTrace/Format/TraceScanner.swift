/// Finds the frames of a file one after another and checks that they are the ones that belong there.
struct TraceScanner: Sendable {
  private(set) var window: ByteWindow
  private(set) var position = 0
  private(set) var chunkCount = 0
  private var frames = SeekDigest()
  /// Whether damage was passed over, so that chunks' numbers and the seek table cannot be right.
  private var isResynchronized = false
  /// Whether the chunk at the position is sound, and only those before it are missing.
  private var isOnlyMisplaced = false
  /// Whether a part of the file ended without its seek table, so that its writer did not come to the end.
  private(set) var isUnfinished = false
  private(set) var framesInTable = 0
  private let limits: ResourceLimits
  /// Whether chunks may stand in any order: the caller sorts them.
  private let takesAnyOrder: Bool

  /// The most bytes of a seek table that are held at one time; a longer one is looked at piece by piece.
  static let seekTableLimit = 1 << 22

  enum Item {
    /// Handed on a few times, each of which would copy the head's texts.
    indirect case chunk(ChunkHead, frame: Range<Int>)
    case seekTable
    case foreign
    case cutOff(Range<Int>)
    case end
  }

  /// The error that stopped reading, asked for here: whoever goes by the window makes a copy of it.
  var failure: TraceError? { window.failure }

  init(_ window: ByteWindow, limits: ResourceLimits = ResourceLimits(), takesAnyOrder: Bool = false) {
    self.window = window
    self.limits = limits
    self.takesAnyOrder = takesAnyOrder
  }

  /// Reads the next item. After an error the position is where the item begins.
  mutating func next() throws(Malformed) -> Item {
    window.forget(before: position)
    guard window.hold(to: position + 1) else {
      if frames.count > 0 { isUnfinished = true }
      frames = SeekDigest()
      return .end
    }
    let hasPrefix = window.hold(to: position + 8)
    guard isSkippable(at: position) else {
      throw position == 0
        ? Malformed(.notATrace, "is not a trace: it does not begin with a chunk\(hint)")
        : Malformed("is neither a chunk nor a seek table")
    }
    guard hasPrefix else { return try cutOff() }
    let magic = window.littleEndian32(at: position)
    let size = Int(window.littleEndian32(at: position + 4))
    switch magic {
    case ChunkHead.magic, ChunkHead.shortMagic: return try chunk(headSize: size, isShort: magic == ChunkHead.shortMagic)
    case SeekTable.frameMagic: return try seekTable(size: size)
    default:
      try Malformed.check(size, .frameBytes, limits, "is a foreign frame of \(size) bytes")
      guard window.hold(to: position + 8 + size) else { return try cutOff() }
      // One changed bit of its magic number makes a seek table a frame that is nobody's.
      guard
        !frames.isTable(ofSize: 8 + size)
          || window.littleEndian32(at: position + 4 + size) != SeekTable.footerMagic
      else { throw Malformed("ends as a seek table does and does not begin as one: the seek table is missing") }
      frames.add(size: size + 8)
      position += 8 + size
      return .foreign
    }
  }

  private mutating func chunk(headSize: Int, isShort: Bool) throws(Malformed) -> Item {
    try require(headSize <= ChunkHead.sizeLimit, "has a head of an impossible size")
    let payload = position + 8..<position + 8 + headSize
    guard window.hold(to: payload.upperBound) else { return try cutOff() }
    let head = try ChunkHead(window.bytes, window.local(payload), isShort: isShort)
    try Malformed.check(head.frameSize, .frameBytes, limits, "is a chunk of \(head.frameSize) bytes")
    let frame = payload.upperBound..<payload.upperBound + head.frameSize
    guard window.hold(to: frame.upperBound) else { return try cutOff() }
    guard XXH64.low32(window.bytes, window.local(frame)) == head.frameChecksum else {
      throw Malformed("has a frame that does not match its checksum")
    }
    guard try ZstdFrame.contentSize(of: window.local(frame), in: window.bytes) == head.contentSize else {
      throw Malformed("has a frame of another size than its head says")
    }
    guard isResynchronized || takesAnyOrder || head.number == chunkCount else {
      isOnlyMisplaced = true
      throw Malformed(
        .corrupt,
        "is chunk \(head.number) where chunk \(chunkCount) should be: chunks are missing, or stand in another order")
    }
    frames.add(size: payload.count + 8)
    frames.add(size: frame.count, contentSize: head.contentSize)
    chunkCount = head.number + 1
    position = frame.upperBound
    return .chunk(head, frame: frame)
  }

  /// Passes over the beginning of a frame that the file ends in. If a whole frame follows nevertheless, it is damage.
  private mutating func cutOff() throws(Malformed) -> Item {
    for index in max(position + 1, window.start)..<window.end where mayBegin(at: index) {
      guard !isWhole(at: index) else {
        throw Malformed("promises more bytes than there are before the next chunk or seek table")
      }
    }
    let rest = position..<window.end
    position = window.end
    isUnfinished = true
    frames = SeekDigest()
    return .cutOff(rest)
  }

  /// Whether a chunk or a seek table begins here that the file holds to its end; their checksums are not looked at.
  private func isWhole(at offset: Int) -> Bool {
    var reader = ByteReader(window.bytes, window.local(offset..<window.end))
    do throws(Malformed) {
      let magic = try reader.littleEndian32()
      let payload = try reader.take(Int(try reader.littleEndian32()))
      if magic == ChunkHead.magic || magic == ChunkHead.shortMagic {
        let head = try ChunkHead(window.bytes, payload, isShort: magic == ChunkHead.shortMagic)
        return head.frameSize <= reader.remaining
      }
      guard payload.count >= 9, (payload.count - 9).isMultiple(of: SeekTable.entrySize) else { return false }
      var footer = ByteReader(window.bytes, payload.upperBound - 4..<payload.upperBound)
      return try footer.littleEndian32() == SeekTable.footerMagic
    } catch {
      return false
    }
  }

  /// Whether the bytes from here on, as far as there are any, are those of a skippable frame's magic number.
  private func isSkippable(at offset: Int) -> Bool {
    for (index, byte) in ([0x50, 0x2A, 0x4D, 0x18] as [UInt8]).enumerated() where offset + index < window.end {
      let mask: UInt8 = index == 0 ? 0xF0 : 0xFF
      guard window[offset + index] & mask == byte else { return false }
    }
    return true
  }

  private var hint: String { JSONLines.isText(window.bytes) ? "; it looks like JSON Lines" : "" }
  /// Takes what follows as it stands: from here on, numbers and seek tables are not checked against what came before.
  mutating func putUp() { isResynchronized = true }

  var isAtSeekTable: Bool {
    mutating get { window.hold(to: position + 4) && window.littleEndian32(at: position) == SeekTable.frameMagic }
  }

  /// Moves on to where the next chunk or seek table may begin: at least one byte further, unless nothing is wrong with what is here.
  mutating func resynchronize() {
    isResynchronized = true
    guard !isOnlyMisplaced else {
      isOnlyMisplaced = false
      return
    }
    position = max(position, window.start) + 1
    while window.hold(to: position + 4) {
      // The last byte of the magic numbers is the rarest of the four in text and in nothing but zeros.
      guard let last = window.firstHeld(0x18, from: position + 3) else {
        position = window.passHole() ?? window.end - 3
        window.forget(before: position)
        continue
      }
      position = last - 3
      window.forget(before: position)
      if mayBegin(at: position) { return }
      position += 1
    }
    // The file ends here, so that no seek table is expected for the frames so far.
    position = window.end
    frames = SeekDigest()
  }

  private mutating func mayBegin(at offset: Int) -> Bool {
    guard window[offset] & 0xF0 == 0x50, window.hold(to: offset + 12), window[offset + 3] == 0x18 else { return false }
    guard window[offset + 1] == 0x2A, window[offset + 2] == 0x4D else { return false }
    switch window[offset] {
    case UInt8(truncatingIfNeeded: SeekTable.frameMagic): return true
    case UInt8(truncatingIfNeeded: ChunkHead.shortMagic): return hasChecksum(at: offset)
    default: return (0..<4).allSatisfy { window[offset + 8 + $0] == ChunkHead.tag[$0] }
    }
  }

  /// Whether a head stands here, a newer version's included: a short one has no tag to know it by, and other bytes hardly ever the checksum.
  private mutating func hasChecksum(at offset: Int) -> Bool {
    let (start, size) = (offset + 8, Int(window.littleEndian32(at: offset + 4)))
    guard 4...ChunkHead.sizeLimit ~= size, window.hold(to: start + size) else { return false }
    let body = window.local(start..<start + size - 4)
    return XXH64.low32(window.bytes, body) == window.littleEndian32(at: start + size - 4)
  }

  /// Checks a seek table, entry by entry, against the frames that stand before it; behind damage only that it is one.
  private mutating func seekTable(size: Int) throws(Malformed) -> Item {
    let frame = position..<position + 8 + size
    let isLong = frame.count > Self.seekTableLimit
    // A long one is not held in memory, so that bytes which are no seek table must be recognised before they are read.
    guard isResynchronized ? !isLong : frames.isTable(ofSize: frame.count) else { throw wrongSeekTable }
    guard isLong || window.hold(to: frame.upperBound) else { return try cutOff() }
    guard size >= 9 else { throw wrongSeekTable }
    var found = SeekDigest()
    var index = position + 8
    while !isResynchronized, found.count < frames.count {
      guard hold(index, SeekTable.entrySize, isLong) else { return try cutOff() }
      found.add(size: Int(window.littleEndian32(at: index)), contentSize: Int(window.littleEndian32(at: index + 4)))
      index += SeekTable.entrySize
    }
    index = frame.upperBound - 9
    guard hold(index, 9, isLong) else { return try cutOff() }
    let count = Int(window.littleEndian32(at: index))
    guard window[index + 4] == 0, frame.count == count * SeekTable.entrySize + SeekTable.overhead,
      isResynchronized || found == frames,
      window.littleEndian32(at: index + 5) == SeekTable.footerMagic
    else { throw wrongSeekTable }
    position = frame.upperBound
    framesInTable = count
    frames = SeekDigest()
    chunkCount = 0
    isResynchronized = false
    return .seekTable
  }

  private mutating func hold(_ index: Int, _ count: Int, _ isLong: Bool) -> Bool {
    if isLong { window.forget(before: index) }
    return window.hold(to: index + count)
  }

  private var wrongSeekTable: Malformed { Malformed("is a seek table that does not fit the chunks before it") }
}

/// What a seek table says, without the memory for it: two tables that differ in one word never have the same digest.
struct SeekDigest: Hashable, Sendable {
  private(set) var count = 0
  private var state: UInt64 = 0

  /// Adds an entry: a frame's size in the file, and that of its content, which is 0 for a skippable frame.
  mutating func add(size: Int, contentSize: Int = 0) {
    count += 1
    for word in [UInt32(clamping: size), UInt32(clamping: contentSize)] {
      state = (state ^ UInt64(word)) &* 0x9E37_79B1_85EB_CA87
      state ^= state >> 29
    }
  }

  func isTable(ofSize size: Int) -> Bool { count * SeekTable.entrySize + SeekTable.overhead == size }
}
