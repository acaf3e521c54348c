#if Tool
import PopSystem

/// Bytes that are kept until it is their turn to be written: in memory, and beyond a limit in a file without a name.
final class SpillBuffer {
  private static let limit = 1 << 20

  private var pending: [UInt8] = []
  private var file: SystemFile?

  /// Keeps some more.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    pending += bytes
    guard pending.count > Self.limit else { return }
    do {
      if file == nil { file = try SystemFile.nameless() }
      try file?.write(pending)
      pending.removeAll(keepingCapacity: true)
    } catch {
      throw CommandFailure(error, doing: "write", "the temporary file (TMPDIR says where)")
    }
  }

  /// Hands everything over.
  func empty(into stream: OutputStream) throws(CommandFailure) {
    file?.rewind()
    while let block = try nextBlock() { try stream.write(block) }
    try stream.write(pending)
    pending = []
  }

  private func nextBlock() throws(CommandFailure) -> [UInt8]? {
    var block: [UInt8] = []
    do {
      return try file?.read(1 << 16, into: &block) ?? 0 > 0 ? block : nil
    } catch {
      throw CommandFailure(error, doing: "read", "the temporary file")
    }
  }
}
#endif
