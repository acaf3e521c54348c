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
  /// The chunk's head.
  private(set) var head = ChunkHead()
  /// How many events have each shape.
  private var counts: [Int] = []
  /// The place among the shapes of each number that the shape column may have; -1 for one that no event had so far.
  private var placeOf: [Int32] = []
  /// The places of the names that shapes of the vocabulary may have; -1 for one that is not there.
  private var wellKnownNames: [Int32] = []
  private var sections = [Range<Int>](repeating: 0..<0, count: ChunkSection.end)

  /// Whether names are written in pieces.
  var hasPieces: Bool { head.version >= FormatVersion.compact }

  /// How many names there are.
  var nameCount: Int { nameStarts.count - 1 }
  /// How many lists there are.
  var listCount: Int { listStarts.count - 1 }

  /// A reader of a section; of nothing where the chunk does not have it.
  func reader(of section: ChunkSection) -> ByteReader { ByteReader(bytes, sections[section.rawValue]) }

  /// Takes the content apart that the head promises.
  mutating func open(_ head: ChunkHead) throws(Malformed) {
    self.head = head
    for place in sections.indices { sections[place] = 0..<0 }
    guard hasPieces else { return try openSections(events: head.events) }
    var reader = ByteReader(bytes, bytes.indices)
    try readNames(&reader)
    try readLists(&reader)
    try readSpecs(&reader)
    try readPageKinds(&reader)
    for section in [ChunkSection.segments, .anchors] {
      sections[section.rawValue] = try reader.take(try reader.count(of: "bytes in a section"))
    }
    columns.removeAll()
    shapes.removeAll(keepingCapacity: true)
    shapeOf.removeAll(keepingCapacity: true)
    if head.events > 0 {
      try readCompactShapes(&reader, events: head.events)
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

  /// Takes the content apart as versions 1 and 2 have it.
  private mutating func openSections(events: Int) throws(Malformed) {
    try findSections()
    try inSection(.names) { content, reader throws(Malformed) in try content.readNames(&reader) }
    try inSection(.lists) { content, reader throws(Malformed) in try content.readLists(&reader) }
    try inSection(.specs) { content, reader throws(Malformed) in try content.readSpecs(&reader) }
    try inSection(.pageKinds) { content, reader throws(Malformed) in try content.readPageKinds(&reader) }
    try readShapes(events: events)
    columns.removeAll()
    for column in ChunkSection.columns {
      var reader = reader(of: column)
      try read(column, &reader)
      try finish(reader)
    }
  }

  /// Reads a table of a section; one that is absent is empty.
  private mutating func inSection(
    _ section: ChunkSection, _ read: (inout ChunkContent, inout ByteReader) throws(Malformed) -> Void
  ) throws(Malformed) {
    var reader = reader(of: section)
    if reader.remaining == 0 { reader = ByteReader([0], 0..<1) }
    try read(&self, &reader)
    try finish(reader)
  }

  private mutating func findSections() throws(Malformed) {
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

  private mutating func readNames(_ reader: inout ByteReader) throws(Malformed) {
    nameStarts.removeAll(keepingCapacity: true)
    nameStarts.append(0)
    let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.names), "names")
    nameStarts.reserveCapacity(count + 1)
    var end = readShortNames(&reader, count)
    while nameCount < count {
      end += try reader.count(of: "bytes in a name")
      guard end <= reader.end else { throw Malformed(.corrupt, "has names that are too long") }
      nameStarts.append(Int32(truncatingIfNeeded: end))
    }
    let first = Int32(truncatingIfNeeded: reader.position)
    _ = try reader.take(end)
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

  private mutating func readLists(_ reader: inout ByteReader) throws(Malformed) {
    members.removeAll(keepingCapacity: true)
    listStarts.removeAll(keepingCapacity: true)
    listStarts.append(0)
    let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.names), "lists")
    if hasPieces { return try readTailedLists(&reader, count) }
    var total = 0
    for _ in 0..<count {
      total += try reader.count(of: "names in a list")
      guard total <= reader.end else { throw Malformed(.corrupt, "has lists that are too long") }
      listStarts.append(total)
    }
    for _ in 0..<total { members.append(Int32(try reader.count(upTo: nameCount - 1, "as a name"))) }
  }

  /// Reads lists each of which may have all but its first member from the one before (version 3).
  private mutating func readTailedLists(_ reader: inout ByteReader, _ count: Int) throws(Malformed) {
    var before = 0..<0
    var next: Int32 = 0
    for _ in 0..<count {
      let word = try reader.count(upTo: reader.remaining << 1 | 1, "names in a list")
      let isExpected = word == ChunkTables.expectedList
      let size = isExpected ? before.count : word >> 1
      let start = members.count
      if size > 0 {
        let first = Int64(next) &+ (isExpected ? 0 : try reader.zigzag())
        guard first >= 0, first < Int64(nameCount) else { throw Malformed(.corrupt, "has a list of unknown names") }
        members.append(Int32(first))
      }
      if word & 1 == 1 {
        guard ChunkLimits.tailedMembers.contains(size), before.count == size else {
          throw Malformed(.corrupt, "has a list that goes on like another one, which is not there")
        }
        for place in before.dropFirst() { members.append(members[place]) }
      } else if size > 1 {
        for _ in 1..<size { members.append(Int32(try reader.count(upTo: nameCount - 1, "as a name"))) }
      }
      before = start..<members.count
      for place in before { next = max(next, members[place] + 1) }
      listStarts.append(members.count)
    }
  }

  private mutating func readSpecs(_ reader: inout ByteReader) throws(Malformed) {
    specs.removeAll(keepingCapacity: true)
    let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.entries), "attributes of popups")
    let (names, lists) = (nameCount, listCount)
    for _ in 0..<count {
      specs.append(
        hasPieces
          ? try SpecCoding.read(&reader, after: specs, names: names, lists: lists)
          : try SpecCoding.read(&reader, names: names, lists: lists))
    }
  }

  private mutating func readPageKinds(_ reader: inout ByteReader) throws(Malformed) {
    pageKinds.removeAll(keepingCapacity: true)
    let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.entries), "kinds of pages")
    var next = 1
    for _ in 0..<count {
      pageKinds.append(
        hasPieces
          ? try PageKindCoding.read(&reader, after: &next, lists: listCount)
          : try PageKindCoding.read(&reader, lists: listCount))
    }
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
    try readNumberedShapes(&codes, events: events)
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

  /// Reads a column: as many integers as the events' shapes ask for.
  private mutating func read(_ column: ChunkSection, _ reader: inout ByteReader) throws(Malformed) {
    var needed = 0
    if column == .over {
      for place in shapes.indices { needed += counts[place] * Int(shapes[place].overCount) }
    } else {
      let bit = column.rawValue - ChunkSection.shape.rawValue
      for place in shapes.indices { needed += counts[place] * Int(shapes[place].columns >> UInt16(bit) & 1) }
    }
    let limit = column == .name ? UInt64(nameCount) : 1 << 63
    let rest = reader.position..<reader.end
    reader.skip(try columns.read(column, count: needed, limit: limit, from: bytes, rest))
  }

  private func finish(_ reader: ByteReader) throws(Malformed) {
    guard reader.remaining == 0 else { throw Malformed(.corrupt, "has a section that is too long") }
  }
}

