import PopupScheduling
import Testing

@testable import PopTrace

@Suite("The names of a chunk")
struct ChunkTextsTests {
  /// A chunk with these names and nothing else.
  private func content(_ names: [[UInt8]]) throws -> ChunkContent {
    var table: [UInt8] = []
    table.append(count: names.count)
    for name in names { table.append(count: name.count) }
    table += names.joined()
    var chunk = ChunkContent()
    chunk.bytes = table + [0, 0, 0, 0, 0]
    try chunk.open(ChunkHead())
    return chunk
  }

  private func texts(_ names: [String], _ texts: inout ChunkContent.Texts) throws -> [String] {
    let chunk = try content(names.map(NamePieces.encode))
    texts.removeAll()
    var read: [String] = []
    // From the last on, and each twice.
    for index in names.indices.reversed() {
      read.append(try texts.text(of: index, in: chunk))
      _ = try texts.text(of: index, in: chunk)
    }
    return read.reversed()
  }

  @Test("They are what they are, chunk after chunk, whatever the ones before had")
  func chunks() throws {
    var all = ChunkContent.Texts()
    for count in [3, 100, 1, 40, 64, 65, 16, 17, 15, 0, 200] {
      for suffix in ["", "é"] {
        let names = (0..<count).map { "name \($0) ViewController" + ($0 == count / 2 ? suffix : "") }
        #expect(try texts(names, &all) == names)
      }
    }
  }

  @Test("Two that are the same are refused, wherever they stand and however many there are")
  func twice() throws {
    for count in [2, 3, 14, 15, 16, 17, 18, 63, 64, 65, 66, 90] {
      for (one, other) in [(0, count - 1), (count / 2 - 1, count / 2)] {
        for suffix in ["", "é"] {
          var names = (0..<count).map { "n\($0)" }
          names[count / 2] += suffix
          names[one] = names[other]
          var all = ChunkContent.Texts()
          #expect(throws: Malformed.self, "\(count)") { try texts(names, &all) }
          // And behind it the next chunk is what it is.
          #expect(try texts(["a", "b"], &all) == ["a", "b"])
        }
      }
    }
    // In two ways to write it.
    let chunk = try content([[0x80], Array("ViewController".utf8)])
    var all = ChunkContent.Texts()
    #expect(try all.text(of: 0, in: chunk) == "ViewController")
    #expect(throws: Malformed.self) { try all.text(of: 1, in: chunk) }
    // As characters that are the same for who reads them.
    #expect(throws: Malformed.self) { try texts(["\u{E9}", "e\u{301}"], &all) }
  }

  @Test("All of a chunk together are no longer than a chunk's content may be, and each chunk begins anew")
  func length() throws {
    // The longest piece takes a byte, so that few bytes stand for many.
    let piece = try #require(NamePieces.texts.indices.max { NamePieces.texts[$0].count < NamePieces.texts[$1].count })
    let size = NamePieces.texts[piece].utf8.count
    let long = [UInt8](repeating: NamePieces.first + UInt8(piece), count: 1_000_000 / size)
    let count = ChunkLimits.allNameBytes / (long.count * size) + 1
    let chunk = try content((0..<count).map { long + [0x41 + UInt8($0)] })
    var all = ChunkContent.Texts()
    for _ in 0..<2 {
      for index in 0..<count - 1 { #expect(try all.text(of: index, in: chunk).utf8.count == long.count * size + 1) }
      #expect(throws: Malformed.self) { try all.text(of: count - 1, in: chunk) }
      all.removeAll()
    }
  }

  @Test("Their lengths are in one byte or several, and none goes beyond the chunk")
  func lengths() throws {
    for sizes in [[], [0], [127, 128, 1], [128], [300, 5], [5, 127, 20_000, 0, 127]] {
      let chunk = try content(sizes.map { [UInt8](repeating: 0x41, count: $0) })
      #expect(chunk.nameCount == sizes.count)
      var all = ChunkContent.Texts()
      for (index, size) in sizes.enumerated() {
        all.removeAll()
        #expect(try all.text(of: index, in: chunk).utf8.count == size)
      }
    }
    for (table, isRefused) in [
      ([2, 1, 3, 0x41], true), ([1, 9], true), ([1, 5, 0x41, 0x42], false), ([1, 6, 0x41], true),
    ] as [([UInt8], Bool)] {
      var chunk = ChunkContent()
      chunk.bytes = table + [0, 0, 0, 0, 0]
      // What is too long takes the bytes of what stands behind it.
      if isRefused {
        #expect(throws: Malformed.self, "\(table)") { try chunk.open(ChunkHead()) }
      } else {
        var reader = ByteReader(chunk.bytes, chunk.bytes.indices)
        try chunk.readNames(&reader)
        #expect(chunk.nameCount == 1 && reader.remaining == 2)
      }
    }
  }
}
