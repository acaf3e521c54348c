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
    /// The shapes, the most frequent first.
    var shapes: [EventShape]
    /// The final number of each shape that was handed out.
    var number: [Int32]
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

  /// Has shapes that occur less than `rarity` times give their constants in columns, and numbers all by frequency.
  func settle(rarity: Int) -> Numbering {
    var settled: [EventShape] = []
    var totals: [Int] = []
    var settledPlaces: [EventShape: Int] = [:]
    var settledPlace: [Int] = []
    for (shape, count) in zip(shapes, counts) {
      let final = count < rarity ? shape.withColumns : shape.withoutUnusedConstants
      if let place = settledPlaces[final] {
        totals[place] += count
        settledPlace.append(place)
      } else {
        settledPlaces[final] = settled.count
        settledPlace.append(settled.count)
        settled.append(final)
        totals.append(count)
      }
    }
    let order = settled.indices.sorted { (totals[$0], $1) > (totals[$1], $0) }
    var rank = [Int32](repeating: 0, count: settled.count)
    for (place, shape) in order.enumerated() { rank[shape] = Int32(place) }
    return Numbering(shapes: order.map { settled[$0] }, number: settledPlace.map { rank[$0] })
  }

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

  /// The same shape; what is not given by it is empty, so that equal shapes are equal values.
  var withoutUnusedConstants: EventShape {
    var shape = self
    if modes.generation != Constant.shape.rawValue { shape.generation = 0 }
    if modes.name != Constant.shape.rawValue { shape.name = -1 }
    if modes.value != Constant.shape.rawValue { shape.value = 0 }
    return shape
  }
}
