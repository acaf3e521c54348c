extension ThresholdReport.ChangeInterval {
  /// `+62.1 % (+40.0 … +81.3)`.
  ///
  /// - Parameter word: What stands between the ends of the interval.
  func words(between word: String) -> String {
    "\(Self.signed(measured)) % (\(Self.signed(low)) \(word) \(Self.signed(high)))"
  }

  private static func signed(_ millionths: Int) -> String {
    let permille = (Int(clamping: millionths.magnitude) + 500) / 1000
    return "\(millionths < 0 && permille > 0 ? "-" : "+")\(grouping(permille / 10)).\(permille % 10)"
  }
}
