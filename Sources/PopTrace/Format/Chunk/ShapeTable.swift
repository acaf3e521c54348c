/// The different shapes of a chunk's events, while it is being written.
struct ShapeTable: Sendable {
  private var shapes: [EventShape] = []
  private var counts: [Int] = []
  private var places: [EventShape: Int32] = [:]
  private var last: Int32 = -1
  /// The shape that followed each shape the last time: the one most likely to follow it again.
  private var successors: [Int32] = []

  /// The shapes as they are written.
  struct Numbering {
    /// The shapes that are the chunk's own, the most frequent first.
    var own: [EventShape] = []
    /// What became of each shape that was handed out.
    var choices: [Choice] = []

    /// What became of a shape.
    struct Choice {
      /// The shape as it is written, which says what stands in columns.
      var shape: EventShape
      /// Its number among the chunk's own shapes, or in the vocabulary.
      var number: Int32
      /// Whether it is one of the vocabulary.
      var isCommon: Bool
    }
  }

  /// The place of a shape.
  mutating func place(of shape: EventShape) -> Int32 {
    let place = known(shape) ?? new(shape)
    counts[Int(place)] += 1
    if last >= 0 { successors[Int(last)] = place }
    last = place
    return place
  }

  private func known(_ shape: EventShape) -> Int32? {
    if last >= 0 {
      let likely = successors[Int(last)]
      if likely >= 0, shapes[Int(likely)] == shape { return likely }
    }
    return places[shape]
  }

  private mutating func new(_ shape: EventShape) -> Int32 {
    let place = Int32(shapes.count)
    shapes.append(shape)
    counts.append(0)
    successors.append(-1)
    places[shape] = place
    return place
  }

  /// Has shapes be those of the vocabulary where they can, or give their constants in columns where they are rare, and numbers the others by
  /// frequency.
  ///
  /// - Parameters:
  ///   - rarity: A shape that occurs less often keeps its constants in columns.
  ///   - wellKnown: The places in the chunk's names of those that the vocabulary's shapes may have.
  ///   - usesVocabulary: Whether shapes may be the vocabulary's, by its numbers; else all are the chunk's own.
  func settle(rarity: Int, wellKnown: [Int32], usesVocabulary: Bool) -> Numbering {
    var numbering = Numbering()
    var totals: [Int] = []
    var places: [EventShape: Int32] = [:]
    let vocabulary = ShapeVocabulary.standard
    for (shape, count) in zip(shapes, counts) {
      let common = shape.commonForm(wellKnown)
      if usesVocabulary, let number = ShapeVocabulary.numbers[common.shape], common.isWhole || count < Self.worth {
        numbering.choices.append(
          Numbering.Choice(shape: vocabulary.shapes[number], number: Int32(number), isCommon: true))
        continue
      }
      let final = count < rarity ? shape.withColumns : shape.withoutUnusedConstants
      let place = places[final] ?? Int32(numbering.own.count)
      if place == numbering.own.count {
        places[final] = place
        numbering.own.append(final)
        totals.append(0)
      }
      totals[Int(place)] += count
      numbering.choices.append(Numbering.Choice(shape: final, number: place, isCommon: false))
    }
    let order = numbering.own.indices.sorted { (totals[$0], $1) > (totals[$1], $0) }
    var rank = [Int32](repeating: 0, count: order.count)
    for (place, shape) in order.enumerated() { rank[shape] = Int32(place) }
    numbering.own = order.map { numbering.own[$0] }
    for place in numbering.choices.indices where !numbering.choices[place].isCommon {
      numbering.choices[place].number = rank[Int(numbering.choices[place].number)]
    }
    return numbering
  }

  /// A shape that occurs as often as this is worth a place in the chunk, if that saves columns.
  private static let worth = 12

  mutating func removeAll() {
    shapes.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    successors.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
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
    guard modes.name == Constant.shape.rawValue, let place = wellKnown.firstIndex(of: name) else {
      return (common, common.modes == modes)
    }
    common.modes.name = Constant.shape.rawValue
    common.name = Int32(place)
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
