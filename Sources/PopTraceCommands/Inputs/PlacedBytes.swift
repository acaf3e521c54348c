#if Tool
import PopSystem
import PopTrace

/// The bytes of an input from any place on: those of a pipe are kept in a file without a name.
final class PlacedBytes: Sendable {
  /// The input, as the user named it.
  let path: String
  private let file: SystemFile

  /// Opens an input, whatever it begins with: that may be what is damaged. What has no end is not read.
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    if path != "-", FileSystem.kind(of: path) == .file {
      do { file = try SystemFile.open(path, .read) } catch { throw CommandFailure(reading: path, error) }
      guard file.fileSize != 0 else { throw CommandFailure("the file is empty", input: path) }
      return
    }
    let source = try ByteSource(path)
    guard !source.head.isEmpty else { throw CommandFailure("the file is empty", input: path) }
    guard source.isFile || source.head.contains(0x50) else {
      throw CommandFailure(
        "no chunk of a trace begins in the first \(source.head.count) bytes; save it in a file if it is a trace",
        input: path)
    }
    do { file = try SystemFile.nameless() } catch {
      throw CommandFailure(error, doing: "write", "the temporary file (TMPDIR says where)")
    }
    var count = 0
    while let block = try source.block(at: count) {
      count += block.count
      do { try file.write(block) } catch {
        throw CommandFailure(error, doing: "write", "the temporary file (TMPDIR says where)")
      }
    }
  }
}

extension PlacedBytes: SparseInput {
  func data(from offset: Int) -> Int { file.data(from: offset) }

  func read(at offset: Int, atMost count: Int, into bytes: inout [UInt8]) throws(TraceError) -> Int {
    do { return try file.read(count, at: offset, into: &bytes) } catch {
      throw TraceError(.unreadable, at: .byte(offset), "The file cannot be read: \(error.reason). Fetch it again.")
    }
  }
}
#endif
