import PopAudit
import PopReplay
import PopTrace
import PopupScheduling

// The counterpart of ``JSONReport/session(_:isWhole:)``: what is written there is read here, whole.

extension SessionReport {
  /// Reads a session's line of a report.
  ///
  /// - Throws: ``ReportError`` with the line, where it is none, or something in it cannot be.
  init(_ fields: JSONFields) throws(ReportError) {
    self.init(trace: try fields["trace"].text, session: try fields["session"].text)
    index = try fields["index"].count
    if let text = try fields.optional("digest")?.text {
      guard let digest = Fingerprint(text) else { throw fields.mistake("A digest has 16 hexadecimal digits") }
      self.digest = digest.rawValue
    }
    facts = try SessionFacts(fields)
    events = try fields["events"].count
    isScenario = fields.optional("scenario")?.isTrue ?? false
    length = try fields["length"].time
    identity = try fields["identity"].word()
    if let because = try fields.optional("mismatch")?.text {
      let events = fields.optional("mismatchEvents")
      mismatch = Mismatch(
        because: because, recorded: try events?["recorded"].timeline ?? [],
        replayed: try events?["replayed"].timeline ?? [])
    }
    failure = try fields.optional("failure")?.text
    let coverage = try fields["coverage"]
    self.coverage = try Coverage(coverage)
    grades = try GradeCounts(coverage)
    if let assumption = fields.optional("assumption") { self.assumption = try AssumptionReport(assumption) }
    hasErrorInSomeRun = fields.optional("errorInSomeRun")?.isTrue ?? false
    hasErrorInEveryRun = fields.optional("errorInEveryRun")?.isTrue ?? false
    affectedEstimates = try fields.optional("errorInEstimates")?.count
    losses = try fields.optional("losses")?.texts ?? []
    remarks = try fields.optional("remarks")?.texts ?? []
    for element in try fields["findings"].elements {
      findings.append(try FindingReport(element, since: assumption))
    }
    for element in try fields["outcomes"].elements {
      let outcome = try OutcomeReport(element, since: assumption)
      if let change = outcome.change { changes[change] += 1 }
      outcomes.append(outcome)
    }
    for element in try fields.optional("notes")?.elements ?? [] { notes.append(try NoteReport(element)) }
  }
}

extension SessionFacts {
  fileprivate init(_ fields: JSONFields) throws(ReportError) {
    app = try fields.optional("app")?.text ?? ""
    build = try fields.optional("build")?.text ?? ""
    policy = try fields.optional("policy")?.text ?? ""
    started = try fields.optional("started")?.text ?? ""
    os = try fields.optional("os")?.text ?? ""
    device = try fields.optional("device")?.text ?? ""
    locale = try fields.optional("locale")?.text ?? ""
    arms = try fields.optional("arms")?.entries ?? []
    metadata = try fields.optional("metadata")?.entries ?? []
  }
}

extension Coverage {
  fileprivate init(_ fields: JSONFields) throws(ReportError) {
    self.init()
    reached = try fields["reached"].count
    unreached = try fields["unreached"].count
    beyondEnd = try fields["beyondEnd"].count
    reachedReactions = try fields["reachedReactions"].count
    unreachedReactions = try fields["unreachedReactions"].count
  }
}

extension GradeCounts {
  fileprivate init(_ fields: JSONFields) throws(ReportError) {
    self.init()
    for grade in Grade.allCases { self[grade] = try fields[grade.rawValue].count }
  }
}

extension AssumptionReport {
  fileprivate init(_ fields: JSONFields) throws(ReportError) {
    self.init(
      try fields["reason"].word(), time: try fields["t"].time, popup: try fields.optional("popup")?.integer,
      because: try fields["because"].text)
  }
}

extension FindingReport {
  fileprivate init(_ fields: JSONFields, since assumption: AssumptionReport?) throws(ReportError) {
    self.init(
      try fields["rule"].word(), try fields["status"].word(), popup: try fields.optional("popup")?.integer,
      name: try fields.optional("name")?.text ?? "", other: try fields.optional("other")?.integer,
      otherName: try fields.optional("otherName")?.text ?? "", page: try fields.optional("page")?.integer,
      pageClass: try fields.optional("pageClass")?.text ?? "", time: try fields["t"].time,
      because: try fields["because"].text, fingerprint: try fields["fingerprint"].text, witness: [],
      grade: try fields["grade"].word())
    for element in try fields["witness"].elements { witness.append(try element.event) }
    if let held = fields.optional("held") {
      self.held = ComparedFinding.Held(in: try held["in"].count, of: try held["of"].count)
    }
    if isAssumed { self.assumption = assumption }
    timeline = try fields.optional("timeline")?.timeline ?? []
  }
}

extension OutcomeReport {
  fileprivate init(_ fields: JSONFields, since assumption: AssumptionReport?) throws(ReportError) {
    let grades = try fields["grades"]
    self.init(
      popup: try fields["popup"].integer, name: try fields["name"].text, recorded: nil, candidate: nil, change: nil,
      grades: AspectGrades(
        shown: try grades["shown"].word(), where: try grades["where"].word(), end: try grades["end"].word()))
    if let word = try fields.optional("kind")?.text {
      guard let kind = PopupKind.allCases.first(where: { $0.wireName == word }) else {
        throw fields.mistake("There is no kind of popup \"\(printable(word))\"")
      }
      attributes = Attributes(kind: kind, level: Int(try fields["level"].integer))
    }
    if let run = fields.optional("recorded") { recorded = try RunReport(run) }
    if let run = fields.optional("candidate") { candidate = try RunReport(run) }
    if let change = fields.optional("change") { self.change = try change.word() }
    if let first = fields.optional("firstShown") {
      isSpread = true
      earliest = try first.optional("earliest")?.time
      latest = try first.optional("latest")?.time
    }
    if grade == .assumed { self.assumption = assumption }
  }
}

extension RunReport {
  fileprivate init(_ fields: JSONFields) throws(ReportError) {
    self.init(waited: try fields.optional("waited")?.time, end: try fields["end"].text)
    for element in try fields["shown"].elements {
      shown.append(
        Stay(
          from: try element["t"].time, until: try element.optional("until")?.time,
          page: try element.optional("page")?.integer, pageClass: try element.optional("pageClass")?.text ?? ""))
    }
    preempted = try fields.optional("preempted")?.count ?? 0
  }
}

extension NoteReport {
  fileprivate init(_ fields: JSONFields) throws(ReportError) {
    self.init(
      try fields["kind"].word(), event: try fields.optional("event")?.event,
      popup: try fields.optional("popup")?.integer,
      time: try fields["t"].time)
  }
}

extension JSONFields {
  fileprivate var entries: [HeaderEntry] {
    get throws(ReportError) {
      var entries: [HeaderEntry] = []
      for element in try elements {
        entries.append(HeaderEntry(try element["name"].text, try element["value"].text))
      }
      return entries
    }
  }

  fileprivate var timeline: [TimelineLine] {
    get throws(ReportError) {
      var lines: [TimelineLine] = []
      for element in try elements {
        lines.append(
          TimelineLine(
            event: try element.optional("event")?.event, time: try element["t"].time, kind: try element["kind"].text,
            detail: try element["detail"].text, isWitness: element.optional("witness")?.isTrue ?? false))
      }
      return lines
    }
  }
}
