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
  private(set) var nameStarts: [Int32] = [0]
  /// The members of all lists, as places in the names, and where each list begins.
  private(set) var members: [Int32] = []
  private(set) var listStarts: [Int] = [0]
  /// Popups' attributes, with names and lists as places in this chunk.
  private(set) var specs: [PopupSpec] = []
  /// Pages' attributes, likewise, without containers.
  private(set) var pageKinds: [PageSpec] = []
  /// The shapes.
  private(set) var shapes: [ReadyShape] = []
  /// The shape of every event.
  private(set) var shapeOf: [Int32] = []
  /// The columns.
  private(set) var columns = ChunkColumns()
  /// How many events have each shape.
  private var counts: [Int] = []
  private var sections = [Range<Int>](repeating: 0..<0, count: ChunkSection.end)

  /// How many names there are.
  var nameCount: Int { nameStarts.count - 1 }
  /// How many lists there are.
  var listCount: Int { listStarts.count - 1 }

  /// A reader of a section; of nothing where the chunk does not have it.
  func reader(of section: ChunkSection) -> ByteReader { ByteReader(bytes, sections[section.rawValue]) }

  /// Takes the content apart.
  ///
  /// - Parameter events: How many events the chunk's head promises.
  mutating func open(events: Int) throws(Malformed) {
    try findSections()
    try readNames()
    try readLists()
    try readSpecs()
    try readPageKinds()
    try readShapes(events: events)
    try readColumns()
  }

  private mutating func findSections() throws(Malformed) {
    for place in sections.indices { sections[place] = 0..<0 }
    var reader = ByteReader(bytes, 0..<bytes.count)
    var last = 0
    while reader.remaining > 0 {
      let number = try reader.count(upTo: .max >> 1, "as a section")
      guard number > last else { throw Malformed(.corrupt, "has its sections out of order") }
      let size = try reader.count(of: "bytes in a section")
      let range = try reader.take(size)
      if number < ChunkSection.end { sections[number] = range }
      last = number
    }
  }

  private mutating func readNames() throws(Malformed) {
    nameStarts.removeAll(keepingCapacity: true)
    nameStarts.append(0)
    var reader = reader(of: .names)
    guard reader.remaining > 0 else { return }
    let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.names), "names")
    nameStarts.reserveCapacity(count + 1)
    var end = readShortNames(&reader, count)
    while nameCount < count {
      end += try reader.count(of: "bytes in a name")
      guard end <= reader.end else { throw Malformed(.corrupt, "has names that are too long") }
      nameStarts.append(Int32(truncatingIfNeeded: end))
    }
    guard end == reader.remaining else { throw Malformed(.corrupt, "has a section that is too long") }
    let first = Int32(truncatingIfNeeded: reader.position)
    for place in nameStarts.indices { nameStarts[place] += first }
  }

  /// Reads the lengths of names as long as they take one byte each; says how long the names are together.
  private mutating func readShortNames(_ reader: inout ByteReader, _ count: Int) -> Int {
    let start = reader.position
    let most = min(count, reader.remaining)
    var end: Int32 = 0
    var read = 0
    nameStarts.append(contentsOf: repeatElement(0, count: most))
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe nameStarts.withUnsafeMutableBufferPointer { starts in
        while read < most {
          let length = unsafe bytes[start &+ read]
          guard length < 0x80 else { break }
          // At most 2^20 names of 127 bytes each.
          end &+= Int32(length)
          read &+= 1
          unsafe starts[read] = end
        }
      }
    }
    nameStarts.removeLast(most - read)
    reader.skip(read)
    return Int(end)
  }

  private mutating func readLists() throws(Malformed) {
    members.removeAll(keepingCapacity: true)
    listStarts.removeAll(keepingCapacity: true)
    listStarts.append(0)
    var reader = reader(of: .lists)
    guard reader.remaining > 0 else { return }
    let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.names), "lists")
    var total = 0
    for _ in 0..<count {
      total += try reader.count(of: "names in a list")
      guard total <= reader.end else { throw Malformed(.corrupt, "has lists that are too long") }
      listStarts.append(total)
    }
    for _ in 0..<total { members.append(Int32(try reader.count(upTo: nameCount - 1, "as a name"))) }
    try finish(reader)
  }

  private mutating func readSpecs() throws(Malformed) {
    specs.removeAll(keepingCapacity: true)
    var reader = reader(of: .specs)
    guard reader.remaining > 0 else { return }
    let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.entries), "attributes of popups")
    for _ in 0..<count { specs.append(try SpecCoding.read(&reader, names: nameCount, lists: listCount)) }
    try finish(reader)
  }

  private mutating func readPageKinds() throws(Malformed) {
    pageKinds.removeAll(keepingCapacity: true)
    var reader = reader(of: .pageKinds)
    guard reader.remaining > 0 else { return }
    let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.entries), "kinds of pages")
    for _ in 0..<count { pageKinds.append(try PageKindCoding.read(&reader, lists: listCount)) }
    try finish(reader)
  }

  private mutating func readShapes(events: Int) throws(Malformed) {
    shapes.removeAll(keepingCapacity: true)
    shapeOf.removeAll(keepingCapacity: true)
    var reader = reader(of: .shapes)
    if reader.remaining > 0 {
      let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.entries), "shapes")
      for _ in 0..<count { shapes.append(try ReadyShape(EventShape(&reader, names: nameCount))) }
      try finish(reader)
    }
    let codes = self.reader(of: .shape)
    guard events <= codes.remaining else { throw Malformed(.corrupt, "has fewer events than its head says") }
    guard events == 0 || !shapes.isEmpty else { throw Malformed(.corrupt, "has events without shapes") }
    try readShapeColumn(events: events, codes)
  }

  private mutating func readShapeColumn(events: Int, _ codes: ByteReader) throws(Malformed) {
    counts.removeAll(keepingCapacity: true)
    counts.append(contentsOf: repeatElement(0, count: shapes.count))
    shapeOf.append(contentsOf: repeatElement(0, count: events))
    var codes = codes
    var read = 0
    while read < events {
      read += try readSmallShapes(&codes, read..<events)
      guard read < events else { break }
      let shape = try codes.count(upTo: shapes.count - 1, "as a shape")
      counts[shape] += 1
      shapeOf[read] = Int32(truncatingIfNeeded: shape)
      read += 1
    }
    try finish(codes)
  }

  /// Reads shapes as long as they take one byte each, which is what most of them do; says how many.
  private mutating func readSmallShapes(_ codes: inout ByteReader, _ events: Range<Int>) throws(Malformed) -> Int {
    let limit = UInt8(clamping: min(counts.count, 0x80))
    let start = codes.position
    let most = min(codes.remaining, events.count)
    let count = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe counts.withUnsafeMutableBufferPointer { counts in
        unsafe shapeOf.withUnsafeMutableBufferPointer { shapeOf in
          var count = 0
          while count < most {
            let shape = unsafe bytes[start &+ count]
            guard shape < limit else { break }
            // Below the limit, and so below the number of shapes.
            unsafe counts[Int(shape)] &+= 1
            unsafe shapeOf[events.lowerBound &+ count] = Int32(shape)
            count &+= 1
          }
          return count
        }
      }
    }
    _ = try codes.take(count)
    return count
  }

  /// Reads all columns, which must hold exactly as many integers as the events' shapes ask for.
  private mutating func readColumns() throws(Malformed) {
    columns.removeAll()
    for column in ChunkSection.columns {
      var needed = 0
      for place in shapes.indices { needed += counts[place] * shapes[place].takes(from: column) }
      let limit = column == .name ? UInt64(nameCount) : 1 << 63
      try columns.read(column, count: needed, limit: limit, from: bytes, sections[column.rawValue])
    }
  }

  private func finish(_ reader: ByteReader) throws(Malformed) {
    guard reader.remaining == 0 else { throw Malformed(.corrupt, "has a section that is too long") }
  }
}
