import PopupScheduling

/// The shapes of a chunk, and which of its events has which.
extension ChunkContent {
  /// Reads the shapes and the shape of every event, as versions 1 and 2 have them.
  mutating func readShapes(events: Int) throws(Malformed) {
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

  // MARK: - Version 3

  /// Reads the chunk's own shapes and the shape of every event (version 3).
  mutating func readCompactShapes(_ reader: inout ByteReader, events: Int) throws(Malformed) {
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
