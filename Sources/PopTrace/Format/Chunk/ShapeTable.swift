/// The different shapes of a chunk's events, while it is being written.
struct ShapeTable: Sendable {
  private var shapes: [EventShape] = []
  private var counts: [Int] = []
  private var indices: [EventShape: Int32] = [:]
  private var last: Int32 = -1
  /// The shape that followed each shape the last time: the one most likely to follow it again.
  private var successors: [Int32] = []

  /// The shapes as they are written.
  struct Numbering {
    /// The shapes that are the chunk's own, the most frequent first.
    var own: [EventShape] = []
    /// How each shape that was handed out is written.
    var choices: [Choice] = []

    /// How a shape is written.
    struct Choice {
      /// The shape as it is written, which says what stands in columns.
      var shape: EventShape
      /// Its number among the chunk's own shapes, or in the vocabulary.
      var number: Int32
      /// Whether it is one of the vocabulary.
      var isCommon: Bool
    }
  }

  /// The index of a shape.
  mutating func index(of shape: EventShape) -> Int32 {
    let index = known(shape) ?? new(shape)
    counts[Int(index)] += 1
    if last >= 0 { successors[Int(last)] = index }
    last = index
    return index
  }

  private func known(_ shape: EventShape) -> Int32? {
    if last >= 0 {
      let likely = successors[Int(last)]
      if likely >= 0, shapes[Int(likely)] == shape { return likely }
    }
    return indices[shape]
  }

  private mutating func new(_ shape: EventShape) -> Int32 {
    let index = Int32(shapes.count)
    shapes.append(shape)
    counts.append(0)
    successors.append(-1)
    indices[shape] = index
    return index
  }

  /// Has shapes be those of the vocabulary where they can, or give their constants in columns where they are rare, and numbers the others by
  /// frequency.
  ///
  /// - Parameters:
  ///   - rarity: A shape that occurs less often keeps its constants in columns.
  ///   - wellKnown: The indexes in the chunk's names of those that the vocabulary's shapes may have.
  ///   - usesVocabulary: Whether shapes may be the vocabulary's, by its numbers; else all are the chunk's own.
  func settle(rarity: Int, wellKnown: [Int32], usesVocabulary: Bool) -> Numbering {
    var numbering = Numbering()
    var totals: [Int] = []
    var indices: [EventShape: Int32] = [:]
    let vocabulary = ShapeVocabulary.standard
    for (shape, count) in zip(shapes, counts) {
      let common = shape.commonForm(wellKnown)
      if usesVocabulary, let number = ShapeVocabulary.numbers[common.shape], common.isWhole || count < Self.worth {
        numbering.choices.append(
          Numbering.Choice(shape: vocabulary.shapes[number], number: Int32(number), isCommon: true))
        continue
      }
      let final = count < rarity ? shape.withColumns : shape.withoutUnusedConstants
      let index = indices[final] ?? Int32(numbering.own.count)
      if index == numbering.own.count {
        indices[final] = index
        numbering.own.append(final)
        totals.append(0)
      }
      totals[Int(index)] += count
      numbering.choices.append(Numbering.Choice(shape: final, number: index, isCommon: false))
    }
    let order = numbering.own.indices.sorted { (totals[$0], $1) > (totals[$1], $0) }
    var rank = [Int32](repeating: 0, count: order.count)
    for (index, shape) in order.enumerated() { rank[shape] = Int32(index) }
    numbering.own = order.map { numbering.own[$0] }
    for index in numbering.choices.indices where !numbering.choices[index].isCommon {
      numbering.choices[index].number = rank[Int(numbering.choices[index].number)]
    }
    return numbering
  }

  /// A shape that occurs as often as this is worth an index in the chunk, if that saves columns.
  private static let worth = 12

  mutating func removeAll() {
    shapes.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    successors.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    last = -1
  }
}

extension EventShape {
  /// The same shape with generation, name and value in columns.
  var withColumns: EventShape {
    var shape = withoutUnusedConstants
    if modes.generation == Constant.shape.rawValue, generation > 1 {
      shape.modes.generation = Constant.column.rawValue
      shape.generation = 0
    }
    if modes.name == Constant.shape.rawValue {
      shape.modes.name = Constant.column.rawValue
      shape.name = -1
    }
    if modes.value == Constant.shape.rawValue {
      shape.modes.value = Constant.column.rawValue
      shape.value = 0
    }
    return shape
  }

  /// The shape that the vocabulary may have for it, and whether that has all of its constants.
  func commonForm(_ wellKnown: [Int32]) -> (shape: EventShape, isWhole: Bool) {
    var common = withColumns
    guard modes.name == Constant.shape.rawValue, let index = wellKnown.firstIndex(of: name) else {
      return (common, common.modes == modes)
    }
    common.modes.name = Constant.shape.rawValue
    common.name = Int32(index)
    return (common, common.modes == modes)
  }

  /// The same shape; what is not given by it is empty, so that equal shapes are equal values.
  var withoutUnusedConstants: EventShape {
    var shape = self
    if modes.generation != Constant.shape.rawValue { shape.generation = 0 }
    if modes.name != Constant.shape.rawValue { shape.name = -1 }
    if modes.value != Constant.shape.rawValue { shape.value = 0 }
    return shape
  }
}
