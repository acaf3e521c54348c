/// The versions of the format.
///
/// Every version is read for ever; what is written is of the current one. What each of them added is said by the page of the format.
enum FormatVersion {
  /// The version of the first traces.
  static let first: UInt8 = 1
  /// The version that made short sessions small: everything in it is laid out in another way than before.
  static let compact: UInt8 = 3
  /// The version that is written.
  static let current: UInt8 = compact
}
