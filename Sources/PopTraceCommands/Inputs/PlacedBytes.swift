#if Tool
import PopTrace

/// The bytes of an input from any place on: those of a pipe are kept in a file without a name.
final class PlacedBytes: Sendable {
  /// The input, as the user named it.
  let path: String
  private let descriptor: Int32

  /// Opens an input, whatever it begins with: that may be what is damaged. What has no end is not read.
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    if path != "-", Platform.kind(of: path) == .file {
      do { descriptor = try Platform.open(path) } catch { throw CommandFailure(reading: path, error) }
      guard Platform.size(of: descriptor) != 0 else { throw CommandFailure("the file is empty", input: path) }
      return
    }
    let source = try ByteSource(path)
    guard !source.head.isEmpty else { throw CommandFailure("the file is empty", input: path) }
    guard source.isFile || source.head.contains(0x50) else {
      throw CommandFailure(
        "no chunk of a trace begins in the first \(source.head.count) bytes; save it in a file if it is a trace",
        input: path)
    }
    do { descriptor = try Platform.createNameless() } catch {
      throw CommandFailure(error, doing: "write", "the temporary file (TMPDIR says where)")
    }
    var count = 0
    while let block = try source.block(at: count) {
      count += block.count
      do { try Platform.write(block, to: descriptor) } catch {
        throw CommandFailure(error, doing: "write", "the temporary file (TMPDIR says where)")
      }
    }
  }

  deinit { Platform.closeFile(descriptor) }
}

extension PlacedBytes: SparseInput {
  func data(from offset: Int) -> Int { Platform.data(from: offset, of: descriptor) }

  func read(at offset: Int, atMost count: Int, into bytes: inout [UInt8]) throws(TraceError) -> Int {
    do { return try Platform.read(count, at: offset, from: descriptor, into: &bytes) } catch {
      throw TraceError(.unreadable, at: .byte(offset), "The file cannot be read: \(error.text). Fetch it again.")
    }
  }
}
#endif
