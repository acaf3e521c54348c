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
