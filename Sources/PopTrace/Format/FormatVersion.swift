/// The version of the format, from which everything follows that names one: heads, the page of the format and its reader in Python, tests.
enum FormatVersion {
  /// The version that is written.
  static let current: UInt8 = 3
  /// The oldest reader that can read what is written. A change that readers can live with leaves it: they pass over kinds of events, sections
  /// and what stands at the end of a head that they do not know.
  static let minimumReader: UInt8 = 3
}
