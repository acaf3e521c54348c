import PopupScheduling

/// A shape made ready for reading many events of it: what has to be done for each of them, as numbers to reckon with and not as cases to
/// tell apart.
struct ReadyShape: Sendable {
  /// The kind; any where this version does not know it.
  let eventKind: EventKind
  /// Whether this version knows the kind; else its events are passed over and counted.
  let isKnown: Bool
  /// The kind as it stands in the file.
  let kind: UInt8
  let code: UInt8
  let flags: Event.Flags
  let overCount: UInt8
  let scene: UInt16
  let scheduler: UInt16
  /// The generation, where the shape gives it.
  let generation: Int32
  /// The name as a place in the chunk's names, where the shape gives it.
  var name: Int32
  /// How the popup is given.
  let popup: EventDecoder.MentionWays
  /// How the page is given.
  let page: EventDecoder.MentionWays
  /// How the cause is given.
  let cause: EventDecoder.CauseWays
  /// All bits set where the time is later than the last event's, and where it is earlier; else none.
  let later: Int64
  let earlier: Int64
  /// Whether a page is given at all.
  let hasPage: Bool
  /// Whether slots are used that few events use.
  let hasMore: Bool
  /// The value less the time, where the shape gives it.
  let value: Int64
  /// How the other slots are given.
  let modes: EventShape.Modes

  /// Checks a shape against the contract of its kind.
  init(_ shape: EventShape) throws(Malformed) {
    modes = shape.modes
    let known = EventKind(rawValue: shape.kind)
    eventKind = known ?? .idle
    isKnown = known != nil
    kind = shape.kind
    code = shape.code
    // What a kind that is not known says by them is not known either.
    flags = known == nil ? [] : Event.Flags(rawValue: shape.flags)
    overCount = shape.overCount
    scene = shape.scene
    scheduler = shape.scheduler
    generation = shape.generation
    name = shape.name
    value = shape.value
    guard let popup = EventShape.Mention(rawValue: modes.popup), let page = EventShape.Mention(rawValue: modes.page),
      let cause = EventShape.Cause(rawValue: modes.cause)
    else { throw Malformed(.corrupt, "has a shape with an unknown way to give a slot") }
    if let violation = EventContract.all[Int(shape.kind)]?.violation(of: shape) {
      throw Malformed(.corrupt, "has an event of kind \(shape.kind) that \(violation)")
    }
    self.popup = EventDecoder.MentionWays(popup)
    self.page = EventDecoder.MentionWays(page)
    self.cause = EventDecoder.CauseWays(cause, kind: shape.causeKind)
    later = modes.time == EventShape.Time.later.rawValue ? -1 : 0
    earlier = modes.time == EventShape.Time.earlier.rawValue ? -1 : 0
    hasPage = page != .none
    let column = EventShape.Constant.column.rawValue
    hasMore =
      modes.skip != 0 || earlier != 0 || modes.timer != 0
      || modes.attributes != 0 || shape.scene != 0 || shape.scheduler != 0 || shape.overCount != 0
      || modes.generation == column || modes.name == column || modes.value != 0
  }

  /// How many integers an event of this shape takes from a column.
  func takes(from column: ChunkSection) -> Int {
    switch column {
    case .skip: modes.skip != 0 ? 1 : 0
    case .time: later | earlier == 0 ? 0 : 1
    case .cause: cause.column == 0 ? 0 : 1
    case .popup: popup.column == 0 ? 0 : 1
    case .page: page.column == 0 ? 0 : 1
    case .timer: modes.timer == EventShape.Place.column.rawValue ? 1 : 0
    case .attributes: modes.attributes == EventShape.Place.column.rawValue ? 1 : 0
    case .generation: modes.generation == EventShape.Constant.column.rawValue ? 1 : 0
    case .name: modes.name == EventShape.Constant.column.rawValue ? 1 : 0
    case .value: modes.value == EventShape.Constant.column.rawValue ? 1 : 0
    case .over: Int(overCount)
    default: 0
    }
  }
}
