/// What the package's own hash tables mix into their hashes: another number in each process, so that no file can be made whose keys all meet.
///
/// No output depends on it, because nothing depends on the order of a table.
package enum HashSeed {
  /// The number, from where the standard library's own tables have theirs.
  package static let value: UInt64 = {
    var hasher = Hasher()
    hasher.combine(0x5EED)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }()
}
