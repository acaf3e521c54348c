import PopupScheduling

/// How much a chunk or a session may hold, so that a small file cannot ask for much memory: a byte of content may stand for many in memory.
enum ChunkLimits {
  /// The most names, or lists of names, of a chunk.
  static let names = 1 << 20
  /// The most entries of a chunk's other tables, and shapes.
  static let entries = 1 << 16
  /// The most bytes of all names of a chunk, in any form.
  static let allNameBytes = ZstdFrame.contentLimit
  /// How many names a list has that has all but its first from the list before: few, so that no few bytes stand for many names.
  static let tailedMembers = 2...16

  /// The error for a chunk that cannot be written.
  static func error(_ count: Int, _ what: String) -> TraceError {
    TraceError(.tooLarge, "A chunk has \(count) \(what), which is too much. Choose fewer events per chunk.")
  }
}
