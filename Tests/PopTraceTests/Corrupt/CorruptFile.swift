import Foundation
import Testing

@testable import PopTrace

/// A damaged file in `Fixtures/corrupt`: how it is made from the sound one, and what becomes of it.
struct CorruptFile: Sendable, CustomTestStringConvertible {
  /// Its name in the folder.
  let name: String
  /// What a strict reader says; nil where the file is only unfinished, which is nothing wrong (TimeAndTurns, *The end of a session*).
  let code: TraceError.Code?
  /// How many events of how many sessions a recovering reader saves; nil for texts, of which nothing is read.
  let saved: (sessions: Int, events: Int)?
  /// Damages the sound file.
  let damage: @Sendable (inout [UInt8]) -> Void

  var testDescription: String { name }

  init(
    _ name: String, _ code: TraceError.Code?, saved: (sessions: Int, events: Int)?,
    damage: @escaping @Sendable (inout [UInt8]) -> Void
  ) {
    self.name = name
    self.code = code
    self.saved = saved
    self.damage = damage
  }

  /// The folder.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/corrupt")

  /// The bytes of a file of the folder.
  static func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: name))) }

  /// The file's bytes as they must be.
  func made() throws -> [UInt8] {
    var bytes = try Self.bytes("source.jsonl")
    if name.hasSuffix(".poptrace") {
      // Raw blocks, because compressed ones depend on the version of the library.
      var options = TraceWriter.Options()
      options.eventsPerChunk = 6
      options.compresses = false
      var writer = TraceWriter(options: options)
      for session in try JSONLines.sessions(in: bytes) { try writer.append(session) }
      bytes = try writer.finish()
    }
    damage(&bytes)
    return bytes
  }

  /// Where the chunks of a sound file are, and its seek table behind them.
  static func chunks(of bytes: [UInt8]) -> [Range<Int>] {
    var starts = bytes.indices.dropLast(11).filter { index in
      bytes[index..<index + 4].elementsEqual([0x57, 0x2A, 0x4D, 0x18])
        && bytes[index + 8..<index + 12].elementsEqual(ChunkHead.tag)
    }
    let table = bytes.indices.dropLast(3).last { bytes[$0..<$0 + 4].elementsEqual([0x5E, 0x2A, 0x4D, 0x18]) }
    starts.append(table ?? bytes.count)
    return zip(starts, starts.dropFirst() + [bytes.count]).map { $0..<$1 }
  }

  /// Puts another head in front of a chunk.
  static func change(headOf chunk: Range<Int>, in bytes: inout [UInt8], _ change: (inout [UInt8]) -> Void) {
    let size = Int(bytes[chunk.lowerBound + 4]) | Int(bytes[chunk.lowerBound + 5]) << 8
    let payload = chunk.lowerBound + 8..<chunk.lowerBound + 8 + size
    var body = Array(bytes[payload].dropLast(4))
    change(&body)
    body.append(littleEndian: XXH64.low32(body))
    bytes.replaceSubrange(payload, with: body)
  }
}
