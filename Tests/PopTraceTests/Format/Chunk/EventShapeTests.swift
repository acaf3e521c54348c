import PopupScheduling
import Testing

@testable import PopTrace

@Suite("The shapes of events")
struct EventShapeTests {
  /// A shape that gives everything itself.
  private static let full: EventShape = {
    var shape = EventShape()
    (shape.kind, shape.code, shape.flags, shape.overCount) = (200, 3, 5, 8)
    (shape.causeKind, shape.scene, shape.scheduler) = (16, 40_000, 50_000)
    (shape.generation, shape.name, shape.value) = (7, 4, -90)
    shape.modes[.cause] = EventShape.Cause.latestOfKind.rawValue
    (shape.modes[.code], shape.modes[.flags], shape.modes[.over], shape.modes[.scene], shape.modes[.scheduler]) = (
      1, 1, 1, 1, 1
    )
    (shape.modes[.generation], shape.modes[.name], shape.modes[.value]) = (1, 1, 1)
    return shape
  }()

  private func bytes(_ shape: EventShape) -> [UInt8] {
    var bytes: [UInt8] = []
    shape.write(into: &bytes, wellKnown: [])
    return bytes
  }

  private func read(_ bytes: [UInt8], names: Int = 5) -> EventShape? {
    var reader = ByteReader(bytes, bytes.indices)
    guard let shape = try? EventShape(&reader, names: names), reader.remaining == 0 else { return nil }
    return shape
  }

  @Test("Every way to give a slot comes back, alone and with all others")
  func comesBack() {
    #expect(read(bytes(Self.full)) == Self.full)
    let slots: [(EventShape.Slot, UInt8)] = [
      (.time, 2), (.popup, 4), (.page, 4), (.timer, 2), (.attributes, 2), (.skip, 1),
    ]
    for (slot, most) in slots {
      for mode in 0...most {
        var shape = EventShape()
        shape.kind = 200
        shape.modes[slot] = mode
        #expect(shape.modes[slot] == mode && read(bytes(shape)) == shape)
        var full = Self.full
        full.modes[slot] = mode
        #expect(read(bytes(full)) == full)
      }
    }
    for mode in [0, 2] as [UInt8] {
      var shape = Self.full
      (shape.modes[.generation], shape.modes[.name], shape.modes[.value], shape.modes[.cause]) = (
        mode, mode, mode, mode
      )
      (shape.generation, shape.name, shape.value, shape.causeKind) = (0, -1, 0, 0)
      #expect(read(bytes(shape)) == shape)
    }
  }

  @Test("A way that there is not is refused")
  func unknownWays() {
    func isRefused(_ change: (inout EventShape.Modes) -> Void) -> Bool {
      var shape = EventShape()
      shape.kind = 200
      change(&shape.modes)
      return read(bytes(shape) + [1, 1, 1, 1, 1, 1]) == nil && read(bytes(shape)) == nil
    }
    #expect(isRefused { $0[.time] = 3 } && isRefused { $0[.popup] = 5 } && isRefused { $0[.page] = 5 })
    #expect(isRefused { $0[.cause] = 5 } && isRefused { $0[.timer] = 3 } && isRefused { $0[.attributes] = 3 })
    #expect(isRefused { $0[.generation] = 3 } && isRefused { $0[.name] = 3 } && isRefused { $0[.value] = 3 })
    #expect(isRefused { $0.bits |= 1 << 27 } && isRefused { $0.bits |= 1 << 31 })
  }

  @Test("What a shape gives is in range")
  func range() {
    func isRead(_ change: (inout EventShape) -> Void, names: Int = 5) -> Bool {
      var shape = Self.full
      change(&shape)
      return read(bytes(shape), names: names) == shape
    }
    #expect(isRead { $0.generation = .max } && !isRead { $0.generation = 0 } && isRead { $0.generation = 1 })
    #expect(isRead { $0.name = 0 } && !isRead { $0.name = 5 } && !isRead({ $0.name = 0 }, names: 0))
    #expect(!isRead { $0.overCount = 9 } && isRead { $0.overCount = 0 })
    #expect(isRead { $0.value = .min } && isRead { ($0.scene, $0.scheduler) = (.max, .max) })
    // A scene of more than sixteen bits.
    var shape = EventShape()
    (shape.kind, shape.modes[.scene]) = (200, 1)
    var written = Array(bytes(shape).dropLast())
    written.append(count: 65_536)
    #expect(read(written) == nil)
    (shape.modes[.scene], shape.modes[.scheduler]) = (0, 1)
    written = Array(bytes(shape).dropLast())
    written.append(count: 65_536)
    #expect(read(written) == nil)
  }

