import PopupScheduling

/// The shapes of a chunk, and which of its events has which: those of the vocabulary, and behind them the chunk's own.
extension ChunkContent {
  mutating func readShapes(_ reader: inout ByteReader, events: Int) throws(Malformed) {
    let word = try reader.count(upTo: min(reader.remaining, ChunkLimits.entries) << 1 | 1, "shapes")
    let isRanked = word & 1 == 1
    let vocabulary = ShapeVocabulary.standard
    beginVocabulary(vocabulary)
    for _ in 0..<word >> 1 { shapes.append(try readOwnShape(&reader)) }
    counts.removeAll(keepingCapacity: true)
    counts.append(contentsOf: repeatElement(0, count: shapes.count))
    try require(events <= reader.remaining << (isRanked ? 2 : 0), "has fewer events than its head says")
    // Two bits an event where they are ranked, and integers behind them for those that these do not tell.
    let bits = try reader.take(isRanked ? (events + 3) / 4 : 0).lowerBound
    let isFull = !isRanked || events & 3 == 0 || bytes[bits + events / 4] >> UInt8(events & 3 * 2) == 0
    try require(isFull, "has more shapes than events")
    shapeOf.append(contentsOf: repeatElement(0, count: events))
    try readShapes(&reader, bits: isRanked ? bits : nil, vocabulary)
    for shape in vocabulary.named where counts[shape] > 0 && shapes[shape].shape.name < 0 { throw Self.lacksName }
  }

  /// Puts the shapes of the vocabulary in front, where they stay from one chunk to the next, with this chunk's places of their names.
  private mutating func beginVocabulary(_ vocabulary: ShapeVocabulary) {
    if shapes.isEmpty {
      // Most chunks have few of their own, which then find room.
      shapes.reserveCapacity(vocabulary.ready.count + 32)
      shapes.append(contentsOf: vocabulary.ready)
    }
    shapes.removeLast(shapes.count - vocabulary.shapes.count)
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
  private mutating func readShapes(
    _ reader: inout ByteReader, bits: Int?, _ vocabulary: ShapeVocabulary
  ) throws(Malformed) {
    let common = vocabulary.shapes.count
    let own = shapes.count - common
    var walk = ShapeWalk(row: vocabulary.start)
    while true {
      reader.skip(readShortShapes(&walk, bits: bits, reader.position..<reader.end, vocabulary))
      guard walk.event < shapeOf.count else { return }
      // What is left is a number of several bytes, or one that is out of range.
      let limit = bits == nil ? own - 1 : shapes.count
      let code = try reader.count(upTo: limit, "as a shape") + (bits == nil ? 1 : 0)
      let last = Int(vocabulary.followers[walk.row * ShapeVocabulary.ranks + ShapeVocabulary.ranks - 1])
      let index = code == 0 ? last : code <= own ? common + code - 1 : code - 1 - own
      counts[index] += 1
      shapeOf[walk.event] = Int32(truncatingIfNeeded: index)
      walk.row = min(index, common)
      walk.event += 1
    }
  }

  private struct ShapeWalk {
    var event = 0
    var row: Int
  }

  /// Reads shapes as long as they take no more than a byte beside their two bits, as nearly all do; says how many such bytes there were.
  private mutating func readShortShapes(
    _ walk: inout ShapeWalk, bits: Int?, _ rest: Range<Int>, _ vocabulary: ShapeVocabulary
  ) -> Int {
    let common = vocabulary.shapes.count
    let own = shapes.count - common
    let limit = min(bits == nil ? own : shapes.count + 1, 0x80)
    // Without ranks nothing is the chunk's first own shape, with them the last of the ranks.
    let shift = bits == nil ? 1 : 0
    var next = rest.lowerBound
    // The bits were taken, rows and followers are shapes of the vocabulary, and a number is compared with how many there are.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe vocabulary.followers.withUnsafeBufferPointer { followers in
        unsafe counts.withUnsafeMutableBufferPointer { counts in
          unsafe shapeOf.withUnsafeMutableBufferPointer { shapeOf in
            var (event, row) = (walk.event, walk.row)
            while event < shapeOf.count {
              var rank = ShapeVocabulary.ranks - 1
              if let bits { rank = unsafe Int(bytes[bits &+ event >> 2] &>> UInt8(event & 3 &* 2) & 3) }
              var index = -1
              if rank == ShapeVocabulary.ranks - 1 {
                guard next < rest.upperBound, unsafe Int(bytes[next]) < limit else { break }
                // The chunk's own come first.
                let number = unsafe Int(bytes[next]) &+ shift
                next &+= 1
                if number > 0 { index = number <= own ? common &+ number &- 1 : number &- 1 &- own }
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
}
