/// Puts chunks together to a file, with the seek table at its end.
struct TraceFileBuilder: Sendable {
  /// How many chunks the file has so far.
  private(set) var chunkCount = 0
  private var bytes: [UInt8] = []
  private var seekTable = SeekTable()

  /// Adds a chunk.
  mutating func append(_ chunk: EncodedChunk) {
    seekTable.add(chunk)
    bytes.append(contentsOf: chunk.head)
    bytes.append(contentsOf: chunk.frame)
    chunkCount += 1
  }

  /// Hands over what was added since the last time.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Hands the rest of the file over and begins the next one.
  mutating func finish() -> [UInt8] {
    defer { self = TraceFileBuilder() }
    return bytes + seekTable.encoded()
  }
}

extension SeekTable {
  /// Adds the two frames of a chunk.
  mutating func add(_ chunk: EncodedChunk) {
    addSkippable(size: chunk.head.count)
    add(size: chunk.frame.count, contentSize: chunk.contentSize)
  }
}
