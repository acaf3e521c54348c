package import PopupScheduling

/// What a finding is recognised by in another run, session, build or trace (<doc:Diff#Fingerprints>).
///
/// Made of its rule, the popup's name and kind, the class of the page, the partner's name, and how many findings with all of these equal
/// stand before it in its session; never of times, ids, counts or paths.
package struct Fingerprint: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  fileprivate init(_ hash: StableHash, _ ordinal: UInt64) {
    var hash = hash
    hash.combine(ordinal)
    rawValue = hash.value
  }

  package static func < (lhs: Fingerprint, rhs: Fingerprint) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Fingerprint: LosslessStringConvertible {
  /// Reads the text of a fingerprint: 16 hexadecimal digits.
  package init?(_ text: String) {
    guard text.utf8.count == 16, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let value = UInt64(text, radix: 16)
    else { return nil }
    rawValue = value
  }

  package var description: String {
    unsafe String(unsafeUninitializedCapacity: 16) { text in
      for index in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: rawValue >> UInt64(60 - 4 * index)) & 15
        unsafe text.initializeElement(
          at: index, to: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
      }
      return 16
    }
  }
}

/// The fingerprints of the findings of one run, to tell which findings are new in another run and which are gone (<doc:Diff#Fingerprints>).
///
/// Of three equal ones against two, the last is new. Used again for the next session it allocates nothing while nothing is found.
///
/// - Complexity: O(n) in findings to read them, O(1) to look one up.
package struct FingerprintList: Sendable {
  /// By index in the findings.
  private var fingerprints: [Fingerprint] = []
  /// Where there are many: the index of each, and how many findings have all in common but the ordinal. Few are looked through.
  private var indices: [Fingerprint: Int] = [:]
  private var counts: [StableHash: UInt64] = [:]
  private static let few = 16

  package init() {}

  package var count: Int { fingerprints.count }

  package subscript(index: Int) -> Fingerprint { fingerprints[index] }

  /// Reads what was found in a run, in place of what was read before.
  package mutating func read(_ findings: [Finding], of run: OutcomeTracker, in catalog: Catalog) {
    fingerprints.removeAll(keepingCapacity: true)
    if !indices.isEmpty { (indices, counts) = ([:], [:]) }
    let isFew = findings.count <= Self.few
    for index in findings.indices {
      let hash = Self.hash(of: findings, index, of: run, in: catalog)
      var ordinal = isFew ? 0 : counts[hash, default: 0]
      while isFew, fingerprints.contains(Fingerprint(hash, ordinal)) { ordinal += 1 }
      fingerprints.append(Fingerprint(hash, ordinal))
      guard !isFew else { continue }
      counts[hash] = ordinal + 1
      indices[fingerprints[index]] = index
    }
  }

  /// The index of the finding that has a fingerprint; nil where none has.
  func index(of fingerprint: Fingerprint) -> Int? {
    fingerprints.count <= Self.few ? fingerprints.lastIndex(of: fingerprint) : indices[fingerprint]
  }

  package func contains(_ fingerprint: Fingerprint) -> Bool { index(of: fingerprint) != nil }

  /// Everything a fingerprint is made of but the ordinal.
  private static func hash(
    of findings: [Finding], _ index: Int, of run: OutcomeTracker, in catalog: Catalog
  ) -> StableHash {
    var hash = StableHash()
    hash.combine(findings[index].rule.id)
    let spec = run.spec(of: findings[index].popup)
    hash.combine(spec.isNone ? "" : catalog.names.text(catalog.spec(spec).name))
    hash.combine(spec.isNone ? "" : catalog.spec(spec).kind.wireName)
    hash.combine(catalog.names.text(catalog.className(of: findings[index].page)))
    let partner = run.spec(of: findings[index].other)
    hash.combine(partner.isNone ? "" : catalog.names.text(catalog.spec(partner).name))
    return hash
  }
}

/// A hash that is the same on every machine and in every version of PopTrace: FNV-1a over bytes, 64 bits wide, with a last mixing turn so
/// that every bit of the result depends on every byte.
///
/// Texts are fed as UTF-8 with a byte 0xFF behind each, which no UTF-8 contains. The algorithm: http://www.isthe.com/chongo/tech/comp/fnv/ (basis 14695981039346656037, prime 1099511628211).
package struct StableHash: Hashable, Sendable {
  private var state: UInt64 = 14_695_981_039_346_656_037

  package init() {}

  private mutating func combine(byte: UInt8) {
    state ^= UInt64(byte)
    state &*= 1_099_511_628_211
  }

  package mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { bytes in for index in bytes.indices { unsafe combine(byte: bytes[index]) } }
    combine(byte: 0xFF)
  }

  /// Feeds bytes; that a text or number follows is for the caller to tell apart.
  package mutating func combine(_ bytes: [UInt8]) { for byte in bytes { combine(byte: byte) } }

  /// Feeds a number, lowest byte first.
  package mutating func combine(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { combine(byte: UInt8(truncatingIfNeeded: number >> shift)) }
  }

  package var value: UInt64 {
    var mixed = state
    mixed ^= mixed >> 33
    mixed &*= 0xFF51_AFD7_ED55_8CCD
    mixed ^= mixed >> 33
    mixed &*= 0xC4CE_B9FE_1A85_EC53
    mixed ^= mixed >> 33
    return mixed
  }
}