  @Test("Each slot says from which column it takes an integer")
  func columns() throws {
    func columns(_ change: (inout EventShape) -> Void) throws -> [ChunkSection] {
      // Of a kind that this version does not know, which may have any slot.
      var shape = EventShape()
      shape.kind = 200
      change(&shape)
      let ready = try DecodingShape(shape)
      #expect(!ready.isKnown && ready.shape.kind == 200)
      return ChunkSection.allCases.filter {
        $0.rawValue >= 16 && ready.columns >> UInt16($0.rawValue - 16) & 1 == 1
      }
    }
    #expect(try columns { _ in }.isEmpty && columns { $0.modes[.skip] = 1 } == [.skip])
    #expect(try columns { $0.modes[.time] = 1 } == [.time] && columns { $0.modes[.time] = 2 } == [.time])
    for mode in 0...4 as ClosedRange<UInt8> {
      #expect(try columns { $0.modes[.cause] = mode } == (mode == 4 ? [.cause] : []))
      #expect(try columns { $0.modes[.popup] = mode } == (mode == 4 ? [.popup] : []))
      #expect(try columns { $0.modes[.page] = mode } == (mode == 4 ? [.page] : []))
      guard mode < 3 else { continue }
      #expect(try columns { $0.modes[.timer] = mode } == (mode == 2 ? [.timer] : []))
      #expect(try columns { $0.modes[.attributes] = mode } == (mode == 2 ? [.attributes] : []))
      #expect(try columns { $0.modes[.generation] = mode } == (mode == 2 ? [.generation] : []))
      #expect(try columns { $0.modes[.name] = mode } == (mode == 2 ? [.name] : []))
      #expect(try columns { $0.modes[.value] = mode } == (mode == 2 ? [.value] : []))
    }
  }

