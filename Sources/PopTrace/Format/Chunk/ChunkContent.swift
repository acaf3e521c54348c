import PopupScheduling

/// A chunk's content taken apart: tables, shapes and columns, ready for its segments to be read one after another.
///
/// A value that is used for one chunk after another and keeps its memory.
struct ChunkContent: Sendable {
  /// The content's bytes.
  var bytes: [UInt8] = []
  /// Where each name begins among the bytes; one more than there are names, so that the last one's end is known.
  ///
  /// Their texts are made when something refers to them (``ChunkTexts``): a byte may stand for a name that nothing does.
  var nameStarts: [Int32] = [0]
  /// The members of all lists, as places in the names, and where each list begins.
  var members: [Int32] = []
  var listStarts: [Int] = [0]
  /// Popups' attributes, with names and lists as places in this chunk.
  var specs: [PopupSpec] = []
  /// Pages' attributes, likewise, without containers.
  var pageKinds: [PageSpec] = []
  /// The shapes, those of the vocabulary first.
  var shapes: [DecodingShape] = []
  /// The shape of every event.
  var shapeOf: [Int32] = []
  /// The columns.
  private(set) var columns = ChunkColumns()
  /// The chunk's head.
  private(set) var head = ChunkHead()
  /// How many events have each shape.
  var counts: [Int] = []
  /// The indexes of the shapes that events have.
  var usedShapes: [Int32] = []
  /// Whether the first shapes are those of the vocabulary.
  var hasVocabulary = false
  /// The indexes of the names that shapes of the vocabulary may have; -1 for one that is not there.
  var wellKnownNames: [Int32] = []
  /// How many integers of each column the events take, counted from the column of shapes.
  private var needs = [Int](repeating: 0, count: ChunkSection.end - ChunkSection.shape.rawValue)
  private static let overColumn = ChunkSection.over.rawValue - ChunkSection.shape.rawValue
  private var sections = [Range<Int>](repeating: 0..<0, count: ChunkSection.end)

  /// How many names there are.
  var nameCount: Int { nameStarts.count - 1 }
  /// How many lists there are.
  var listCount: Int { listStarts.count - 1 }

  /// A reader of a section; of nothing where the chunk does not have it.
  func reader(of section: ChunkSection) -> ByteReader { ByteReader(bytes, sections[section.rawValue]) }

  /// Takes the content apart that the head promises.
  mutating func open(_ head: ChunkHead) throws(Malformed) {
    self.head = head
    for index in sections.indices { sections[index] = 0..<0 }
    var reader = ByteReader(bytes, bytes.indices)
    try readNames(&reader)
    try readLists(&reader)
    try readSpecs(&reader)
    try readPageKinds(&reader)
    for section in [ChunkSection.segments, .anchors] {
      sections[section.rawValue] = try reader.take(try reader.count(of: "bytes in a section"))
    }
    columns.removeAll()
    shapeOf.removeAll(keepingCapacity: true)
    if head.events > 0 {
      try readShapes(&reader, events: head.events)
      countNeeds()
      for column in ChunkSection.columns { try read(column, &reader) }
    }
    try passOverSections(&reader)
  }

  /// Sections that a newer version may have behind all that this one knows.
  private func passOverSections(_ reader: inout ByteReader) throws(Malformed) {
    var last = ChunkSection.end - 1
    while reader.remaining > 0 {
      let number = try reader.count(upTo: .max >> 1, "as a section")
      guard number > last else { throw Malformed(.corrupt, "has its sections out of order") }
      last = number
      _ = try reader.take(try reader.count(of: "bytes in a section"))
    }
  }

  /// Counts how many integers of each column the events' shapes ask for.
  private mutating func countNeeds() {
    for column in needs.indices { needs[column] = 0 }
    for used in usedShapes {
      let (shape, count) = (Int(used), counts[Int(used)])
      var columns = shapes[shape].columns
      while columns != 0 {
        needs[columns.trailingZeroBitCount] += count
        columns &= columns - 1
      }
      needs[Self.overColumn] += count * Int(shapes[shape].overCount)
    }
  }

  /// Reads a column: as many integers as the events' shapes ask for.
  private mutating func read(_ column: ChunkSection, _ reader: inout ByteReader) throws(Malformed) {
    let needed = needs[column.rawValue - ChunkSection.shape.rawValue]
    let limit = column == .name ? UInt64(nameCount) : 1 << 63
    let rest = reader.position..<reader.end
    reader.skip(try columns.read(column, count: needed, limit: limit, from: bytes, rest))
  }
}

/// A chunk's columns as integers, one column after another.
struct ChunkColumns: Sendable {
  /// All integers. After each column stands one more, so that a column can be looked at without asking whether it has ended.
  private(set) var integers: [UInt64] = []
  /// Where each column begins.
  private(set) var starts = [Int](repeating: 0, count: ChunkSection.end)

  /// Forgets everything and keeps the memory.
  mutating func removeAll() { integers.removeAll(keepingCapacity: true) }

  /// Reads as many integers of a column, each below the limit; says how many bytes they took.
  mutating func read(
    _ column: ChunkSection, count: Int, limit: UInt64, from bytes: [UInt8], _ range: Range<Int>
  ) throws(Malformed) -> Int {
    let start = integers.count
    starts[column.rawValue] = start
    // Each takes a byte at least.
    guard count <= range.count else { throw Malformed(.corrupt, "has a column that is too short") }
    integers.append(contentsOf: repeatElement(0, count: count + 1))
    guard count > 0 else { return 0 }
    let end = unsafe integers.withUnsafeMutableBufferPointer { integers in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        let column = integers.extracting(start..<start + count)
        return unsafe Self.read(column, limit, UnsafeBufferPointer(rebasing: bytes[range]))
      }
    }
    guard let end else { throw Malformed(.corrupt, "has a column with too few integers or one out of range") }
    return end
  }

  /// Reads integers until the column is full; says how many bytes they took, and nil where they run out or are out of range.
  private static func read(
    _ column: UnsafeMutableBufferPointer<UInt64>, _ limit: UInt64, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var position = 0
    var highest: UInt64 = 0
    for index in 0..<column.count {
      guard position < bytes.count else { return nil }
      var value = unsafe UInt64(bytes[position])
      position &+= 1
      if value >= 0x80 {
        value &= 0x7F
        var shift: UInt64 = 7
        var next: UInt8 = 0x80
        while next >= 0x80 {
          guard position < bytes.count, shift < 63 else { return nil }
          next = unsafe bytes[position]
          position &+= 1
          value |= UInt64(next & 0x7F) &<< shift
          shift &+= 7
        }
      }
      highest = max(highest, value)
      unsafe column[index] = value
    }
    return column.isEmpty || highest < limit ? position : nil
  }
}
