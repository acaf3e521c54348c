#if Tool
import PopTrace

/// The bytes of an input, block by block, so that the first ones can be judged before the others are read.
final class ByteSource {
  /// The input, as the user named it.
  let path: String
  /// The first bytes; empty only where the input is.
  let head: [UInt8]
  private let descriptor: Int32
  private let limits: ResourceLimits
  private var isHeadTaken = false

  /// Whether it has an end that is known.
  var isFile: Bool { Platform.size(of: descriptor) != nil }

  private static let block = 1 << 16

  /// Opens an input and reads its first bytes.
  init(_ path: String, limits: ResourceLimits) throws(CommandFailure) {
    self.path = path
    self.limits = limits
    do {
      descriptor = try Platform.open(path)
      var bytes: [UInt8] = []
      // As many as tell what it is; more come by themselves from all but the slowest pipe.
      while bytes.count < 16, try Platform.read(Self.block, from: descriptor, into: &bytes) > 0 {}
      head = bytes
    } catch {
      throw CommandFailure(reading: path, error)
    }
  }

  deinit { Platform.closeFile(descriptor) }

  /// The next block, beginning with ``head``; nil at the end.
  func next() throws(CommandFailure) -> [UInt8]? {
    guard isHeadTaken else {
      isHeadTaken = true
      return head.isEmpty ? nil : head
    }
    var bytes: [UInt8] = []
    return try fill(Self.block, &bytes) ? bytes : nil
  }

  /// All of it, which must fit into memory.
  func contents() throws(CommandFailure) -> [UInt8] {
    let size = Platform.size(of: descriptor)
    if let size { try check(size) }
    var bytes = head
    // One byte more than expected, so that the end shows without growing.
    bytes.reserveCapacity((size ?? 0) + 1)
    while try fill(max(Self.block, (size ?? bytes.count) - bytes.count + 1), &bytes) { try check(bytes.count) }
    return bytes
  }

  /// All of a small text file; of a large one no more is read than shows that it is one.
  static func contents(of path: String, atMost count: Int, _ what: String) throws(CommandFailure) -> [UInt8] {
    let source = try ByteSource(path, limits: ResourceLimits())
    guard !source.head.contains(0) else {
      throw CommandFailure("the file holds bytes of 0, so it is no text and not \(what)", input: path)
    }
    var bytes: [UInt8] = []
    while let block = try source.next() {
      bytes += block
      guard bytes.count <= count else {
        throw CommandFailure("the file has more than \(count) bytes, too many for \(what)", input: path)
      }
    }
    return bytes
  }

  private func fill(_ count: Int, _ bytes: inout [UInt8]) throws(CommandFailure) -> Bool {
    do { return try Platform.read(count, from: descriptor, into: &bytes) > 0 } catch {
      throw CommandFailure(reading: path, error)
    }
  }

  private func check(_ size: Int) throws(CommandFailure) {
    guard size > limits.memoryBytes else { return }
    let subject = "The input has at least \(size) bytes"
    throw CommandFailure(limits.error(.memoryBytes, subject), input: path)
  }
}
#endif
