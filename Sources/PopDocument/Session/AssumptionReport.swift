package import PopReplay
package import PopTrace
import PopupScheduling

/// What a session's replay first assumed, in words: the reason for everything in it that is graded *assumed*.
package struct AssumptionReport: Hashable, Sendable {
  package var reason = Assumption.Reason.neverAnswered
  /// When it took effect in the candidate's run.
  package var time = Milliseconds(microseconds: 0)
  /// The number of the popup concerned; nil where there is none.
  package var popup: Int64?
  /// What is not known, as a clause.
  package var because = ""

  /// `assumed since 41,975 ms: Loading #4 was never answered in the recording`.
  package var sentence: String { "assumed since \(time.grouped) ms: \(because)" }

  fileprivate static func clause(_ reason: Assumption.Reason, _ popup: String) -> String {
    switch reason {
    case .neverAnswered: "\(popup) was never answered in the recording"
    case .longerThanSeen: "\(popup) is up for longer than in the recording"
    case .heldByLock: "the answer to \(popup) may have waited for a lock in the recording"
    case .contentNeverAsked: "the content of \(popup) was never asked for in the recording"
    case .contentLongerThanSeen: "the content of \(popup) takes longer than the recording waited"
    case .unseen: "what the app does when \(popup) ends like this is not in the recording"
    case .shownElsewhere: "\(popup) is shown on another page than in the recording"
    case .userWouldHaveBeenBlocked: "the user meets other popups here than in the recording"
    case .otherPage: "the user goes on from another page than in the recording"
    case .pageLongerThanSeen: "the user stays longer than in the recording on a page that a tap led to"
    case .visitMayHaveWaited: "a popup may have kept the user from a page visit in the recording"
    case .visitAfterLostTap: "the tap on \(popup) that led to a page does not come"
    }
  }
}

extension Assumption.Reason {
  /// What is not known, for a list of how often that was so.
  package var words: String {
    switch self {
    case .neverAnswered: "popup never answered"
    case .longerThanSeen: "popup up for longer"
    case .heldByLock: "answer held by a lock"
    case .contentNeverAsked: "content never asked for"
    case .contentLongerThanSeen: "content takes longer"
    case .unseen: "ending without counterpart"
    case .shownElsewhere: "popup on another page"
    case .userWouldHaveBeenBlocked: "other popups in the way"
    case .otherPage: "visit from another page"
    case .visitAfterLostTap: "lost tap"
    case .pageLongerThanSeen: "longer on a page"
    case .visitMayHaveWaited: "visit may have waited"
    }
  }
}

extension AssumptionReport {
  package init(_ assumption: Assumption, words: EventDescriber) {
    let popup = assumption.popup
    self.init(
      reason: assumption.reason, time: words.time(assumption.time), popup: words.known(popup),
      because: Self.clause(assumption.reason, popup.isNone ? "a popup" : words.popup(popup)))
  }
}

extension AssumptionReport: Fielded {
  package static var blank: Self { Self() }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("reason", &reason)
    try form.field("t", &time)
    try form.field("popup", &popup)
    try form.field("because", &because)
  }
}

/// Something about a replay that the reader of its report must know.
package struct NoteReport: Hashable, Sendable {
  package var kind = ReplayNote.Kind.unreached
  /// The number in the recording of the stimulus concerned; nil where there is none.
  package var event: Int32?
  /// The number of the popup concerned; nil where there is none.
  package var popup: Int64?
  /// The candidate's time; the recording's for what did not happen.
  package var time = Milliseconds(microseconds: 0)
}

extension NoteReport: Fielded {
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
