import PopupScheduling

/// What every line may say of an event: its number, when it happens and why.
struct CommonFields {
  /// `id`.
  var id: Int32?
  /// `t`.
  var time: Ticks?
  /// `cause`.
  var cause: Int32?
  /// `reentrant`.
  var isReentrant = false
  /// `line`: the scene and the scheduler, where they are not those that follow from the other fields.
  var line: SchedulerID?

  private var pattern: (event: Event, fields: Set<EventField>)?
  private var delay: Ticks?
  private var nth: Int?
  private var every: Bool?

  /// Makes the fields of a line that has none.
  init() {}

  /// Reads one of them.
  mutating func read(
    _ field: LineShape.CommonField, _ value: JSONValue, _ input: inout JSONLineInput
  ) throws(TraceError) {
    switch field {
    case .event: break
    case .id: id = Int32(try input.integer(value, in: 0...Int64(Int32.max - 1)))
    case .t: time = try input.time(value)
    case .cause: cause = Int32(try input.integer(value, in: 0...Int64(Int32.max - 1)))
    case .reentrant: isReentrant = try input.flag(value)
    case .line: line = try input.line(value)
    case .after: try readPattern(value, &input)
    case .delay: delay = try input.length(value)
    case .nth: try readNth(value, input)
    case .every: try readEvery(value, input)
    }
  }

  private mutating func readNth(_ value: JSONValue, _ input: JSONLineInput) throws(TraceError) {
    guard nth == nil else { throw input.error(.badAnchor, "\"nth\" is given twice; keep the one in \"after\".") }
    nth = Int(try input.integer(value, in: 1...Int64(Int32.max)))
  }

  private mutating func readEvery(_ value: JSONValue, _ input: JSONLineInput) throws(TraceError) {
    guard every == nil else { throw input.error(.badAnchor, "\"every\" is given twice; keep the one in \"after\".") }
    every = try input.flag(value)
  }

  private mutating func readPattern(_ value: JSONValue, _ input: inout JSONLineInput) throws(TraceError) {
    guard let name = input.member("event", of: value.node) else {
      throw input.error(.badAnchor, "\"after\" must be an object with \"event\", the name of what is waited for.")
    }
    let shape = LineShape.of(try input.kind(name))
    var event = Event(shape.kind)
    var fields: Set<EventField> = []
    for (index, value) in try input.members(of: value.node, shape.anchorNames).members {
      switch LineShape.AnchorField(rawValue: index) {
      case .event: break
      case .nth: try readNth(value, input)
      case .every: try readEvery(value, input)
      case nil:
        let own = index - LineShape.AnchorField.allCases.count
        guard shape.fields[own] != .over else {
          throw input.error(.badAnchor, "\"after\" cannot wait for \"over\"; leave it out.")
        }
        try shape.codings[own].decode(&event, value, &input)
        fields.insert(shape.fields[own])
      }
    }
    pattern = (event, fields)
  }

  /// The anchor of a line's event; nil where the line has a time of its own.
  func anchor(of event: Event, _ input: JSONLineInput) throws(TraceError) -> Anchor? {
    guard let pattern else {
      guard delay == nil, nth == nil, every == nil else {
        throw input.error(.badAnchor, "\"delay\", \"nth\" and \"every\" say more about \"after\", which is missing.")
      }
      return nil
    }
    guard time == nil else {
      throw input.error(.badAnchor, "\"t\" and \"after\" exclude each other; keep the one that says when it happens.")
    }
    guard cause == nil else {
      throw input.error(.badAnchor, "\"cause\" and \"after\" exclude each other: what is waited for is the cause.")
    }
    guard every != true || nth == nil else {
      throw input.error(.badAnchor, "\"nth\" and \"every\" exclude each other.")
    }
    guard every != true || event.kind != .popupSubmitted else {
      throw input.error(.badAnchor, "A popup is submitted once: \"every\" would submit the same id again and again.")
    }
    return Anchor(
      pattern: pattern.event, fields: pattern.fields, nth: nth ?? 1, every: every ?? false, delay: delay ?? .zero)
  }
}
