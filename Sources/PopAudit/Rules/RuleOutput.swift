import PopupScheduling

/// What the rules give back: findings, the deadlines they have set, and what was reported already where one cause gives one finding.
struct RuleOutput: ~Copyable, Replaceable {
  var findings: [Finding] = []
  var deadlines = Deadlines()
  /// Those that came due while the app was in the background, where time on screen stands still.
  private var paused = OwnedArray<Deadline>()
  /// Whether a rule asks for its `endOfTurn` in this turn, and in the next one, whatever happens in them.
  var wantsTurnEnd = false
  var wantsNextTurnEnd = false
  /// By rule: what of a popup, or which of its presentations, was reported.
  private var reported = IndexTable()
  /// Presentations of this turn that something held back, and popups that made way in it.
  var suspects = OwnedArray<Rule.Suspect>()
  var preempted = OwnedArray<Rule.PreemptLost.Preempted>()
  /// What the rules remember of every popup; the last entry is for what is done for no popup.
  var memories = OwnedArray<PopupMemory>()
  var unowned: Int { memories.count - 1 }

  mutating func copy(from other: borrowing RuleOutput) {
    findings.removeAll(keepingCapacity: true)
    findings += other.findings
    deadlines.copy(from: other.deadlines)
    paused.copy(from: other.paused)
    (wantsTurnEnd, wantsNextTurnEnd) = (other.wantsTurnEnd, other.wantsNextTurnEnd)
    reported.copy(from: other.reported)
    suspects.copy(from: other.suspects)
    preempted.copy(from: other.preempted)
    memories.copy(from: other.memories)
  }

  /// Sets a deadline again that came too early by some time in the foreground.
  mutating func putOff(_ deadline: Deadline, by rest: Ticks, _ state: borrowing AuditState) {
    if state.background >= 0 { paused.append(deadline) } else { deadlines.add(deadline, at: state.now + rest) }
  }

  /// The app came to the foreground: what was put off is looked at again at once.
  @inline(never)
  mutating func resume(_ state: borrowing AuditState) {
    for index in paused.indices { deadlines.add(paused[index], at: state.now) }
    paused.removeAll()
  }

  /// Reports what the event at hand shows.
  mutating func report(
    _ rule: Rule, _ state: borrowing AuditState, _ witness: [Int32], _ because: String
  ) {
    report(rule, state, state.subject, on: state.event.page, witness, because)
  }

  /// Reports what was found of a popup, of none where its index is negative; by default on the page that it was shown on last.
  mutating func report(
    _ rule: Rule, _ state: borrowing AuditState, _ index: Int, with other: Int = -1, on page: PageID? = nil,
    at time: Ticks? = nil, _ witness: [Int32], _ because: String
  ) {
    assert(Rule.allCases.contains(rule), "a rule that is not registered")
    findings.append(
      Finding(
        rule, popup: PopupID(index), other: PopupID(other),
        page: page ?? (index < 0 ? .none : state.popups[index].shownPage), time: time ?? state.now, witness: witness,
        because: because))
  }

  /// Likewise, once for a presentation: the popup's latest one. What is about no popup is always reported.
  mutating func reportOnce(
    _ rule: Rule, _ state: borrowing AuditState, _ index: Int, on page: PageID, _ witness: [Int32], _ because: String
  ) {
    guard noteReport(of: rule, ofPresentationOf: index, state) else { return }
    report(rule, state, index, on: page, witness, because)
  }

  /// Sorts findings by time: callback reports some only once it knows that the policy makes calls at all.
  mutating func sortFindings() {
    guard findings.indices.dropFirst().contains(where: { findings[$0].time < findings[$0 - 1].time }) else { return }
    findings = findings.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
      \.element)
  }

  /// Notes that a rule reports something; false if it did before: one cause, one finding.
  mutating func noteReport(of rule: Rule, _ subject: Int32, _ stamp: Int32 = 0) -> Bool {
    let key = IndexTable.Key(Int32(rule.number), subject, stamp)
    guard reported[key] < 0 else { return false }
    reported[key] = 1
    return true
  }

  /// Likewise for the latest presentation of a popup.
  mutating func noteReport(of rule: Rule, ofPresentationOf index: Int, _ state: borrowing AuditState) -> Bool {
    index < 0 || noteReport(of: rule, Int32(truncatingIfNeeded: index), state.popups[index].shownSequence)
  }

  /// Likewise for a presentation on a page, which wrong-page, wrong-instance, stale-keepalive and lost-popup report once among them.
  mutating func noteReportOnPage(_ shown: Int32, _ page: PageID) -> Bool {
    noteReport(of: .wrongPage, shown, page.rawValue)
  }

  /// Likewise for one that was not to begin, which shown-after-withdrawal, after-sign-out and zombie report once among them.
  mutating func noteReportOfBeginning(_ popup: Int, _ shown: Int32) -> Bool {
    noteReport(of: .zombie, Int32(truncatingIfNeeded: popup), shown)
  }
}

/// What the rules remember of one popup.
struct PopupMemory {
  /// The presentations whose animations were reported to have ended last.
  var finishedShow: Int32 = 0
  var finishedHide: Int32 = 0
  /// The `popup.hidden` that ended its latest presentation, or came to nothing.
  var hidden: Int32 = -1
  var recent = Rule.Flicker.Recent()
  var locks = Rule.InputLock.Locks()
  var calls = Rule.Callback.Calls()
  var track = Rule.Leak.Track()
}

/// Sequence numbers in order, each once, without those that are not known.
func witness(_ sequences: Int32...) -> [Int32] {
  // As they are given, mostly.
  let isInOrder = sequences.indices.dropFirst().allSatisfy { sequences[$0 - 1] < sequences[$0] }
  if isInOrder, sequences[0] >= 0 { return sequences }
  var list: [Int32] = []
  for sequence in sequences.sorted() where sequence >= 0 && list.last != sequence { list.append(sequence) }
  return list
}
