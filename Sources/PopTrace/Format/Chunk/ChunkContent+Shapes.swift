import PopupScheduling

/// The shapes of a chunk, and which of its events has which: those of the vocabulary, and behind them the chunk's own.
extension ChunkContent {
  mutating func readShapes(_ reader: inout ByteReader, events: Int) throws(Malformed) {
    let word = try reader.count(upTo: min(reader.remaining, ChunkLimits.entries) << 1 | 1, "shapes")
    let vocabulary = ShapeVocabulary.standard
    beginVocabulary(vocabulary)
    for _ in 0..<word >> 1 { shapes.append(try readOwnShape(&reader)) }
    counts.removeAll(keepingCapacity: true)
    counts.append(contentsOf: repeatElement(0, count: shapes.count))
    usedShapes.removeAll(keepingCapacity: true)
    try require(events <= reader.remaining << 2, "has fewer events than its head says")
    if word & 1 == 1 {
      try readRankedShapes(&reader, events: events, vocabulary)
    } else {
      try require(events <= reader.remaining, "has fewer events than its head says")
      shapeOf.append(contentsOf: repeatElement(0, count: events))
      try readNumberedShapes(&reader, events: events, from: vocabulary.shapes.count)
    }
    for index in shapes.indices where counts[index] > 0 { usedShapes.append(Int32(truncatingIfNeeded: index)) }
    for shape in vocabulary.named where counts[shape] > 0 && shapes[shape].shape.name < 0 { throw Self.lacksName }
  }

  /// Puts the shapes of the vocabulary in front, where they stay from one chunk to the next, with this chunk's places of their names.
  private mutating func beginVocabulary(_ vocabulary: ShapeVocabulary) {
    if hasVocabulary {
      shapes.removeLast(shapes.count - vocabulary.shapes.count)
    } else {
      shapes.removeAll(keepingCapacity: true)
      shapes.append(contentsOf: vocabulary.ready)
      hasVocabulary = true
    }
    // Each of the names that its shapes may have is a single piece.
    for index in wellKnownNames.indices { wellKnownNames[index] = -1 }
    for name in 0..<nameCount where nameStarts[name + 1] - nameStarts[name] == 1 {
      let byte = bytes[Int(nameStarts[name])]
      if let index = NamePieces.wellKnown.firstIndex(of: byte) { wellKnownNames[index] = Int32(name) }
    }
    for shape in vocabulary.named { shapes[shape].shape.name = wellKnownNames[Int(vocabulary.shapes[shape].name)] }
  }

  private func readOwnShape(_ reader: inout ByteReader) throws(Malformed) -> DecodingShape {
    guard reader.remaining > 0, bytes[reader.position] == EventShape.common else {
      return try DecodingShape(EventShape(&reader, names: nameCount))
    }
    reader.skip(1)
    let last = ShapeVocabulary.standard.shapes.count - 1
    let shape = shapes[try reader.count(upTo: last, "as a shape of the vocabulary")]
    // Whether it has a name that the chunk lacks: it has none, or one that was found.
    guard shape.shape.name >= 0 || !shape.shape.modes.gives(.name) else { throw Self.lacksName }
    return shape
  }

  private static var lacksName: Malformed { Malformed("has a shape with a name that it does not have") }

  /// Reads the shape of every event as its rank among those that usually come next, or as its number.
  private mutating func readRankedShapes(
    _ reader: inout ByteReader, events: Int, _ vocabulary: ShapeVocabulary
  ) throws(Malformed) {
    // Two bits an event, and integers behind them for those that these do not tell.
    let bits = try reader.take((events + 3) / 4).lowerBound
    try require(
      events & 3 == 0 || bytes[bits + events / 4] >> UInt8(events & 3 * 2) == 0, "has more shapes than events")
    shapeOf.append(contentsOf: repeatElement(0, count: events))
    let common = vocabulary.shapes.count
    let own = shapes.count - common
    var walk = RankedWalk(row: vocabulary.start)
    while true {
      reader.skip(readShortShapes(&walk, until: events, bits: bits, reader.position..<reader.end, vocabulary))
      guard walk.event < events else { return }
      // What is left is a number of several bytes, or one that is out of range.
      let code = try reader.count(upTo: shapes.count, "as a shape")
      let last = Int(vocabulary.followers[walk.row * ShapeVocabulary.ranks + ShapeVocabulary.ranks - 1])
      let index = code == 0 ? last : code <= own ? common + code - 1 : code - 1 - own
      counts[index] += 1
      shapeOf[walk.event] = Int32(truncatingIfNeeded: index)
      walk.row = min(index, common)
      walk.event += 1
    }
  }

  private struct RankedWalk {
    var event = 0
    var row: Int
  }

  /// Reads shapes as long as they take no more than a byte beside their two bits, as nearly all do; says how many such bytes there were.
  private mutating func readShortShapes(
    _ walk: inout RankedWalk, until events: Int, bits: Int, _ rest: Range<Int>, _ vocabulary: ShapeVocabulary
  ) -> Int {
    let common = vocabulary.shapes.count
    let all = shapes.count
    let own = all - common
    var next = rest.lowerBound
    // The bits were taken, rows and followers are shapes of the vocabulary, and a number is compared with how many there are.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe vocabulary.followers.withUnsafeBufferPointer { followers in
        unsafe counts.withUnsafeMutableBufferPointer { counts in
          unsafe shapeOf.withUnsafeMutableBufferPointer { shapeOf in
            var (event, row) = (walk.event, walk.row)
            while event < events {
              let rank = unsafe Int(bytes[bits &+ event >> 2] &>> UInt8(event & 3 &* 2) & 3)
              var index = -1
              if rank == ShapeVocabulary.ranks - 1 {
                guard next < rest.upperBound else { break }
                let byte = unsafe Int(bytes[next])
                guard byte < 0x80, byte <= all else { break }
                next &+= 1
                // Nothing is the last of the ranks; the rest are numbers, the chunk's own first.
                if byte > 0 { index = byte <= own ? common &+ byte &- 1 : byte &- 1 &- own }
              }
              if index < 0 { index = unsafe Int(followers[row &* ShapeVocabulary.ranks &+ rank]) }
              unsafe counts[index] &+= 1
              unsafe shapeOf[event] = Int32(truncatingIfNeeded: index)
              row = min(index, common)
              event &+= 1
            }
            (walk.event, walk.row) = (event, row)
          }
        }
      }
    }
    return next - rest.lowerBound
  }

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
