import PopupScheduling

extension JSONLinesReader {
  /// The fields of a header in front of those of ``HeaderTable``.
  private enum HeaderField: String, CaseIterable {
    case poptrace, tick = "tick_us", marks, skipped, lost, scenario, pages
  }

  private static let headerFields = HeaderField.allCases
  private static let names = FieldNames(of: "the header", headerFields.map(\.rawValue) + HeaderTable.fields.map(\.name))
  private static let pageNames = FieldNames(of: "a page", ["page"] + PageTable.fields.map(\.name))

  mutating func readHeader() throws(TraceError) {
    let (members, _) = try input.members(of: 0, Self.names)
    input.tick = .millisecond
    // How long a tick is must be known before any time is read.
    for (index, value) in members where index < 2 {
      guard Self.headerFields[index] == .tick else {
        let version = try input.integer(value, in: 1...Int64(Int32.max))
        try input.check(
          version == 1, .newerVersion,
          "This is version \(version) of the format and this reader knows version 1; use a newer poptrace.")
        continue
      }
      let microseconds = try input.integer(value, in: 1...TickLength.longestMicroseconds)
      input.tick = TickLength(microseconds: microseconds) ?? .millisecond
    }
    draft.session.header.tick = input.tick
    for (index, value) in members {
      switch index < Self.headerFields.count ? Self.headerFields[index] : nil {
      case .poptrace, .tick: break
      case .marks:
        for element in try input.elements(value, "a list of what events are marked with") {
          switch try input.word(element) as SessionMark {
          case .reentrant: draft.session.header.marksReentrantStimuli = true
          }
        }
      case .lost: draft.hasLost = try input.flag(value)
      case .scenario: draft.saysScenario = try input.flag(value)
      case .skipped: draft.session.skippedEvents = Int(try input.integer(value, in: 0...Int64(Int32.max)))
      case .pages: try readPages(value)
      case nil:
        let field = HeaderTable.fields[index - Self.headerFields.count]
        try field.decode(&draft.session.header, value, &input)
        let node = input.scanner.nodes[value.node]
        if node.kind == .string, node.start == node.end { emptyFields.insert(field.name) }
      }
    }
  }

  private mutating func readPages(_ value: JSONValue) throws(TraceError) {
    for element in try input.elements(value, "a list of pages") {
      let (members, given) = try input.members(of: element.node, Self.pageNames)
      try input.check(given & 1 != 0, .missingField, "A page in the header needs \"page\".")
      var description = PageFields()
      var page = PageID.none
      for (index, value) in members {
        if index == 0 {
          page = try input.page(value)
        } else {
          try PageTable.fields[index - 1].decode(&description, value, &input)
        }
      }
      try describe(page, as: description)
    }
  }

  /// Keeps what a line says of a page, which must be what an earlier line said.
  private mutating func describe(_ page: PageID, as description: PageFields) throws(TraceError) {
    try input.check(
      !description.className.isNone || description.chain.isEmpty, .missingField,
      "\"chain\" lists the superclasses of \"class\", which is missing.")
    while draft.pages.count <= page.index { draft.pages.append(nil) }
    try input.check(
      draft.pages[page.index].map { $0 == description } ?? true, .badValue,
      "Page \(input.catalog.number(of: page)) was described differently before; its attributes belong to its first "
        + "mention, and another instance needs another number.")
    draft.pages[page.index] = description
    input.catalog.pages[page.index] = description.assembled(names: &input.catalog.names)
  }
}

