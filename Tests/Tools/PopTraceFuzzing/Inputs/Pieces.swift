import PopTrace

/// Bytes as an input that gives them out in small pieces, as a pipe would.
struct Pieces: TraceInput {
  private let bytes: [UInt8]
  private let size: Int

  init(_ bytes: [UInt8], of size: Int) {
    self.bytes = bytes
    self.size = size
  }

  func read(at offset: Int, atMost count: Int, into target: inout [UInt8]) throws(TraceError) -> Int {
    let end = min(bytes.count, offset + min(count, size))
    guard offset < end else { return 0 }
    target += bytes[offset..<end]
    return end - offset
  }
}
