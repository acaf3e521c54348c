/// What a finding is recognised by in another run, session, build or trace (<doc:Diff#Fingerprints>).
///
/// Made of its rule, the popup's name and kind, the class of the page, the partner's name, and how many findings with all of these equal
/// stand before it in its session; never of times, ids, counts or paths.
@frozen
package struct Fingerprint: Hashable, Comparable, Sendable {
  /// The hash.
  package let rawValue: UInt64

  /// Makes a fingerprint of a hash.
  @inlinable
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  @inlinable
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

  /// 16 hexadecimal digits, which reports and references use.
  package var description: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
