import PopupScheduling

/// A chunk's content taken apart: tables, shapes and columns. It is used for one chunk after another and keeps its memory.
struct ChunkContent: Sendable {
  var bytes: [UInt8] = []
  /// Where each name begins among the bytes, and where the last one ends. Texts are made when something refers to them (``Texts``).
  var nameStarts: [Int32] = [0]
  /// The members of all lists, as places in the names, and where each list begins.
  var members: [Int32] = []
  var listStarts: [Int] = [0]
  /// Popups' attributes, with names and lists as places in this chunk.
  var specs: [PopupSpec] = []
  var pageKinds: [PageSpec] = []
  var shapes: [DecodingShape] = []
  var shapeOf: [Int32] = []
  private(set) var columns = ChunkColumns()
  private(set) var head = ChunkHead()
  var counts: [Int] = []
  /// The indexes of the names that shapes of the vocabulary may have; -1 for one that is not there.
  var wellKnownNames = [Int32](repeating: -1, count: NamePieces.wellKnown.count)
  /// How many integers of each column the events take, counted from the column of shapes.
  private var needs = [Int](repeating: 0, count: ChunkSection.end - ChunkSection.shape.rawValue)
  private static let overColumn = ChunkSection.over.rawValue - ChunkSection.shape.rawValue
  private var sections = [Range<Int>](repeating: 0..<0, count: ChunkSection.end)
  var nameCount: Int { nameStarts.count - 1 }
  var listCount: Int { listStarts.count - 1 }
  func reader(of section: ChunkSection) -> ByteReader { ByteReader(bytes, sections[section.rawValue]) }

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
    // What a newer version has besides is passed over.
    var last = ChunkSection.end - 1
    while reader.remaining > 0 {
      let number = try reader.count(upTo: .max >> 1, "as a section")
      try require(number > last, "has its sections out of order")
      last = number
      _ = try reader.take(try reader.count(of: "bytes in a section"))
    }
  }

  private mutating func countNeeds() {
    for column in needs.indices { needs[column] = 0 }
    for (shape, count) in counts.enumerated() where count > 0 {
      var columns = shapes[shape].columns
      while columns != 0 {
        needs[columns.trailingZeroBitCount] += count
        columns &= columns - 1
      }
      let over = Int(shapes[shape].shape.overCount)
      if over > 0 { needs[Self.overColumn] += count * over }
    }
  }

  private mutating func read(_ column: ChunkSection, _ reader: inout ByteReader) throws(Malformed) {
    let needed = needs[column.rawValue - ChunkSection.shape.rawValue]
    let limit = column == .name ? UInt64(nameCount) : 1 << 63
    let rest = reader.position..<reader.end
    // What every event looks at is made a signed integer once and for all.
    let isSigned = column == .popup || column == .page
    reader.skip(try columns.read(column, count: needed, limit: limit, isSigned: isSigned, from: bytes, rest))
  }
}

/// A chunk's columns as integers, one column after another.
struct ChunkColumns: Sendable {
  /// All integers. After each column stands one more, so that a column can be looked at without asking whether it has ended.
  private(set) var integers: [UInt64] = []
  private(set) var starts = [Int](repeating: 0, count: ChunkSection.end)
  mutating func removeAll() { integers.removeAll(keepingCapacity: true) }

  /// Reads as many integers of a column, each below the limit; says how many bytes they took.
  mutating func read(
    _ column: ChunkSection, count: Int, limit: UInt64, isSigned: Bool = false, from bytes: [UInt8], _ range: Range<Int>
  ) throws(Malformed) -> Int {
    let start = integers.count
    starts[column.rawValue] = start
    // Each takes a byte at least.
    try require(count <= range.count, "has a column that is too short")
    guard count > 0 else {
      integers.append(0)
      return 0
    }
    integers.append(contentsOf: repeatElement(0, count: count + 1))
    let end = unsafe integers.withUnsafeMutableBufferPointer { integers in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        let column = integers.extracting(start..<start + count)
        return unsafe Self.read(column, limit, isSigned, UnsafeBufferPointer(rebasing: bytes[range]))
      }
    }
    guard let end else { throw Malformed("has a column with too few integers or one out of range") }
    return end
  }

  /// Reads integers until the column is full; says how many bytes they took, and nil where they run out or are out of range.
  private static func read(
    _ column: UnsafeMutableBufferPointer<UInt64>, _ limit: UInt64, _ isSigned: Bool, _ bytes: UnsafeBufferPointer<UInt8>
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
      unsafe column[index] = isSigned ? UInt64(bitPattern: Zigzag.decode(value)) : value
    }
    return column.isEmpty || highest < limit ? position : nil
  }
}

