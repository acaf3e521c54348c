import PopupScheduling

/// The tables at the front of a chunk.
extension ChunkContent {
  /// Reads where each name begins.
  mutating func readNames(_ reader: inout ByteReader) throws(Malformed) {
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
    for index in nameStarts.indices { nameStarts[index] += first }
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
        guard first >= 0, first < Int64(nameCount) else { throw Malformed(.corrupt, "has a list of unknown names") }
        members.append(Int32(first))
      }
      if word & 1 == 1 {
        guard ChunkLimits.tailedMembers.contains(size), before.count == size else {
          throw Malformed(.corrupt, "has a list that goes on like another one, which is not there")
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

  /// Reads the attributes of popups.
  mutating func readSpecs(_ reader: inout ByteReader) throws(Malformed) {
    specs.removeAll(keepingCapacity: true)
    let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.entries), "attributes of popups")
    let (names, lists) = (nameCount, listCount)
    for _ in 0..<count {
      specs.append(try PopupAttributeCoding.read(&reader, after: specs, names: names, lists: lists))
    }
  }

  /// Reads the kinds of pages.
  mutating func readPageKinds(_ reader: inout ByteReader) throws(Malformed) {
    pageKinds.removeAll(keepingCapacity: true)
    let count = try reader.count(upTo: min(reader.remaining, ChunkLimits.entries), "kinds of pages")
    var next = 1
    for _ in 0..<count { pageKinds.append(try PageKindCoding.read(&reader, after: &next, lists: listCount)) }
  }
}
