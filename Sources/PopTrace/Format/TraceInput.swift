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
