/// Where the bytes of a trace come from, piece by piece: a file, a pipe, a download.
///
/// A ``TraceReader`` asks for pieces one after another, without gaps, and never for one twice; it holds no more of them than it is reading.
public protocol TraceInput: Sendable {
  /// Reads the bytes that come next.
  ///
  /// - Parameters:
  ///   - offset: How many bytes were read before.
  ///   - count: How many to read at most; fewer may come, at least one before the end.
  ///   - bytes: What they are added to.
  /// - Returns: How many were added; 0 at the end, and from then on.
  /// - Throws: A ``TraceError`` (`unreadable`) where reading cannot go on.
  func read(at offset: Int, atMost count: Int, into bytes: inout [UInt8]) throws(TraceError) -> Int
}

/// An input that knows where a file has holes, which read as zeros and are nowhere on the disk.
package protocol SparseInput: TraceInput {
  /// Where the first byte is from an offset on that is in no hole; the end of the file where there is none.
  func data(from offset: Int) -> Int
}

/// The part of a file that is being looked at: all of it where it came as bytes, else a stretch that moves on.
struct ByteWindow: Sendable {
  private(set) var bytes: [UInt8]
  private(set) var start = 0
  /// The error that stopped reading; the file then counts as ending here.
  private(set) var failure: TraceError?
  private let input: (any TraceInput)?
  private var isAtEnd: Bool
  /// What comes before this offset is not looked at again.
  private var floor = 0
  static let block = 1 << 18

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    input = nil
    isAtEnd = true
  }

  init(_ input: any TraceInput) {
    bytes = []
    self.input = input
    isAtEnd = false
  }

  var end: Int { start + bytes.count }
  func local(_ range: Range<Int>) -> Range<Int> { range.lowerBound - start..<range.upperBound - start }

  subscript(_ offset: Int) -> UInt8 { bytes[offset - start] }

  func littleEndian32(at offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(self[offset + $1]) << UInt32(8 * $1) }
  }

  /// Where a byte is next among those that are held. Eight bytes are looked at together: there may be gigabytes without it.
  func firstHeld(_ byte: UInt8, from offset: Int) -> Int? {
    let (low, high) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
    let wanted = low &* UInt64(byte)
    return unsafe bytes.withUnsafeBytes { held in
      var index = max(0, offset - start)
      while index &+ 8 <= held.count {
        // A byte that is wanted becomes 0, and only of such a one the subtraction sets the highest bit first.
        let word = unsafe held.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ wanted
        if (word &- low) & ~word & high != 0 { break }
        index &+= 8
      }
      while index < held.count {
        if unsafe held[index] == byte { return start + index }
        index &+= 1
      }
      return nil
    }
  }

  mutating func forget(before offset: Int) { floor = max(floor, offset) }

  /// Goes on behind a hole of the file that begins where what is held ends; nil where none does, or nobody knows.
  mutating func passHole() -> Int? {
    guard let input = input as? any SparseInput, !isAtEnd else { return nil }
    let data = input.data(from: end)
    guard data > end else { return nil }
    bytes.removeAll(keepingCapacity: true)
    start = data
    return data
  }

  /// Holds the file up to an offset; false where it ends before, and is then held to its end.
  @inline(__always)
  mutating func hold(to offset: Int) -> Bool { offset <= end || fill(to: offset) }

  @inline(never)
  private mutating func fill(to offset: Int) -> Bool {
    guard let input, !isAtEnd else { return false }
    if floor > start {
      bytes.removeFirst(floor - start)
      start = floor
    }
    while end < offset {
      do {
        guard try input.read(at: end, atMost: max(Self.block, offset - end), into: &bytes) > 0 else { break }
      } catch {
        failure = error
        break
      }
    }
    isAtEnd = end < offset
    return !isAtEnd
  }
}
