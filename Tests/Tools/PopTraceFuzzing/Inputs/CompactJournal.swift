/// What an app that was killed leaves, in a form that a fuzzer can change: no checks, no nonce, and nothing where the halves are not filled.
///
/// The parts stand one behind the other, a mark between each two: the head (three words of losses, then the session's header as a line of JSON),
/// the records of both halves, and the trace beside the journal. Parts that are not there are empty.
package struct CompactJournal: Sendable {
  /// What had been lost: three words outside of every checksum.
  private let losses: [UInt8]
  /// The session's header.
  private let line: [UInt8]
  /// The records of each half.
  private let halves: [[UInt8]]
  /// The trace beside the journal; empty where there is none.
  let trace: [UInt8]

  private static let mark = Array("\n#PART#\n".utf8)
  private static let lossWords = 16 * 8..<19 * 8
  /// The halves of the journals that are put together: as small as they may be.
  private static let halfBytes = 1 << 15
  /// Any number would do.
  private static let nonce: UInt64 = 0x5EED

  /// Takes an input apart.
  init(_ input: [UInt8]) {
    var parts: [[UInt8]] = [[]]
    var offset = 0
    while offset < input.count {
      if parts.count < 4, input[offset...].starts(with: Self.mark) {
        parts.append([])
        offset += Self.mark.count
      } else {
        parts[parts.count - 1].append(input[offset])
        offset += 1
      }
    }
    while parts.count < 4 { parts.append([]) }
    losses = Array(parts[0].prefix(Self.lossWords.count))
    line = Array(parts[0].dropFirst(Self.lossWords.count))
    halves = Array(parts[1...2])
    trace = parts[3]
  }

  /// Takes a journal apart, and keeps as many bytes of each half's records, and its last one.
  ///
  /// - Returns: nil where the bytes are no journal with an event.
  package init?(journal: [UInt8], keeping count: Int, trace: [UInt8]) {
    guard journal.count >= 256 else { return nil }
    let (headBytes, halfBytes) = (Int(journal.word(8) >> 32), Int(journal.word(16) & 0xFFFF_FFFF))
    let nonce = journal.word(24)
    losses = Array(journal[Self.lossWords])
    line = Array(journal[256..<256 + Int(journal.word(56))])
    self.trace = trace
    halves = (0..<2).map { half in
      let start = headBytes + half * halfBytes
      var (records, last): ([UInt8], [UInt8]) = ([], [])
      for record in JournalSeal.records(in: journal, start..<min(journal.count, start + halfBytes), nonce: nonce) {
        var bytes = Array(journal[record])
        for byte in 4..<8 { bytes[byte] = 0 }
        if records.count + bytes.count <= count { records += bytes } else { last = bytes }
      }
      return records + last
    }
    guard halves.contains(where: { !$0.isEmpty }) else { return nil }
  }

  /// The input.
  package var bytes: [UInt8] { Array([losses + line, halves[0], halves[1], trace].joined(separator: Self.mark)) }

  /// The journal, every check of which holds.
  var journal: [UInt8] {
    let headBytes = (256 + line.count + 7) / 8 * 8
    var file = [UInt8](repeating: 0, count: headBytes + Self.halfBytes)
    file.put(0x0A6C_6E72_4A70_6F50, 0)
    file.put(1 | UInt64(headBytes) << 32, 8)
    file.put(UInt64(Self.halfBytes) | 2 << 32, 16)
    file.put(Self.nonce, 24)
    file.put(UInt64(line.count), 56)
    file.replaceSubrange(256..<256 + line.count, with: line)
    file.put(Checksum.hash(Array(file[..<64]) + line), 64)
    file.replaceSubrange(Self.lossWords.lowerBound..<Self.lossWords.lowerBound + losses.count, with: losses)
    let first = halves[0].prefix(Self.halfBytes)
    file.replaceSubrange(headBytes..<headBytes + first.count, with: first)
    // A file that ends within its second half is one that was cut off.
    file += halves[1].prefix(Self.halfBytes)
    for half in 0..<2 {
      let start = headBytes + half * Self.halfBytes
      JournalSeal.seal(&file, start..<min(file.count, start + Self.halfBytes), nonce: Self.nonce)
    }
    return file
  }
}

extension [UInt8] {
  /// The word at an offset, which must be there.
  func word(_ offset: Int) -> UInt64 { (0..<8).reduce(0) { $0 | UInt64(self[offset + $1]) << UInt64(8 * $1) } }

  /// Puts a word at an offset.
  mutating func put(_ word: UInt64, _ offset: Int) {
    for byte in 0..<8 { self[offset + byte] = UInt8(truncatingIfNeeded: word >> UInt64(8 * byte)) }
  }
}