extension ChunkContent {
  /// Reads the chunk's own shapes and the shape of every event (version 3).
  private mutating func readCompactShapes(_ reader: inout ByteReader, events: Int) throws(Malformed) {
    let word = try reader.count(upTo: min(reader.remaining, ChunkLimits.entries) << 1 | 1, "shapes")
    findWellKnownNames()
    for _ in 0..<word >> 1 { shapes.append(try readOwnShape(&reader)) }
    let vocabulary = ShapeVocabulary.standard
    counts.removeAll(keepingCapacity: true)
    counts.append(contentsOf: repeatElement(0, count: shapes.count))
    placeOf.removeAll(keepingCapacity: true)
    for place in shapes.indices { placeOf.append(Int32(place)) }
    guard events <= reader.remaining << 2 else { throw Malformed(.corrupt, "has fewer events than its head says") }
    shapeOf.reserveCapacity(events)
    if word & 1 == 1 {
      placeOf.append(contentsOf: repeatElement(-1, count: vocabulary.shapes.count))
      try readRankedShapes(&reader, events: events, own: shapes.count, vocabulary)
    } else {
      guard events <= reader.remaining else { throw Malformed(.corrupt, "has fewer events than its head says") }
      shapeOf.append(contentsOf: repeatElement(0, count: events))
      try readNumberedShapes(&reader, events: events)
    }
  }

