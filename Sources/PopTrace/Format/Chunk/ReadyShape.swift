import PopupScheduling

/// A shape made ready for reading many events of it.
struct ReadyShape: Sendable {
  /// The shape as it stands in the file.
  let shape: EventShape
  /// An event with everything that the shape itself gives; the name is a place in the chunk's names.
  let template: Event
  /// Whether the kind is known; others are passed over and counted.
  let isKnown: Bool
  /// How many events have it.
  var count = 0

  /// Checks a shape against the contract of its kind.
  init(_ shape: EventShape) throws(Malformed) {
    self.shape = shape
    var template = Event(EventKind(rawValue: shape.kind) ?? .idle)
    template.code = shape.code
    template.flags = Event.Flags(rawValue: shape.flags)
    template.overCount = shape.overCount
    template.scene = shape.scene
    template.scheduler = shape.scheduler
    template.generation = shape.generation
    template.name = Symbol(shape.name)
    template.value = shape.value
    self.template = template
    isKnown = EventKind(rawValue: shape.kind) != nil
    if let violation = EventContract.all[Int(shape.kind)]?.violation(of: shape) {
      throw Malformed(.corrupt, "has an event (\(template.kind.wireName)) that \(violation)")
    }
  }
}

extension EventShape {
  /// How many integers an event of this shape takes from a column.
  func integers(in column: ChunkSection) -> Int {
    switch column {
    case .skip: modes.skip != 0 ? 1 : 0
    case .time: modes.time != Time.same.rawValue ? 1 : 0
    case .cause: modes.cause == Cause.column.rawValue ? 1 : 0
    case .popup: modes.popup == Mention.column.rawValue ? 1 : 0
    case .page: modes.page == Mention.column.rawValue ? 1 : 0
    case .timer: modes.timer == Place.column.rawValue ? 1 : 0
    case .attributes: modes.attributes == Place.column.rawValue ? 1 : 0
    case .generation: modes.generation == Constant.column.rawValue ? 1 : 0
    case .name: modes.name == Constant.column.rawValue ? 1 : 0
    case .value: modes.value == Constant.column.rawValue ? 1 : 0
    case .over: Int(overCount)
    default: 0
    }
  }
}
