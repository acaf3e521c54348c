import PopupScheduling

extension JSONLinesReader {
  /// Reads the scanned line as an event.
  mutating func readEvent() throws(TraceError) {
    guard let name = input.member("event", of: 0) else {
      throw input.error(.missingField, "A line needs \"event\", the name of what happened.")
    }
    let shape = LineShape.of(try input.kind(name))
    let (members, given) = try input.members(of: 0, shape.names)
    var event = Event(shape.kind)
    var common = CommonFields()
    var submission = shape.attributes == .submission ? LineShape.usualSubmission : []
    var page = PageDescription()
    var change = PopupChange()
    let ownStart = LineShape.CommonField.allCases.count
    let attributesStart = ownStart + shape.codings.count
    for (index, value) in members {
      if let field = LineShape.CommonField(rawValue: index) {
        try common.read(field, value, &input)
      } else if index < attributesStart {
        try shape.codings[index - ownStart].decode(&event, value, &input)
      } else {
        let attribute = index - attributesStart
        switch shape.attributes {
        case .submission: submission[attribute] = try input.value(value, of: PopupSpec.attributes[attribute])
        case .page: try PageTable.fields[attribute].decode(&page, value, &input)
        case .change: try ChangeTable.fields[attribute].decode(&change, value, &input)
        case .none: break
        }
      }
    }
    try checkRequired(shape, given)
    switch shape.attributes {
    case .submission:
      let spec = PopupSpec(values: submission)
      event.spec = input.catalog.intern(spec)
      place(event.popup, on: spec.schedulerID)
    case .page: if given >> UInt64(attributesStart) != 0 { try describe(event.page, as: page) }
    case .change:
      event.attributes = ChangeID(input.catalog.changes.count).rawValue
      input.catalog.changes.append(change)
    case .none: break
    }
    // Decisions belong to a scheduler; where a line does not say to which, it is the popup's.
    if shape.kind.isDecision, !shape.fields.contains(.scene), !event.popup.isNone,
      event.popup.index < draft.schedulers.count
    {
      event.schedulerID = draft.schedulers[event.popup.index]
    }
    if let line = common.line { event.schedulerID = line }
    if common.isReentrant { event.flags.insert(.reentrant) }
    try add(event, common)
  }

  private mutating func place(_ popup: PopupID, on line: SchedulerID) {
    while draft.schedulers.count <= popup.index { draft.schedulers.append(SchedulerID()) }
    draft.schedulers[popup.index] = line
  }

  private func checkRequired(_ shape: LineShape, _ given: UInt64) throws(TraceError) {
    let ownStart = LineShape.CommonField.allCases.count
    var required = shape.codings.map(\.isRequired)
    switch shape.attributes {
    case .submission: required += PopupSpec.attributes.map(\.isRequired)
    case .change:
      guard given >> UInt64(ownStart + shape.codings.count) != 0 else {
        throw input.error(.missingField, "popup.changed needs what it alters: \"level\", \"pages\" or \"expires\".")
      }
    case .page, .none: break
    }
    for (offset, isRequired) in required.enumerated()
    where isRequired && given & 1 << UInt64(ownStart + offset) == 0 {
      throw input.error(.missingField, "\(shape.kind.wireName) needs \(Quoted(shape.names.names[ownStart + offset])).")
    }
  }

  /// Gives an event its number, time and cause, and adds it to the session.
  private mutating func add(_ event: Event, _ common: CommonFields) throws(TraceError) {
    var event = event
    let index = draft.events.count
    guard index < limits.eventsPerSession else {
      throw limits.error(.eventsPerSession, at: .line(input.line), "The session has more than \(index) events")
    }
    guard let id = common.id ?? Int32(exactly: index), id <= SlotCheck.sequenceLimit else {
      throw input.error(.badValue, "Ids go up to \(SlotCheck.sequenceLimit); begin another session with a header.")
    }
    if let last = draft.events.last?.sequence, id <= last {
      let hint = common.id == nil ? " Without \"id\" a line has its index among the events." : ""
      throw input.error(.badOrder, "Ids must increase, but \(id) follows \(last).\(hint)")
    }
    event.sequence = id
    if let cause = common.cause {
      guard cause < id else {
        throw input.error(.badOrder, "A cause must be an earlier event, but \"cause\" is \(cause) and this is \(id).")
      }
      event.cause = cause
    }
    if let anchor = try common.anchor(of: event, input) {
      draft.anchors[index] = anchor
    } else if let time = common.time {
      event.time = time
    } else {
      throw input.error(.missingField, "\(event.kind.wireName) needs \"t\", its time, or in a scenario \"after\".")
    }
    if event.kind.isDecision, draft.firstDecision == nil { draft.firstDecision = input.line }
    draft.events.append(event)
    draft.lines.append(input.line)
  }
}
