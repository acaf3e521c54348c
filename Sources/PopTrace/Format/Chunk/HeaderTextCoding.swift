import PopupScheduling

/// The texts of headers in segments' records: what the segment before says is not said again (format version 3).
///
/// In front of a chunk's first segment stands what the chunk's head says.
enum HeaderTextCoding {
  /// What a number means that is not a place in the chunk's names: as before, or nothing.
  static let same = 0
  static let empty = 1
  /// For a configuration: the digest of a released one follows.
  static let digest = 2

  /// Writes a text.
  static func write(_ text: String, after before: String, into bytes: inout [UInt8], _ tables: inout ChunkTables) {
    if text == before {
      bytes.append(count: same)
    } else {
      bytes.append(count: text.isEmpty ? empty : tables.place(of: text) + 2)
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
    } else if let digest = ReleasedPolicy.digest(of: header.policy, header.configuration) {
      bytes.append(count: Self.digest)
      bytes.append(littleEndian: digest)
    } else {
      bytes.append(count: tables.place(of: header.configuration) + 3)
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

  /// Reads the configuration of a policy.
  mutating func headerConfiguration(_ policy: String, _ chunk: borrowing ChunkContent) throws(Malformed) -> String {
    let number = try reader.count(upTo: chunk.nameCount + 2, "as a configuration")
    switch number {
    case HeaderTextCoding.same: return before.configuration
    case HeaderTextCoding.empty: return ""
    case HeaderTextCoding.digest: return ReleasedPolicy.configuration(of: policy, try reader.littleEndian32())
    default: return try texts.text(of: number - 3, in: chunk)
    }
  }
}
