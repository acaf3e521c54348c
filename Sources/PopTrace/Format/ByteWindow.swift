/// The part of a file that is being looked at: all of it where it came as bytes, else a stretch that moves on.
struct ByteWindow: Sendable {
  /// The bytes that are held.
  private(set) var bytes: [UInt8]
  /// The offset in the file of the first of them.
  private(set) var start = 0
  /// The error that stopped reading; the file then counts as ending here.
  private(set) var failure: TraceError?
  /// Where more comes from; nil where all is held.
  private let input: (any TraceInput)?
  private var isAtEnd: Bool
  /// What comes before this offset is not looked at again.
  private var floor = 0

  /// How many bytes are read at a time, unless more are needed.
  static let block = 1 << 18

  /// A file whose bytes are all there.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    input = nil
    isAtEnd = true
  }

  /// A file that is read as it goes.
  init(_ input: any TraceInput) {
    bytes = []
    self.input = input
    isAtEnd = false
  }

  /// The offset behind the last byte that is held.
  var end: Int { start + bytes.count }

  /// Where some bytes of the file are among those held.
  func local(_ range: Range<Int>) -> Range<Int> { range.lowerBound - start..<range.upperBound - start }

  /// The byte at an offset of the file.
  subscript(_ offset: Int) -> UInt8 { bytes[offset - start] }

  /// Four bytes from an offset on, the lowest first.
  func littleEndian32(at offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(self[offset + $1]) << UInt32(8 * $1) }
  }

  /// Gives up what comes before a place that is held.
  mutating func forget(before offset: Int) { floor = max(floor, offset) }

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
