import PopSystem

/// Draws sessions again and again from those that were judged, to see by how much a value may differ by chance (<doc:Gate#Bootstrap>).
///
/// Efron, "Bootstrap Methods: Another Look at the Jackknife", Annals of Statistics 7, 1979. Sessions are drawn, not popups, for those of a
/// session depend on each other. Of n sessions n - 3 are drawn, with replacement: the values then spread as Student's t has it for n
/// sessions, of which ten are few. Every metric meets the same draws.
///
/// - Complexity: 1,000 n in units to make it, of which there are 1,024 at most.
package struct Bootstrap: Sendable {
  package static let resamples = 1000
  package static let needed = 950
  /// Fewer sessions that differ are no evidence: if each went up or down by the toss of a coin, four would agree in one case of 16.
  package static let leastUnits = 5

  private static let seed: UInt64 = 0x506F_7054_7261_6365

  package let units: Int
  /// By resample and unit: how often it was drawn.
  private let weights: [UInt16]

  package init(units: Int) {
    self.units = units
    var weights = [UInt16](repeating: 0, count: units * Self.resamples)
    if units >= Self.leastUnits {
      var random = SeededRandom(seed: Self.seed)
      for resample in 0..<Self.resamples {
        for _ in 0..<units - 3 { weights[resample * units + random.next(below: units)] += 1 }
      }
    }
    self.weights = weights
  }

  package var isPossible: Bool { units >= Self.leastUnits }

  func quotients(_ sums: [Quotient]) -> [Quotient] {
    let (parts, wholes) = (sums.map(\.part), sums.map(\.whole))
    return (0..<Self.resamples).map { Quotient(part: sum(parts, in: $0), whole: sum(wholes, in: $0)) }
  }

  func sum(_ numbers: [Int], in resample: Int) -> Int {
    let start = resample * units
    var sum = 0
    for unit in 0..<units { sum &+= Int(weights[start + unit]) &* numbers[unit] }
    return sum
  }
}
