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

/// The parts of a chunk's content.
///
/// They follow one another in this order. What a newer version has besides stands behind them, each part as its number, the count of its bytes,
/// and those; a reader passes over numbers it does not know.
enum ChunkSection: Int, CaseIterable {
  case names = 1
  case lists = 2
  case specs = 3
  case pageKinds = 4
  case segments = 5
  case anchors = 6
  case shapes = 7
  // The columns: one integer for each event whose shape says so.
  case shape = 16
  case skip = 17
  case time = 18
  case cause = 19
  case popup = 20
  case page = 21
  case timer = 22
  case attributes = 23
  case generation = 24
  case name = 25
  case value = 26
  case over = 27

  /// The columns that events take integers from.
  static let columns: [ChunkSection] = [
    .skip, .time, .cause, .popup, .page, .timer, .attributes, .generation, .name, .value, .over,
  ]

  /// One more than the largest number.
  static let end = 28
}
