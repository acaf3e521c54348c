/// What came of a baseline file.
package struct BaselineReport: Hashable, Sendable {
  /// The file, as the user named it.
  package var file: String
  /// How many findings it accepts.
  package var accepted = 0
  /// What it accepts and nobody has any more.
  package var stale: [Stale] = []
  /// Whether that fails the build.
  package var isStrict = false

  /// An acceptance of what is gone.
  package struct Stale: Hashable, Sendable {
    package var fingerprint: String
    /// What the file says of it: `lost-popup Coupon on HomeViewController`.
    package var words: String
    /// The line of the file.
    package var line: Int

    /// Makes one.
    package init(fingerprint: String, words: String, line: Int) {
      self.fingerprint = fingerprint
      self.words = words
      self.line = line
    }
  }

  /// Makes the report on a file.
  package init(file: String) { self.file = file }

  /// Whether it fails the build.
  package var isFailure: Bool { isStrict && !stale.isEmpty }
}
