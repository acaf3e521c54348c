#if Tool
import PopSystem
import PopTrace

/// The bytes of an input, block by block, so that the first ones can be judged before the others are read.
final class ByteSource: Sendable {
  let path: String
  let head: [UInt8]
  private let file: SystemFile

  var isFile: Bool { file.fileSize != nil }

  private static let block = 1 << 16

  init(_ path: String) throws(CommandFailure) {
    self.path = path
    do {
      file = try SystemFile.open(path, .read)
      var bytes: [UInt8] = []
      // As many as tell what it is; more come by themselves from all but the slowest pipe.
      while bytes.count < 16, try file.read(Self.block, into: &bytes) > 0 {}
      head = bytes
    } catch {
      throw CommandFailure(reading: path, error)
    }
  }

  /// The block that comes after so many bytes, which were all read before; nil at the end.
  func block(at offset: Int) throws(CommandFailure) -> [UInt8]? {
    var bytes: [UInt8] = []
    do { return try pour(at: offset, atMost: Self.block, into: &bytes) > 0 ? bytes : nil } catch {
      throw CommandFailure(reading: path, error)
    }
  }

  /// All of a small text file; of a large one no more is read than shows that it is one.
  static func contents(of path: String, atMost count: Int, _ what: String) throws(CommandFailure) -> [UInt8] {
    let source = try ByteSource(path)
    guard !source.head.contains(0) else {
      throw CommandFailure("the file holds bytes of 0, so it is no text and not \(what)", input: path)
    }
    return try source.all(atMost: count, "the file has more than \(count) bytes, too many for \(what)")
  }

  static func text(
    of path: String, atMost count: Int, _ what: String, status: ExitStatus = .usage
  ) throws(CommandFailure) -> String {
    let bytes = try contents(of: path, atMost: count, what)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure("the file is not UTF-8 text", input: path, status: status)
    }
    return text
  }

  func all(atMost count: Int, _ complaint: String) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while let block = try block(at: bytes.count) {
      bytes += block
      guard bytes.count <= count else { throw CommandFailure(complaint, input: path) }
    }
    return bytes
  }

  private func pour(at offset: Int, atMost count: Int, into bytes: inout [UInt8]) throws(SystemError) -> Int {
    guard offset >= head.count else {
      let taken = head[offset..<min(head.count, offset + count)]
      bytes += taken
      return taken.count
    }
    return try file.read(count, into: &bytes)
  }
}

extension ByteSource: TraceInput {
  func read(at offset: Int, atMost count: Int, into bytes: inout [UInt8]) throws(TraceError) -> Int {
    do { return try pour(at: offset, atMost: count, into: &bytes) } catch {
      throw TraceError(.unreadable, at: .byte(offset), "The file cannot be read: \(error.reason). Fetch it again.")
    }
  }
}
#endif
