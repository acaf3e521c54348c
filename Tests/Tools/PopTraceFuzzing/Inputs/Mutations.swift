import PopSystem

/// Changes inputs as a fuzzer would, the same for the same seed everywhere.
package struct Mutations {
  private var random: SeededRandom

  /// Makes a source of changes.
  package init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// An input that differs from another one in one to four places.
  package mutating func changed(_ input: [UInt8]) -> [UInt8] {
    var bytes = input
    for _ in 0...below(4) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else {
      bytes.append(UInt8(truncatingIfNeeded: random.next()))
      return
    }
    let offset = below(bytes.count)
    switch below(8) {
    case 0: bytes[offset] ^= 1 << UInt8(below(8))
    case 1: bytes[offset] = UInt8(truncatingIfNeeded: random.next())
    case 2: bytes[offset] = [0, 1, 0x7F, 0x80, 0xFF][below(5)]
    case 3: bytes.remove(at: offset)
    case 4: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: offset)
    case 5: bytes.removeSubrange(offset..<min(bytes.count, offset + 1 + below(64)))
    case 6:
      bytes.insert(contentsOf: bytes[offset..<min(bytes.count, offset + 1 + below(64))], at: below(bytes.count + 1))
    default: bytes.replaceSubrange(offset..<offset + 1, with: Array(repeating: 0xFF, count: 1 + below(9)) + [0x01])
    }
  }

  private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
}
