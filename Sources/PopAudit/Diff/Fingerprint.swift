package import PopupScheduling

/// What a finding is recognised by in another run, session, build or trace (<doc:Diff#Fingerprints>).
///
/// Made of its rule, the popup's name and kind, the class of the page, the partner's name, and how many findings with all of these equal
/// stand before it in its session; never of times, ids, counts or paths.
package struct Fingerprint: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

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
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// The fingerprints of the findings of one run, to tell which findings are new in another run and which are gone (<doc:Diff#Fingerprints>).
///
/// Of three equal ones against two, the last is new. Used again for the next session it allocates nothing while nothing is found.
///
/// - Complexity: O(n log n) in findings to read them, O(log n) to look one up.
package struct FingerprintList: Sendable {
  /// By index in the findings.
  private var fingerprints: [Fingerprint] = []
  /// The indices of the findings by ascending fingerprint.
  private var byFingerprint: [Int] = []

  package init() {}

  package var count: Int { fingerprints.count }

  package subscript(index: Int) -> Fingerprint { fingerprints[index] }

  /// Reads what was found in a run, in place of what was read before.
  package mutating func read(_ findings: [Finding], of run: OutcomeTracker, in catalog: Catalog) {
    fingerprints.removeAll(keepingCapacity: true)
    byFingerprint.removeAll(keepingCapacity: true)
    guard !findings.isEmpty else { return }
    let hashes = findings.map { Self.hash(of: $0, of: run, in: catalog) }
    let order = hashes.indices.sorted { (hashes[$0].value, $0) < (hashes[$1].value, $1) }
    fingerprints.append(contentsOf: repeatElement(Fingerprint(rawValue: 0), count: findings.count))
    var ordinal: UInt64 = 0
    for (rank, index) in order.enumerated() {
      var hash = hashes[index]
      ordinal = rank > 0 && hashes[order[rank - 1]] == hash ? ordinal + 1 : 0
      hash.combine(ordinal)
      fingerprints[index] = Fingerprint(rawValue: hash.value)
    }
    let fingerprints = fingerprints
    byFingerprint.append(contentsOf: order)
    byFingerprint.sort { fingerprints[$0] < fingerprints[$1] }
  }

  /// The index of the finding that has a fingerprint; nil where none has.
  func index(of fingerprint: Fingerprint) -> Int? {
    let position = byFingerprint.partitioningIndex { fingerprints[$0] >= fingerprint }
    guard position < byFingerprint.count, fingerprints[byFingerprint[position]] == fingerprint else { return nil }
    return byFingerprint[position]
  }

  package func contains(_ fingerprint: Fingerprint) -> Bool { index(of: fingerprint) != nil }

  /// Everything a fingerprint is made of but the ordinal.
  private static func hash(of finding: Finding, of run: OutcomeTracker, in catalog: Catalog) -> StableHash {
    var hash = StableHash()
    hash.combine(finding.rule.id)
    let spec = run.spec(of: finding.popup)
    hash.combine(spec.isNone ? "" : catalog.names.text(catalog.spec(spec).name))
    hash.combine(spec.isNone ? "" : catalog.spec(spec).kind.wireName)
    hash.combine(catalog.names.text(catalog.className(of: finding.page)))
    let partner = run.spec(of: finding.other)
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