  /// Reads a shape of the chunk's own, which may be one of the vocabulary.
  private func readOwnShape(_ reader: inout ByteReader) throws(Malformed) -> ReadyShape {
    guard reader.remaining > 0, bytes[reader.position] == EventShape.common else {
      return try ReadyShape(EventShape(&reader, names: nameCount))
    }
    reader.skip(1)
    let vocabulary = ShapeVocabulary.standard.ready
    return try named(vocabulary[try reader.count(upTo: vocabulary.count - 1, "as a shape of the vocabulary")])
  }

  /// A shape of the vocabulary with the chunk's own place of its name.
  private func named(_ shape: ReadyShape) throws(Malformed) -> ReadyShape {
    guard shape.name >= 0 else { return shape }
    var shape = shape
    shape.name = wellKnownNames[Int(shape.name)]
    guard shape.name >= 0 else { throw Self.lacksName }
    return shape
  }

  private static var lacksName: Malformed { Malformed(.corrupt, "has a shape with a name that it does not have") }

  private mutating func readRankedShapes(
    _ reader: inout ByteReader, events: Int, own: Int, _ vocabulary: ShapeVocabulary
  ) throws(Malformed) {
    // Two bits an event, and integers behind them for those that these do not tell.
    let bits = try reader.take((events + 3) / 4).lowerBound
    guard events & 3 == 0 || bytes[bits + events / 4] >> UInt8(events & 3 * 2) == 0 else {
      throw Malformed(.corrupt, "has more shapes than events")
    }
    var row = vocabulary.start
    for event in 0..<events {
      var code = Int(bytes[bits + event / 4] >> UInt8(event & 3 * 2) & 3)
      if code == 3 { code += try reader.count(upTo: ShapeVocabulary.ranks + placeOf.count - 4, "as a shape") }
      let number =
        code < ShapeVocabulary.ranks
        ? own + Int(vocabulary.followers[row * ShapeVocabulary.ranks + code]) : code - ShapeVocabulary.ranks
      row = number < own ? vocabulary.start : number - own
      try take(number, own: own, vocabulary)
    }
  }

  private mutating func readNumberedShapes(_ codes: inout ByteReader, events: Int) throws(Malformed) {
    var read = 0
    while read < events {
      read += try readSmallShapes(&codes, read..<events)
      guard read < events else { break }
      let shape = try codes.count(upTo: shapes.count - 1, "as a shape")
      counts[shape] += 1
      shapeOf[read] = Int32(truncatingIfNeeded: shape)
      read += 1
    }
  }

  /// Notes the shape of the next event, and makes one of the vocabulary ready when it comes for the first time.
  @inline(__always)
  private mutating func take(_ number: Int, own: Int, _ vocabulary: ShapeVocabulary) throws(Malformed) {
    if placeOf[number] < 0 { try add(number, own: own, vocabulary) }
    let place = placeOf[number]
    counts[Int(place)] += 1
    shapeOf.append(place)
  }

  private mutating func add(_ number: Int, own: Int, _ vocabulary: ShapeVocabulary) throws(Malformed) {
    placeOf[number] = Int32(shapes.count)
    shapes.append(vocabulary.ready[number - own])
    let name = shapes[shapes.count - 1].name
    if name >= 0 {
      let place = wellKnownNames[Int(name)]
      guard place >= 0 else { throw Self.lacksName }
      shapes[shapes.count - 1].name = place
    }
    counts.append(0)
  }

  /// Finds the names that shapes of the vocabulary may have: each of them is a single piece.
  private mutating func findWellKnownNames() {
    wellKnownNames.removeAll(keepingCapacity: true)
    wellKnownNames.append(contentsOf: repeatElement(-1, count: NamePieces.wellKnown.count))
    for name in 0..<nameCount where nameStarts[name + 1] - nameStarts[name] == 1 {
      let byte = bytes[Int(nameStarts[name])]
      if let place = NamePieces.wellKnown.firstIndex(of: byte) { wellKnownNames[place] = Int32(name) }
    }
  }
}