  @Test("The longer way is for what few events have, and for nothing else")
  func hasMore() throws {
    func hasMore(_ change: (inout EventShape) -> Void) throws -> Bool {
      var shape = EventShape()
      shape.kind = 200
      change(&shape)
      return try DecodingShape(shape).hasMore
    }
    #expect(try !hasMore { _ in } && !hasMore { $0.modes[.time] = 1 } && hasMore { $0.modes[.time] = 2 })
    #expect(
      try !hasMore { $0.modes[.popup] = 4 } && !hasMore { $0.modes[.page] = 4 } && !hasMore { $0.modes[.cause] = 4 })
    #expect(try !hasMore { $0.modes[.generation] = 1 } && hasMore { $0.modes[.generation] = 2 })
    #expect(try !hasMore { $0.modes[.name] = 1 } && hasMore { $0.modes[.name] = 2 } && hasMore { $0.modes[.value] = 1 })
    #expect(
      try hasMore { $0.modes[.skip] = 1 } && hasMore { $0.modes[.timer] = 1 } && hasMore { $0.modes[.attributes] = 1 })
    #expect(try hasMore { $0.scene = 1 } && hasMore { $0.scheduler = 1 } && hasMore { $0.overCount = 1 })
  }

  // MARK: - How they are written

  private func shape(_ kind: EventKind, name: Int32? = nil, generation: Int32 = 0, value: Int64? = nil) -> EventShape {
    var shape = EventShape()
    shape.kind = kind.rawValue
    if let name { (shape.name, shape.modes[.name]) = (name, 1) }
    if generation > 0 { (shape.generation, shape.modes[.generation]) = (generation, 1) }
    if let value { (shape.value, shape.modes[.value]) = (value, 1) }
    return shape
  }

  @Test("Rare shapes have their constants in columns, but for a generation of 1")
  func withColumns() {
    let all = shape(.fault, name: 3, generation: 2, value: 9).withColumns
    #expect([all.modes[.name], all.modes[.generation], all.modes[.value]] == [2, 2, 2])
    #expect(all.name == -1 && all.generation == 0 && all.value == 0)
    let one = shape(.fault, generation: 1).withColumns
    #expect(one.modes[.generation] == 1 && one.generation == 1 && one == one.withoutUnusedConstants)
    var unused = shape(.fault)
    (unused.name, unused.generation, unused.value) = (3, 4, 5)
    #expect(unused.withoutUnusedConstants == shape(.fault) && unused.withColumns == shape(.fault))
    let used = shape(.fault, name: 3, generation: 2, value: 9)
    #expect(used.withoutUnusedConstants == used)
  }

  @Test("They are numbered by how often they occur, those alike but for rare constants together")
  func numbering() {
    var table = EventShape.Table()
    let (common, often, rare) = (shape(.idle), shape(.fault, name: 7), shape(.fault, name: 8))
    let other = shape(.fault, name: 9)
    var indices: [Int32] = []
    for next in [rare, often, common, often, often, common, common, common, other] {
      indices.append(table.index(of: next))
    }
    #expect(indices == [0, 1, 2, 1, 1, 2, 2, 2, 3])
    let numbering = table.settle(rarity: 3, wellKnown: [-1, -1], usesVocabulary: false)
    #expect(numbering.own == [common, often, rare.withColumns])
    #expect(numbering.choices.map(\.number) == [2, 1, 0, 2] && numbering.choices.allSatisfy { !$0.isCommon })
    #expect(numbering.choices.map(\.shape) == [rare.withColumns, often, common, rare.withColumns])
    // Equally frequent ones stand in the order in which they came.
    let equal = table.settle(rarity: 1, wellKnown: [-1, -1], usesVocabulary: false)
    #expect(equal.own == [common, often, rare, other])
    table.removeAll()
    #expect(table.settle(rarity: 3, wellKnown: [], usesVocabulary: false).own.isEmpty)
    #expect(table.index(of: often) == 0 && table.index(of: rare) == 1 && table.index(of: often) == 0)
    #expect(table.settle(rarity: 1, wellKnown: [-1, -1], usesVocabulary: false).own == [often, rare])
  }

  @Test("Those of the vocabulary are told by its numbers, unless an index of their own saves more")
  func vocabulary() {
    let standard = ShapeVocabulary.standard
    for (number, known) in standard.shapes.enumerated() where known.name < 0 && known.modes[.generation] != 2 {
      var table = EventShape.Table()
      _ = table.index(of: known)
      let common = table.settle(rarity: 3, wellKnown: [-1, -1], usesVocabulary: true)
      guard known.commonForm([-1, -1]).isWhole, ShapeVocabulary.numbers[known.withColumns] == number else { continue }
      #expect(common.own.isEmpty && common.choices.map(\.number) == [Int32(number)] && common.choices[0].isCommon)
      #expect(common.choices[0].shape == known)
      let own = table.settle(rarity: 1, wellKnown: [-1, -1], usesVocabulary: false)
      #expect(own.own == [known] && own.choices.map(\.number) == [0] && !own.choices[0].isCommon)
      #expect(standard.rank(of: Int(standard.followers[number * 4 + 3]), after: number) != nil)
    }
    // One of the vocabulary but for its generation, so often that an index is worth it, or not.
    guard let number = standard.shapes.firstIndex(where: { $0.modes[.generation] == 2 && $0.modes[.name] != 1 }) else {
      return
    }
    var constant = standard.shapes[number]
    (constant.modes[.generation], constant.generation) = (1, 5)
    for count in [1, 11, 12, 13] {
      var table = EventShape.Table()
      for _ in 0..<count { _ = table.index(of: constant) }
      let numbering = table.settle(rarity: 3, wellKnown: [-1, -1], usesVocabulary: true)
      #expect(numbering.choices[0].isCommon == (count < 12) && numbering.own.count == (count < 12 ? 0 : 1))
      #expect(numbering.choices[0].number == (count < 12 ? Int32(number) : 0))
    }
  }
}