extension JSONLinesReader {
  mutating func readEvent() throws(TraceError) {
    guard let name = input.member(.event, of: 0) else {
      throw input.error(.missingField, "A line needs \"event\", the name of what happened.")
    }
    let shape = LineShape.of(try input.kind(name))
    let (members, given) = try input.members(of: 0, shape.names)
    var event = Event(shape.kind)
    var common = CommonFields()
    var submission = shape.attributes == .submission ? LineShape.usualSubmission : []
    var page = PageFields()
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
    if draft.session.header.isObserved, !event.popup.isNone { draft.generations.count(&event) }
    switch shape.attributes {
    case .submission:
      let spec = PopupSpec(values: submission)
      event.spec = input.catalog.intern(spec)
      while draft.schedulers.count <= event.popup.index { draft.schedulers.append(SchedulerID()) }
      draft.schedulers[event.popup.index] = spec.schedulerID
    case .page: if given >> UInt64(attributesStart) != 0 { try describe(event.page, as: page) }
    case .change:
      event.attributes = Int32(truncatingIfNeeded: input.catalog.changes.count)
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

  private func checkRequired(_ shape: LineShape, _ given: UInt64) throws(TraceError) {
    let ownStart = LineShape.CommonField.allCases.count
    var required = shape.codings.map(\.isRequired)
    if shape.attributes == .submission { required += PopupSpec.attributes.map(\.isRequired) }
    try input.check(
      shape.attributes != .change || given >> UInt64(ownStart + shape.codings.count) != 0, .missingField,
      "popup.changed needs what it alters: \"level\", \"pages\" or \"expires\".")
    // Whoever reports of a scheduler of one's own need not count presentations.
    if draft.session.header.isObserved, let counted = shape.fields.firstIndex(of: .generation) {
      required[counted] = false
    }
    for (offset, isRequired) in required.enumerated()
    where isRequired && given & 1 << UInt64(ownStart + offset) == 0 {
      throw input.error(.missingField, "\(shape.kind.wireName) needs \(Quoted(shape.names.names[ownStart + offset])).")
    }
  }

  /// Gives an event its number, time and cause, and adds it to the session.
  private mutating func add(_ event: Event, _ common: CommonFields) throws(TraceError) {
    var event = event
    let index = draft.session.log.events.count
    guard index < limits.eventsPerSession else {
      throw limits.error(.eventsPerSession, at: .line(input.line), "The session has more than \(index) events")
    }
    guard let id = common.id ?? Int32(exactly: index), id <= SlotCheck.sequenceLimit else {
      throw input.error(.badValue, "Ids go up to \(SlotCheck.sequenceLimit); begin another session with a header.")
    }
    if let last = draft.session.log.events.last?.sequence, id <= last {
      let hint = common.id == nil ? " Without \"id\" a line has its index among the events." : ""
      throw input.error(.badOrder, "Ids must increase, but \(id) follows \(last).\(hint)")
    }
    event.sequence = id
    event.cause = common.cause ?? event.cause
    try input.check(
      event.cause < id, .badOrder,
      "A cause must be an earlier event, but \"cause\" is \(event.cause) and this is \(id).")
    if let anchor = try common.anchor(of: event, input) {
      draft.session.anchors[index] = anchor
    } else if let time = common.time {
      event.time = time
    } else {
      throw input.error(.missingField, "\(event.kind.wireName) needs \"t\", its time, or in a scenario \"after\".")
    }
    if event.kind.isDecision, draft.firstDecision == nil { draft.firstDecision = input.line }
    draft.session.log.events.append(event)
    draft.lines.append(input.line)
  }
}

private struct CommonFields {
  var id: Int32?
  var time: Ticks?
  var cause: Int32?
  var isReentrant = false
  /// The scene and the scheduler, where they are not those that follow from the other fields.
  var line: SchedulerID?
  private var pattern: (event: Event, fields: Set<EventField>)?
  private var delay: Ticks?
  private var nth: Int?
  private var every: Bool?

  mutating func read(
    _ field: LineShape.CommonField, _ value: JSONValue, _ input: inout JSONLineInput
  ) throws(TraceError) {
    switch field {
    case .event: break
    case .id: id = Int32(try input.integer(value, in: 0...Int64(Int32.max - 1)))
    case .t: time = try input.length(value)
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
    try input.check(nth == nil, .badAnchor, "\"nth\" is given twice; keep the one in \"after\".")
    nth = Int(try input.integer(value, in: 1...Int64(Int32.max)))
  }

  private mutating func readEvery(_ value: JSONValue, _ input: JSONLineInput) throws(TraceError) {
    try input.check(every == nil, .badAnchor, "\"every\" is given twice; keep the one in \"after\".")
    every = try input.flag(value)
  }

  private mutating func readPattern(_ value: JSONValue, _ input: inout JSONLineInput) throws(TraceError) {
    guard let name = input.member(.event, of: value.node) else {
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
        try input.check(shape.fields[own] != .over, .badAnchor, "\"after\" cannot wait for \"over\"; leave it out.")
        try shape.codings[own].decode(&event, value, &input)
        fields.insert(shape.fields[own])
      }
    }
    pattern = (event, fields)
  }

  /// The anchor of a line's event; nil where the line has a time of its own.
  func anchor(of event: Event, _ input: JSONLineInput) throws(TraceError) -> Anchor? {
    guard let pattern else {
      try input.check(
        delay == nil && nth == nil && every == nil, .badAnchor,
        "\"delay\", \"nth\" and \"every\" say more about \"after\", which is missing.")
      return nil
    }
    try input.check(time == nil, .badAnchor, Anchor.timeAndAfter)
    try input.check(cause == nil, .badAnchor, Anchor.causeAndAfter)
    try input.check(every != true || nth == nil, .badAnchor, Anchor.nthAndEvery)
    try input.check(every != true || event.kind != .popupSubmitted, .badAnchor, Anchor.submittedAgain)
    return Anchor(
      pattern: pattern.event, fields: pattern.fields, nth: nth ?? 1, every: every ?? false, delay: delay ?? .zero)
  }
}
