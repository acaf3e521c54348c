import PopSystem

#if Zstd && (os(Linux) || os(macOS))
  import CZstd

  enum ZstdLibrary {
    static func compress(_ content: [UInt8], level: Int32) throws(TraceError) -> [UInt8] {
      guard let context = unsafe ZSTD_createCCtx() else {
        throw TraceError(.unwritable, "There is not enough memory to compress a chunk. Choose a lower level.")
      }
      defer { unsafe ZSTD_freeCCtx(context) }
      // For a small content the best level costs little time, and a small content has little that can be compressed.
      let level = content.count <= smallContent ? max(level, smallLevel) : level
      // A window of at least the content makes the frame a single segment.
      let window = max(10, Int32(Int.bitWidth - max(content.count - 1, 1).leadingZeroBitCount))
      for (parameter, value) in [
        (ZSTD_c_compressionLevel, level), (ZSTD_c_checksumFlag, 1), (ZSTD_c_contentSizeFlag, 1),
        (ZSTD_c_windowLog, window),
      ] {
        let result = unsafe ZSTD_CCtx_setParameter(context, parameter, value)
        guard ZSTD_isError(result) == 0 else { throw failure(result) }
      }
      let bound = ZSTD_compressBound(content.count)
      var result = 0
      let frame = unsafe [UInt8](unsafeUninitializedCapacity: bound) { frame, count in
        unsafe content.withUnsafeBytes { content in
          result = unsafe ZSTD_compress2(context, frame.baseAddress, bound, content.baseAddress, content.count)
        }
        count = ZSTD_isError(result) == 0 ? result : 0
      }
      guard ZSTD_isError(result) == 0 else { throw failure(result) }
      return frame
    }

    /// The most bytes that are compressed at the level for small contents, and that level.
    private static let smallContent = 8192
    private static let smallLevel: Int32 = 19

    static func name(of result: Int) -> String { unsafe String(cString: ZSTD_getErrorName(result)) }

    private static func failure(_ result: Int) -> TraceError {
      TraceError(.unwritable, "Compressing a chunk failed (zstd: \(name(of: result))). Choose a level of 1 … 22.")
    }
  }

  /// The library's memory for decompressing, costly to make anew for every chunk. Copies of a reader share it, under the lock.
  @safe
  final class ZstdDecompressor: Sendable {
    private nonisolated(unsafe) let context: OpaquePointer?
    private let mutex = Mutex()
    init() { unsafe context = ZSTD_createDCtx() }

    deinit { _ = unsafe ZSTD_freeDCtx(context) }

    func decode(_ frame: Range<Int>, in file: [UInt8], into content: inout [UInt8], size: Int) throws(Malformed) {
      if content.count < size { content.append(contentsOf: repeatElement(0, count: size - content.count)) }
      if content.count > size { content.removeLast(content.count - size) }
      guard unsafe context != nil else { throw Malformed(.tooLarge, "needs more memory than there is") }
      mutex.lock()
      defer { mutex.unlock() }
      let result = unsafe content.withUnsafeMutableBytes { content in
        unsafe file.withUnsafeBytes { file in
          let source = unsafe UnsafeRawBufferPointer(rebasing: file[frame])
          return unsafe ZSTD_decompressDCtx(context, content.baseAddress, size, source.baseAddress, source.count)
        }
      }
      try require(ZSTD_isError(result) == 0, "cannot be decompressed (zstd: \(ZstdLibrary.name(of: result)))")
      try require(result == size, "has less content than its frame says")
    }
  }
#endif
