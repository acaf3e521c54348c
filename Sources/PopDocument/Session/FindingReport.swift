package import PopAudit
package import PopReplay
package import PopTrace
package import PopupScheduling

package struct FindingReport: Hashable, Sendable, Fielded {
  package var rule = Rule.overlap
  package var status = FindingStatus.new
  package var popup: Int64?
  package var name = ""
  package var other: Int64?
  package var otherName = ""
  package var page: Int64?
  package var pageClass = ""
  package var time = Milliseconds(microseconds: 0)
  package var because = ""
  /// What is the same of it in every session, build and run (Diff, *Fingerprints*).
  package var fingerprint = ""
  /// The events that show it, by their numbers in the run it was found in.
  package var witness: [Int32] = []
  package var grade = Grade.exact
  package var held: ComparedFinding.Held?
  /// Why it is `Grade.assumed`; nil where it is not.
  package var assumption: AssumptionReport?
  /// The events around the witnesses, for people; empty where they were not asked for.
  package var timeline: [TimelineLine] = []

  /// What it is told from others by, in whichever sessions they are.
  package struct Key: Hashable, Sendable {
    package let fingerprint: String
    package let status: FindingStatus
  }

  package var key: Key { Key(fingerprint: fingerprint, status: status) }
  package var isAssumed: Bool { grade == .assumed }
  package var isNewError: Bool { RegressionCriterion.isNewError(status, rule.severity) }
  package static var blank: Self { Self() }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("rule", &rule)
    form.derived("severity", rule.severity)
    try form.field("status", &status)
    try form.field("popup", &popup)
    try form.field("name", &name, orNullUnless: popup != nil)
    try form.field("other", &other)
    try form.field("otherName", &otherName, orNullUnless: other != nil)
    try form.field("page", &page)
    try form.field("pageClass", &pageClass, orNullUnless: page != nil)
    try form.field("t", &time)
    try form.field("because", &because, .notEmpty)
    try form.field("fingerprint", &fingerprint, .fingerprint)
    try form.field("witness", &witness)
    form.derived("assumed", isAssumed)
    try form.field("grade", &grade)
    try form.field("held", ifAny: &held)
    form.derived("why", ifAny: assumption?.sentence)
    if form.isWhole { try form.field("timeline", &timeline, unless: []) }
  }
}

extension ComparedFinding.Held: Fielded {
  package static var blank: Self { Self(in: 0, of: 0) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("in", &count)
    try form.field("of", &runs)
  }
}

extension FindingReport {
  package init(_ judged: borrowing ComparedFinding, since assumption: AssumptionReport? = nil, words: EventDescriber) {
    let (popup, other, page) = (judged.finding.popup, judged.finding.other, judged.finding.page)
    let isExcerpted = !judged.excerpt.log.events.isEmpty
    self.init(
      rule: judged.finding.rule, status: judged.status, popup: words.known(popup), name: words.name(of: popup),
      other: words.known(other), otherName: words.name(of: other), page: words.known(page),
      pageClass: words.className(of: page), time: words.time(judged.finding.time), because: judged.finding.because,
      fingerprint: judged.fingerprint.description, witness: judged.finding.witness, grade: judged.grade,
      held: judged.held, assumption: judged.grade == .assumed ? assumption : nil,
      timeline: isExcerpted
        ? words.timeline(of: judged.excerpt, witness: judged.finding.witness, popups: [popup, other]) : [])
  }
}

/// What a session's replay first assumed, in words: the reason for everything in it that is graded *assumed*.
package struct AssumptionReport: Hashable, Sendable, Fielded {
  package var reason = Assumption.Reason.neverAnswered
  /// When it took effect in the candidate's run.
  package var time = Milliseconds(microseconds: 0)
  package var popup: Int64?
  package var because = ""

  /// `assumed since 41,975 ms: Loading #4 was never answered in the recording`.
  package var sentence: String { "assumed since \(time.grouped) ms: \(because)" }
  package static var blank: Self { Self() }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("reason", &reason)
    try form.field("t", &time)
    try form.field("popup", &popup)
    try form.field("because", &because)
  }
}

