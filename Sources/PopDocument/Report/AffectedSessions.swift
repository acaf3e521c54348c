import PopAudit
import PopReplay

/// How many there are of each word of a list.
package struct WordCounts<Word: Hashable & CaseIterable & Sendable>: Hashable, Sendable {
  private var counts: [Word: Int] = [:]

  package subscript(word: Word) -> Int {
    get { counts[word, default: 0] }
    set { counts[word] = newValue }
  }

  /// The words there are, the most frequent first; ties in the order of the list.
  package var frequent: [Word] {
    Word.allCases.filter { self[$0] > 0 }.enumerated()
      .sorted { (-self[$0.element], $0.offset) < (-self[$1.element], $1.offset) }.map(\.element)
  }

  package static func += (lhs: inout WordCounts, rhs: WordCounts) { lhs.counts.merge(rhs.counts) { $0 + $1 } }
}

extension WordCounts<IdentityWord> {
  package var unjudged: Int { self[.mismatch] + self[.unknownPolicy] }
}

/// How many sessions have a new error.
package struct AffectedSessions: Hashable, Sendable {
  package var certain = 0
  /// Those that have one whatever users do, the certain ones included; not always the same one.
  package var robust = 0
  package var any = 0
  /// How many are expected to have one, in sixteenths; only where an estimate was asked for.
  package var expectedSixteenths = 0
  package var all = 0

  package mutating func add(_ session: SessionReport) {
    all += 1
    let best = session.findings.lazy.filter(\.isNewError).map(\.grade).min()
    if let best, best.isCertain { certain += 1 }
    let isRobust = best.map { $0 <= .robust } ?? false || session.hasErrorInEveryRun
    if isRobust { robust += 1 }
    if isRobust || best != nil || session.hasErrorInSomeRun { any += 1 }
    expectedSixteenths += isRobust ? 16 : session.affectedEstimates ?? (best != nil ? 16 : 0)
  }

  package var rate: AffectedRate { AffectedRate(sixteenths: expectedSixteenths, of: all) }

  package static func += (lhs: inout AffectedSessions, rhs: AffectedSessions) {
    lhs.certain += rhs.certain
    lhs.robust += rhs.robust
    lhs.any += rhs.any
    lhs.expectedSixteenths += rhs.expectedSixteenths
    lhs.all += rhs.all
  }
}

/// How large a part of the field's sessions is affected, of which those that were judged are some: the interval of Wilson (Probable Inference,
/// the Law of Succession, and Statistical Inference, 1927) that holds it in nine cases of ten.
///
/// In whole numbers, for a gate hangs on it: millionths, the lower end rounded down and the upper end rounded up.
package struct AffectedRate: Hashable, Sendable {
  package let sixteenths: Int
  /// The expected share of the sessions that were judged, in millionths, rounded.
  package let expected: Int
  /// The ends of the interval, in millionths.
  package let low: Int
  package let high: Int

  /// A whole, in millionths.
  package static var all: Int { 1_000_000 }

  /// Numbers of sessions are counted in millionths, too.
  private static var unit: Int { 1_000_000 }
  /// The 95 % quantile of the normal distribution in millionths, and its square in ``unit``.
  private static var quantile: Int { 1_644_854 }
  private static var square: Int { 2_705_543 }

  package init(sixteenths: Int, of count: Int) {
    self.sixteenths = sixteenths
    guard count > 0 else {
      (expected, low, high) = (0, 0, Self.all)
      return
    }
    // Beyond this many sessions the interval is as good as a point, and the products below need not be wider.
    let shift = max(0, Int.bitWidth - count.leadingZeroBitCount - 22)
    let (n, s) = (max(1, count >> shift), min(sixteenths >> shift, max(1, count >> shift) * 16))
    expected = (s * Self.all + 8 * n) / (16 * n)
    // n p (1 - p) + z² / 4, of which the root is taken, in unit².
    let product = UInt(s * (16 * n - s)).multipliedFullWidth(by: UInt(Self.unit * Self.unit))
    let variance = Int(UInt(256 * n).dividingFullWidth(product).quotient) + Self.square * Self.unit / 4
    let half = (Self.root(variance) * Self.quantile + 999_999) / 1_000_000
    let center = s * Self.unit / 16 + Self.square / 2
    let whole = n * Self.unit + Self.square
    low = min(max(0, (center - half) * Self.all / whole), expected)
    high = max(min(Self.all, ((center + half) * Self.all + whole - 1) / whole), expected)
  }

  /// The greatest whole number whose square is no more than that.
  private static func root(_ number: Int) -> Int {
    var (low, high) = (0, 1 << 31)
    while low < high {
      let middle = (low + high + 1) / 2
      if middle * middle <= number { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

struct AffectedFields: Fielded {
  var sessions = AffectedSessions()
  var isEstimated = false

  static var blank: Self { Self() }

  mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.derived(["certain": sessions.certain, "robust": sessions.robust, "any": sessions.any])
    let rate = isEstimated ? sessions.rate : nil
    form.derived("expected", ifAny: rate.map { FixedDecimal(number: $0.sixteenths * 625, places: 4) }, .atLeastZero)
    form.derived("low", ifAny: rate.map { FixedDecimal(number: $0.low) }, .part)
    form.derived("high", ifAny: rate.map { FixedDecimal(number: $0.high) }, .part)
    form.derived("of", sessions.all)
  }
}
