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

/// A version of the standard policy as it was released, which a trace names by a digest in place of its whole configuration.
///
/// A released version's configuration never changes, so that name and digest say it all. A reader that does not know the two puts a text in
/// place of the configuration that no policy has: it then knows that the policy is unknown, and reads everything else of the session.
struct ReleasedPolicy: Sendable {
  /// The version's name.
  let name: String
  /// Its configuration as text.
  let configuration: String
  /// The low half of the XXH64 of that text.
  let digest: UInt32

  /// All versions.
  static let all: [ReleasedPolicy] = PolicyConfiguration.versions.map { version in
    let text = version.configuration.text
    return ReleasedPolicy(name: version.name, configuration: text, digest: XXH64.low32(Array(text.utf8)))
  }

  /// How many of them there were when the format was made: every reader of it knows them, and needs no digest.
  static let knownToAll = 7

  private static let prefix = "digest: "

  /// The configuration that a policy's name alone stands for; nil where a digest is needed besides, or the configuration itself.
  static func configuration(of policy: String) -> String? {
    all[..<knownToAll].first { $0.name == policy }?.configuration
  }

  /// The digest that stands for a policy's configuration; nil where the configuration has to be written as it is.
  static func digest(of policy: String, _ configuration: String) -> UInt32? {
    guard configuration.utf8.count >= prefix.utf8.count + 8 else { return nil }
    for version in all where version.name == policy && version.configuration == configuration { return version.digest }
    guard configuration.utf8.count == prefix.utf8.count + 8, configuration.hasPrefix(prefix),
      let digest = UInt32(configuration.dropFirst(prefix.count), radix: 16), unknown(digest) == configuration,
      !all.contains(where: { $0.name == policy && $0.digest == digest })
    else { return nil }
    return digest
  }

  /// The configuration that a policy's digest stands for; where this build does not know it, a text that says so.
  static func configuration(of policy: String, _ digest: UInt32) -> String {
    for version in all where version.digest == digest && version.name == policy { return version.configuration }
    return unknown(digest)
  }

  private static func unknown(_ digest: UInt32) -> String {
    let digits = String(digest, radix: 16)
    return prefix + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
