import PopupScheduling

/// What the rules give back: findings, the deadlines they have set, and what was reported already where one cause gives one finding.
struct RuleOutput: ~Copyable {
  /// What was found, in the order in which it was.
  var findings: [Finding] = []
  /// The deadlines that rules have set.
  var deadlines = Deadlines()
  /// Whether a rule asks for its `endOfTurn` in this turn, and in the next one, whatever happens in them.
  var wantsTurnEnd = false
  var wantsNextTurnEnd = false

  /// The presentations reported, each with the page that was current then.
  private var pages = IndexTable()
  /// By popup: the presentation reported last that was not to begin at all.
  private var beginnings = IndexTable()

  /// Forgets everything, for another session, and keeps the memory.
  mutating func begin() {
    findings.removeAll(keepingCapacity: true)
    deadlines.removeAll()
    wantsTurnEnd = false
    wantsNextTurnEnd = false
    pages.removeAll()
    beginnings.removeAll()
  }

  /// Reports what the event at hand shows.
  mutating func report(
    _ rule: Rule, _ state: borrowing AuditState, witness: [Int32]? = nil, _ because: String
  ) {
    findings.append(
      Finding(
        rule, popup: state.event.popup, page: state.event.page, time: state.now,
        witness: witness ?? [state.event.sequence], because: because))
  }

  /// Reports what was found.
  mutating func report(
    _ rule: Rule, popup: PopupID = .none, other: PopupID = .none, page: PageID = .none, time: Ticks, witness: [Int32],
    because: String
  ) {
    findings.append(
      Finding(rule, popup: popup, other: other, page: page, time: time, witness: witness, because: because))
  }

  /// Sorts findings by time: callback reports some only once it knows that the policy makes calls at all.
  mutating func sortFindings() {
    guard findings.count > 1, zip(findings, findings.dropFirst()).contains(where: { $1.time < $0.time }) else { return }
    findings = findings.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
      \.element)
  }

  /// Notes that a rule reports a presentation, by its `popup.shown`, on a page; false if one did before.
  ///
  /// Only the first of wrong-page, wrong-instance, stale-keepalive and lost-popup reports it.
  mutating func noteReportOnPage(_ shown: Int32, _ page: PageID) -> Bool {
    let key = IndexTable.Key(shown, page.rawValue)
    guard pages[key] < 0 else { return false }
    pages[key] = 1
    return true
  }

  /// Notes that a rule reports a presentation as one that was not to begin, or to continue; false if one did before.
  ///
  /// Only the first of shown-after-withdrawal, after-sign-out and zombie reports it.
  mutating func noteReportOfBeginning(_ popup: Int, _ shown: Int32) -> Bool {
    let key = IndexTable.Key(Int32(truncatingIfNeeded: popup), 0)
    guard beginnings[key] != shown else { return false }
    beginnings[key] = shown
    return true
  }
}

/// Which presentations a rule has reported: one cause, one finding.
struct ReportedPresentations: ~Copyable {
  /// By popup: the `popup.shown` of the presentation reported last, plus 2, so that a popup that was never shown (-1) has a number of its
  /// own.
  private var reported = IndexTable()

  /// Forgets everything and keeps the memory.
  mutating func removeAll() { reported.removeAll() }

  /// Notes that the rule reports a popup's latest presentation; false if it did before. A finding without a popup is always reported.
  mutating func insert(_ popup: PopupID, _ state: borrowing AuditState) -> Bool {
    guard !popup.isNone else { return true }
    let key = IndexTable.Key(popup.rawValue, 0)
    let shown = state.popups[popup.index].shownSequence + 2
    guard reported[key] != shown else { return false }
    reported[key] = shown
    return true
  }
}
