/// Numbers that no two recordings share: for telling them apart, never for anything that a replay sees.
enum RandomNumber {
  /// The next one.
  static func next() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}
