package import PopAudit
import PopReplay
package import PopTrace
import PopupScheduling

extension SessionReport {
  /// - `isShown`: Whether the runs of a popup are shown, given its outcome, and what says it in words.
  package mutating func add(
    _ verdict: SessionVerdict, session: Session,
    runsOf isShown: (ComparedOutcome, EventDescriber) -> Bool = { _, _ in true }
  ) {
    add(verdict.identity, session: session)
    if let error = verdict.failure { failure = error.description }
    coverage = verdict.coverage
    grades = verdict.grades
    changes = verdict.changes
    hasErrorInEveryRun = verdict.hasErrorInEveryRun
    hasErrorInSomeRun = verdict.hasErrorInSomeRun
    affectedEstimates = verdict.affectedEstimates
    guard !verdict.findings.isEmpty || !verdict.outcomes.isEmpty || !verdict.notes.isEmpty || verdict.assumption != nil
    else { return }
    let words = EventDescriber(log: session.log, catalog: verdict.catalog ?? session.catalog, tick: session.header.tick)
    estimatedRuns = verdict.estimatedRuns.map { EstimatedReport($0, words: words) }
    assumption = verdict.assumption.map { AssumptionReport($0, words: words) }
    findings = verdict.findings.map { FindingReport($0, since: assumption, words: words) }
    outcomes = verdict.outcomes.map {
      OutcomeReport($0, since: assumption, words: words, hasRuns: isShown($0, words))
    }
    notes = verdict.notes.map { NoteReport($0, words: words) }
  }

  /// Says what is not judged of a recording with something missing, or was worked out.
  package mutating func addUnjudged(_ identity: SessionIdentity, of session: Session) {
    let judged = identity.judgedPart(of: session).events.count
    var count = session.events.count
    if case .lossy(_, let filled?) = identity {
      losses.append(
        "\(counted(filled.session.events.count - count, "event")) of these could be worked out, and count as recorded")
      count = filled.session.events.count
    }
    guard judged < count else { return }
    if case .observed = identity {
      losses.append(
        "what is reported from event \(grouping(judged + 1)) of \(grouping(count)) on contradicts what was reported before: see rule trace-gap"
      )
    } else if session.gaps.isEmpty {
      remarks.append(
        "its last turn is cut, or may be, and is not judged: \(grouping(count - judged)) of \(counted(count, "event"))")
    } else {
      losses.append("only the first \(grouping(judged)) of \(counted(count, "event")) could be judged")
    }
  }

  /// Says of how much of a recording with a hole only what is known again is audited.
  package mutating func addAudited(_ identity: SessionIdentity, of session: Session) {
    let judged = identity.judgedPart(of: session).events.count
    let audited = identity.auditedPart(of: session).events.count
    guard judged < audited else { return }
    losses.append(
      "behind the first \(grouping(judged)) of \(counted(audited, "event")), only what is known again there is judged")
  }

  package mutating func add(_ identity: SessionIdentity, session: Session) {
    self.identity = identity.word
    switch identity {
    case .ok, .none: break
    case .cut, .lossy, .observed: addUnjudged(identity, of: session)
    case .mismatch(let mismatch): self.mismatch = Mismatch(mismatch, session: session)
    case .overLimit(let error): failure = error.description
    case .unknownPolicy: mismatch = Mismatch(because: Self.words(forUnknownPolicyOf: session.header))
    }
  }
}

extension SessionReport {
  /// Says that nothing is judged on a session, as where its policy is not known.
  package mutating func leaveOut(because why: String) {
    identity = .unknownPolicy
    mismatch = Mismatch(because: why)
  }

  fileprivate static func words(forUnknownPolicyOf header: SessionHeader) -> String {
    let consequence = "so whether it gives itself back cannot be checked"
    guard !header.policy.isEmpty else {
      return
        "Its header names no policy, \(consequence). Write \"policy\" into the header, or \"observed\":true where the scheduler is the "
        + "app's own, or record its stimuli anew."
    }
    let reason =
      header.configuration.isEmpty
      ? "which is not known here, and carries no configuration" : "with a configuration that is not known here"
    return "It names the policy \"\(header.policy)\", \(reason), \(consequence). "
      + "Build a poptrace that knows this policy, or record its stimuli anew."
  }
}

extension SessionReport.Mismatch {
  /// Says in words where a recording and the replay of its own policy part.
  init(_ mismatch: IdentityMismatch, session: Session) {
    let words = session.words
    let difference = mismatch.difference
    var recorded = difference.expected.map { words.sentence(of: $0, in: session.log) } ?? "the end"
    // The excerpt's own copy, for what it refers to lies in the excerpt's log.
    let copy = mismatch.replayed.log.events.first { $0.sequence == difference.actual?.sequence } ?? difference.actual
    var replayed = copy.map { words.sentence(of: $0, in: mismatch.replayed.log) } ?? "nothing"
    // Two sentences that read alike must say in what the events differ.
    let namesCauses = recorded == replayed
    if namesCauses, let expected = difference.expected, let actual = difference.actual {
      recorded += words.cause(of: expected, or: actual)
      replayed += words.cause(of: actual, or: expected)
    }
    let policy = session.header.policy
    self.init(
      because: "\(policy) does not give its own recording back. Event \(difference.position) was recorded as: "
        + "\(recorded); replayed, it is: \(replayed). The trace, the app's instrumentation, or \(policy) itself is not what it was.",
      recorded: Self.lines(mismatch.recorded, at: difference.expected?.sequence, words, namesCauses),
      replayed: Self.lines(mismatch.replayed, at: difference.actual?.sequence, words, namesCauses))
  }

  private static func lines(
    _ excerpt: Excerpt, at sequence: Int32?, _ words: EventDescriber, _ namesCauses: Bool
  ) -> [TimelineLine] {
    excerpt.log.events.map { event in
      var line = words.line(event, in: excerpt.log, isWitness: event.sequence == sequence)
      if namesCauses, event.cause >= 0 { line.detail += "  ← \(event.cause)" }
      return line
    }
  }
}
