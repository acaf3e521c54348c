import PopupScheduling

extension JSONLinesReader {
  /// The fields of a header in front of those of ``HeaderTable``.
  enum HeaderField: Int, CaseIterable, Sendable {
    case poptrace, tickMicroseconds, marks, skipped, lost, scenario, pages
  }

  private static let names = FieldNames(
    of: "the header",
    ["poptrace", "tick_us", "marks", "skipped", "lost", "scenario", "pages"] + HeaderTable.fields.map(\.name))

  private static let pageNames = FieldNames(of: "a page", ["page"] + PageTable.fields.map(\.name))

  /// Reads the scanned line as the header of the session that begins.
  mutating func readHeader() throws(TraceError) {
    let (members, _) = try input.members(of: 0, Self.names)
    input.tick = .millisecond
    // How long a tick is must be known before any time is read.
    for member in members {
      switch HeaderField(rawValue: member.index) {
      case .poptrace: try checkVersion(member.value)
      case .tickMicroseconds:
        let microseconds = try input.integer(member.value, in: 1...TickLength.longestMicroseconds)
        input.tick = TickLength(microseconds: microseconds) ?? .millisecond
      default: break
      }
    }
    draft.header.tick = input.tick
    for member in members {
      switch HeaderField(rawValue: member.index) {
      case .poptrace, .tickMicroseconds: break
      case .marks: try readMarks(member.value)
      case .lost: draft.hasLost = try input.flag(member.value)
      case .scenario: draft.saysScenario = try input.flag(member.value)
      case .skipped: draft.skippedEvents = Int(try input.integer(member.value, in: 0...Int64(Int32.max)))
      case .pages: try readPages(member.value)
      case nil:
        let field = HeaderTable.fields[member.index - HeaderField.allCases.count]
        try field.decode(&draft.header, member.value, &input)
        let node = input.scanner.nodes[member.value.node]
        if node.kind == .string, node.start == node.end { emptyFields.insert(field.name) }
      }
    }
  }

  private mutating func readMarks(_ value: JSONValue) throws(TraceError) {
    for element in try input.elements(value, "a list of what events are marked with") {
      let mark: SessionMark = try input.word(element)
      switch mark {
      case .reentrant: draft.header.marksReentrantStimuli = true
      }
    }
  }

  private func checkVersion(_ value: JSONValue) throws(TraceError) {
    let version = try input.integer(value, in: 1...Int64(Int32.max))
    guard version == 1 else {
      throw input.error(
        .newerVersion, "This is version \(version) of the format and this reader knows version 1; use a newer poptrace."
      )
    }
  }

  /// Reads the attributes of pages that no page event mentions.
  private mutating func readPages(_ value: JSONValue) throws(TraceError) {
    for element in try input.elements(value, "a list of pages") {
      let (members, given) = try input.members(of: element.node, Self.pageNames)
      guard given & 1 != 0 else { throw input.error(.missingField, "A page in the header needs \"page\".") }
      var description = PageDescription()
      var page = PageID.none
      for member in members {
        if member.index == 0 {
          page = try input.page(member.value)
        } else {
          try PageTable.fields[member.index - 1].decode(&description, member.value, &input)
        }
      }
      try describe(page, as: description)
    }
  }

  /// Keeps what a line says of a page, which must be what an earlier line said.
  mutating func describe(_ page: PageID, as description: PageDescription) throws(TraceError) {
    guard !description.className.isNone || description.chain.isEmpty else {
      throw input.error(.missingField, "\"chain\" lists the superclasses of \"class\", which is missing.")
    }
    while draft.pages.count <= page.index { draft.pages.append(nil) }
    if let known = draft.pages[page.index], known != description {
      throw input.error(
        .badValue,
        "Page \(input.catalog.number(of: page)) was described differently before; its attributes belong to its first "
          + "mention, and another instance needs another number.")
    }
    draft.pages[page.index] = description
    input.catalog.pages[page.index] = description.assembled(names: &input.catalog.names)
  }
}
