import PopupScheduling

/// The shapes of a chunk, and which of its events has which.
extension ChunkContent {
  /// Reads the shapes and the shape of every event, as versions 1 and 2 have them.
  mutating func readShapes(events: Int) throws(Malformed) {
    shapes.removeAll(keepingCapacity: true)
    hasVocabulary = false
    shapeOf.removeAll(keepingCapacity: true)
    var reader = reader(of: .shapes)
    if reader.remaining > 0 {
      let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.entries), "shapes")
      for _ in 0..<count { shapes.append(try DecodingShape(EventShape(&reader, names: nameCount))) }
      try finish(reader)
    }
    let codes = self.reader(of: .shape)
    guard events <= codes.remaining else { throw Malformed(.corrupt, "has fewer events than its head says") }
    guard events == 0 || !shapes.isEmpty else { throw Malformed(.corrupt, "has events without shapes") }
    try readShapeColumn(events: events, codes)
  }

  private mutating func readShapeColumn(events: Int, _ codes: ByteReader) throws(Malformed) {
    beginCounting()
    shapeOf.append(contentsOf: repeatElement(0, count: events))
    var codes = codes
    try readNumberedShapes(&codes, events: events, from: 0)
    for index in shapes.indices { usedShapes.append(Int32(index)) }
    try finish(codes)
  }

  /// Forgets how many events had each shape.
  mutating func beginCounting() {
    counts.removeAll(keepingCapacity: true)
    counts.append(contentsOf: repeatElement(0, count: shapes.count))
    usedShapes.removeAll(keepingCapacity: true)
  }

  /// Reads the shape of every event as its number.
  ///
  /// - Parameter base: The index of the shape with number 0.
  mutating func readNumberedShapes(_ codes: inout ByteReader, events: Int, from base: Int) throws(Malformed) {
    var read = 0
    while read < events {
      read += try readSmallShapes(&codes, read..<events, from: base)
      guard read < events else { break }
      let shape = base + (try codes.count(upTo: shapes.count - base - 1, "as a shape"))
      counts[shape] += 1
      shapeOf[read] = Int32(truncatingIfNeeded: shape)
      read += 1
    }
  }

  /// Reads shapes as long as they take one byte each, which is what most of them do; says how many.
  private mutating func readSmallShapes(
    _ codes: inout ByteReader, _ events: Range<Int>, from base: Int
  ) throws(Malformed) -> Int {
    let limit = UInt8(clamping: min(counts.count - base, 0x80))
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
            unsafe counts[base &+ Int(shape)] &+= 1
            unsafe shapeOf[events.lowerBound &+ count] = Int32(base) &+ Int32(shape)
            count &+= 1
          }
          return count
        }
      }
    }
    _ = try codes.take(count)
    return count
  }
}
