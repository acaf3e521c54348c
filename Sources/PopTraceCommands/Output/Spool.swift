#if Tool
/// Bytes that are kept until it is their turn to be written: in memory, and beyond a limit in a file without a name.
final class Spool {
  private static let limit = 1 << 20

  private var pending: [UInt8] = []
  private var descriptor: Int32?

  deinit { if let descriptor { Platform.closeFile(descriptor) } }

  /// Keeps some more.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    pending += bytes
    guard pending.count > Self.limit else { return }
    do {
      let file: Int32
      if let descriptor { file = descriptor } else { file = try Platform.createNameless() }
      descriptor = file
      try Platform.write(pending, to: file)
      pending.removeAll(keepingCapacity: true)
    } catch {
      throw CommandFailure(error, doing: "write", "the temporary file (TMPDIR says where)")
    }
  }

  /// Hands everything over.
  func empty(into stream: OutputStream) throws(CommandFailure) {
    if let descriptor {
      Platform.rewind(descriptor)
      while let block = try nextBlock(of: descriptor) { try stream.write(block) }
    }
    try stream.write(pending)
    pending = []
  }

  private func nextBlock(of descriptor: Int32) throws(CommandFailure) -> [UInt8]? {
    var block: [UInt8] = []
    do {
      return try Platform.read(1 << 16, from: descriptor, into: &block) > 0 ? block : nil
    } catch {
      throw CommandFailure(error, doing: "read", "the temporary file")
    }
  }
}
#endif