extension Assumption.Reason {
  /// What is not known, for a list of how often that was so.
  package var words: String { told(of: "").words }

  fileprivate func told(of popup: String) -> (words: String, clause: String) {
    switch self {
    case .neverAnswered: ("popup never answered", "\(popup) was never answered in the recording")
    case .longerThanSeen: ("popup up for longer", "\(popup) is up for longer than in the recording")
    case .heldByLock:
      ("answer held by a lock", "the answer to \(popup) may have waited for a lock in the recording")
    case .contentNeverAsked:
      ("content never asked for", "the content of \(popup) was never asked for in the recording")
    case .contentLongerThanSeen:
      ("content takes longer", "the content of \(popup) takes longer than the recording waited")
    case .unseen:
      ("ending without counterpart", "what the app does when \(popup) ends like this is not in the recording")
    case .shownElsewhere: ("popup on another page", "\(popup) is shown on another page than in the recording")
    case .userWouldHaveBeenBlocked:
      ("other popups in the way", "the user meets other popups here than in the recording")
    case .otherPage: ("visit from another page", "the user goes on from another page than in the recording")
    case .pageLongerThanSeen:
      ("longer on a page", "the user stays longer than in the recording on a page that a tap led to")
    case .visitMayHaveWaited:
      ("visit may have waited", "a popup may have kept the user from a page visit in the recording")
    case .visitAfterLostTap: ("lost tap", "the tap on \(popup) that led to a page does not come")
    }
  }
}

extension AssumptionReport {
  package init(_ assumption: Assumption, words: EventDescriber) {
    let popup = assumption.popup
    self.init(
      reason: assumption.reason, time: words.time(assumption.time), popup: words.known(popup),
      because: assumption.reason.told(of: popup.isNone ? "a popup" : words.popup(popup)).clause)
  }
}

/// Something about a replay that the reader of its report must know.
package struct NoteReport: Hashable, Sendable, Fielded {
  package var kind = ReplayNote.Kind.unreached
  /// The number in the recording of the stimulus concerned; nil where there is none.
  package var event: Int32?
  package var popup: Int64?
  /// The candidate's time; the recording's for what did not happen.
  package var time = Milliseconds(microseconds: 0)

  package static var blank: Self { Self() }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("kind", &kind)
    try form.field("event", &event)
    try form.field("popup", &popup)
    try form.field("t", &time)
  }
}

extension NoteReport {
  package init(_ note: ReplayNote, words: EventDescriber) {
    self.init(
      kind: note.kind, event: note.recorded < 0 ? nil : note.recorded, popup: words.known(note.popup),
      time: words.time(note.time))
  }
}

extension EventDescriber {
  /// The witnesses, and of the events around them those that help: steps of the same popups, and pages coming and going.
  package func timeline(of excerpt: Excerpt, witness: [Int32], popups: [PopupID]) -> [TimelineLine] {
    let log = excerpt.log
    var result: [TimelineLine] = []
    var previous: Int32?
    for event in log.events where witness.contains(event.sequence) || Self.matters(event, to: popups) {
      if let previous, event.sequence > previous + 1 {
        let left = counted(Int(event.sequence - previous) - 1, "event")
        result.append(TimelineLine(event: nil, time: time(event.time), kind: "… " + left))
      }
      result.append(line(event, in: log, isWitness: witness.contains(event.sequence)))
      previous = event.sequence
    }
    return result
  }

  private static func matters(_ event: Event, to popups: [PopupID]) -> Bool {
    switch event.kind {
    case .pageDidAppear, .pageWillDisappear, .pageRemoved, .appSignedOut, .appSignedIn, .appBackground,
      .appForeground:
      true
    case .popupSubmitted, .popupWithdrawn, .popupDismissed, .popupQueued, .popupShown, .popupHidden, .popupParked,
      .popupRestored, .popupDropped, .popupCondition, .popupViewLost, .contentLoaded, .contentFailed:
      popups.contains(event.popup)
    default: false
    }
  }
}
