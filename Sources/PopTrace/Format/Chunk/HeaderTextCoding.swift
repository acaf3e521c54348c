import PopSystem
import PopupScheduling

/// The texts of headers in segments' records: what the segment before says is not said again.
///
/// In front of a chunk's first segment stands what the chunk's head says.
enum HeaderTextCoding {
  /// What a number means that is not an index in the chunk's names: as before, or nothing.
  static let same = 0
  static let empty = 1
  /// For the start: the seconds since 1970 follow.
  static let moment = 2
  /// For a configuration: the digest of a released one follows.
  static let digest = 2
  /// For a configuration: that of the released version with the policy's name.
  static let released = 3

  /// Writes a text.
  static func write(_ text: String, after before: String, into bytes: inout [UInt8], _ tables: inout ChunkTables) {
    if text == before {
      bytes.append(count: same)
    } else {
      bytes.append(count: text.isEmpty ? empty : tables.index(of: text) + 2)
    }
  }

  /// Writes when a session was started: a moment of the usual form as its seconds since 1970, anything else as a text.
  static func write(started text: String, after before: String, into bytes: inout [UInt8], _ tables: inout ChunkTables)
  {
    if text != before, let seconds = WallClock.seconds(of: text), seconds >= 0 {
      bytes.append(count: moment)
      bytes.append(varint: UInt64(seconds))
    } else if text == before || text.isEmpty {
      bytes.append(count: text == before ? same : empty)
    } else {
      bytes.append(count: tables.index(of: text) + 3)
    }
  }

  /// Writes a policy's configuration.
  static func write(
    configuration header: SessionHeader, after before: SessionHeader, into bytes: inout [UInt8],
    _ tables: inout ChunkTables
  ) {
    if header.configuration == before.configuration, header.policy == before.policy {
      bytes.append(count: same)
    } else if header.configuration.isEmpty {
      bytes.append(count: empty)
    } else if ReleasedPolicy.configuration(of: header.policy) == header.configuration {
      bytes.append(count: released)
    } else if let digest = ReleasedPolicy.digest(of: header.policy, header.configuration) {
      bytes.append(count: Self.digest)
      bytes.append(littleEndian: digest)
    } else {
      bytes.append(count: tables.index(of: header.configuration) + 4)
    }
  }
}

extension SegmentDecoder {
  /// Reads a text of a header.
  mutating func headerText(_ before: String, _ chunk: borrowing ChunkContent) throws(Malformed) -> String {
    let number = try reader.count(upTo: chunk.nameCount + 1, "as a text")
    switch number {
    case HeaderTextCoding.same: return before
    case HeaderTextCoding.empty: return ""
    default: return try texts.text(of: number - 2, in: chunk)
    }
  }

  /// Reads when a session was started.
  mutating func headerStart(_ chunk: borrowing ChunkContent) throws(Malformed) -> String {
    let number = try reader.count(upTo: chunk.nameCount + 2, "as a start")
    switch number {
    case HeaderTextCoding.same: return before.started
    case HeaderTextCoding.empty: return ""
    case HeaderTextCoding.moment:
      return WallClock.text(Int64(try reader.count(upTo: Int(WallClock.lastSecond), "seconds since 1970")))
    default: return try texts.text(of: number - 3, in: chunk)
    }
  }

  /// Reads the configuration of a policy.
  mutating func headerConfiguration(_ policy: String, _ chunk: borrowing ChunkContent) throws(Malformed) -> String {
    let number = try reader.count(upTo: chunk.nameCount + 3, "as a configuration")
    switch number {
    case HeaderTextCoding.same: return before.configuration
    case HeaderTextCoding.empty: return ""
    case HeaderTextCoding.digest: return ReleasedPolicy.configuration(of: policy, try reader.littleEndian32())
    case HeaderTextCoding.released:
      guard let configuration = ReleasedPolicy.configuration(of: policy) else {
        throw Malformed(.corrupt, "has a policy that was not released under its name")
      }
      return configuration
    default: return try texts.text(of: number - 4, in: chunk)
    }
  }
}
