import PopupScheduling
import Testing

@testable import PopTrace

@Suite("How much a chunk may hold")
struct ChunkLimitTests {
  /// The tables of chunks that hold a lot of one thing: what stands in front of it, what each takes, and how many there may be.
  static let tables: [(front: [UInt8], each: [UInt8], most: Int)] = [
    ([], [0], 1 << 20), ([0], [0], 1 << 20), ([0, 0], [0, 0], 1 << 16), ([0, 0, 0], [2], 1 << 16),
  ]

  @Test(
    "As many names, lists, attributes and kinds of pages are read as there may be, and not one more", arguments: 0..<4)
  func reading(table: Int) throws {
    let (front, each, most) = Self.tables[table]
    for count in [most, most + 1] {
      var content = front
      content.append(count: count)
      content += Array(repeating: each, count: count).joined() + [UInt8](repeating: 0, count: 5 - front.count)
      var chunk = ChunkContent()
      chunk.bytes = content
      var isRead = true
      do { try chunk.open(ChunkHead()) } catch { isRead = false }
      #expect(isRead == (count == most), "\(count)")
      guard isRead else { continue }
      #expect([chunk.nameCount, chunk.listCount, chunk.specs.count, chunk.pageKinds.count][table] == count)
    }
  }

  @Test("A chunk takes what a reader takes, and says when it should have no more")
  func writing() throws {
    func tables(_ count: Int, _ add: (inout ChunkTables, Int) -> Void) -> (isRefused: Bool, isNearlyFull: Bool) {
      var tables = ChunkTables()
      for number in 0..<count { add(&tables, number) }
      return ((try? tables.check()) == nil, tables.isNearlyFull)
    }
    func spec(_ tables: inout ChunkTables, _ number: Int) {
      var spec = PopupSpec(name: .none)
      spec.level = Int32(number)
      _ = tables.index(of: spec)
    }
    func kind(_ tables: inout ChunkTables, _ number: Int) {
      var kind = PageSpec()
      kind.classes = NameListID(number)
      _ = tables.index(of: kind)
    }
    for add in [spec, kind] {
      #expect(tables(1 << 15, add) == (false, false) && tables(1 << 15 + 1, add) == (false, true))
      #expect(tables(1 << 16, add) == (false, true) && tables(1 << 16 + 1, add) == (true, true))
    }
    func long(_ tables: inout ChunkTables, _ number: Int) {
      _ = tables.index(of: String(repeating: "x", count: 1 << 20 - 2) + (number < 10 ? "0\(number)" : "\(number)"))
      // The second time it is there already.
      _ = tables.index(of: String(repeating: "x", count: 1 << 20 - 2) + (number < 10 ? "0\(number)" : "\(number)"))
    }
    #expect(tables(4, long) == (false, false) && tables(5, long) == (false, true))
    #expect(tables(16, long) == (false, true) && tables(17, long) == (true, true))
  }
}