extension ChunkContent {
  mutating func readNames(_ reader: inout ByteReader) throws(Malformed) {
    nameStarts.removeAll(keepingCapacity: true)
    nameStarts.append(0)
    let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.names), "names")
    nameStarts.reserveCapacity(count + 1)
    var end = 0
    for _ in 0..<count {
      end += try reader.count(of: "bytes in a name")
      nameStarts.append(Int32(truncatingIfNeeded: end))
    }
    let first = Int32(truncatingIfNeeded: reader.position)
    try require(end <= reader.remaining, "has names that are too long")
    reader.skip(end)
    for index in nameStarts.indices { nameStarts[index] += first }
  }

  /// Reads the lists of names, each of which may have all but its first member from the one before.
  mutating func readLists(_ reader: inout ByteReader) throws(Malformed) {
    members.removeAll(keepingCapacity: true)
    listStarts.removeAll(keepingCapacity: true)
    listStarts.append(0)
    let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.names), "lists")
    var before = 0..<0
    var next: Int32 = 0
    for _ in 0..<count {
      let word = try reader.count(upTo: reader.remaining << 1 | 1, "names in a list")
      let isExpected = word == ChunkTables.expectedList
      let size = isExpected ? before.count : word >> 1
      let start = members.count
      if size > 0 {
        let first = Int64(next) &+ (isExpected ? 0 : try reader.zigzag())
        try require(first >= 0 && first < Int64(nameCount), "has a list of unknown names")
        members.append(Int32(first))
      }
      if word & 1 == 1 {
        guard ChunkLimits.tailedMembers.contains(size), before.count == size else {
          throw Malformed("has a list that goes on like another one, which is not there")
        }
        for index in before.dropFirst() { members.append(members[index]) }
      } else if size > 1 {
        for _ in 1..<size { members.append(Int32(try reader.count(upTo: nameCount - 1, "as a name"))) }
      }
      before = start..<members.count
      for index in before { next = max(next, members[index] + 1) }
      listStarts.append(members.count)
    }
  }

  mutating func readSpecs(_ reader: inout ByteReader) throws(Malformed) {
    specs.removeAll(keepingCapacity: true)
    let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.entries), "attributes of popups")
    try PopupAttributeCoding.read(count, from: &reader, into: &specs, names: nameCount, lists: listCount)
  }

  mutating func readPageKinds(_ reader: inout ByteReader) throws(Malformed) {
    pageKinds.removeAll(keepingCapacity: true)
    let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.entries), "kinds of pages")
    var next = 1
    for _ in 0..<count { pageKinds.append(try PageKindCoding.read(&reader, after: &next, lists: listCount)) }
  }
}

/// How much a chunk or a session may hold, so that a small file cannot ask for much memory: a byte of content may stand for many in memory.
enum ChunkLimits {
  static let names = 1 << 20
  static let entries = 1 << 16
  static let allNameBytes = ZstdFrame.contentLimit
  /// How many names a list has that has all but its first from the list before: few, so that no few bytes stand for many names.
  static let tailedMembers = 2...16

  static func check(_ count: Int, _ limit: Int, _ what: StaticString) throws(TraceError) {
    guard count > limit else { return }
    throw TraceError(.tooLarge, "A chunk has \(count) \(what), which is too much. Choose fewer events per chunk.")
  }
}

/// The parts of a chunk's content, in their order. What a newer version has besides stands behind them, each part as its number, the count
/// of its bytes, and those; a reader passes over numbers it does not know.
enum ChunkSection: Int, CaseIterable {
  case names = 1, lists, specs, pageKinds, segments, anchors, shapes
  case shape = 16, skip, time, cause, popup, page, timer, attributes, generation, name, value, over
  static let columns = allCases.filter { $0.rawValue > shape.rawValue }
  static let end = 28
}
