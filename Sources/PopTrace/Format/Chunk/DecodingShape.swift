import PopupScheduling

/// A shape made ready for reading many events of it: what has to be done for each of them, as numbers to reckon with and not as cases to
/// tell apart.
struct DecodingShape: Sendable {
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
  /// The name as an index in the chunk's names, where the shape gives it.
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
  /// From which columns it takes integers.
  let columns: UInt16

  /// Checks a shape against the contract of its kind.
  init(_ shape: EventShape) throws(Malformed) {
    modes = shape.modes
    columns = Self.columns(of: modes)
    let known = EventKind(rawValue: shape.kind)
    eventKind = known ?? .idle
    isKnown = known != nil
    kind = shape.kind
    code = shape.code
    // What the flags of an unknown kind mean is not known either, so they are left out.
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

  /// The columns from which an event of this shape takes an integer, as bits counted from the column of shapes; popups that lost are not told.
  private static func columns(of modes: EventShape.Modes) -> UInt16 {
    func bit(_ column: ChunkSection, if isTaken: Bool) -> UInt16 {
      isTaken ? 1 << UInt16(column.rawValue - ChunkSection.shape.rawValue) : 0
    }
    let (index, constant) = (EventShape.TableIndex.column.rawValue, EventShape.Constant.column.rawValue)
    let mention = EventShape.Mention.column.rawValue
    var columns = bit(.skip, if: modes.skip != 0)
    columns |= bit(.time, if: modes.time != EventShape.Time.same.rawValue)
    columns |= bit(.cause, if: modes.cause == EventShape.Cause.column.rawValue)
    columns |= bit(.popup, if: modes.popup == mention)
    columns |= bit(.page, if: modes.page == mention)
    columns |= bit(.timer, if: modes.timer == index)
    columns |= bit(.attributes, if: modes.attributes == index)
    columns |= bit(.generation, if: modes.generation == constant)
    columns |= bit(.name, if: modes.name == constant)
    columns |= bit(.value, if: modes.value == constant)
    return columns
  }
}
