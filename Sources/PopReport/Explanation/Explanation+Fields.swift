import PopAudit
package import PopDocument
import PopTrace

extension Explanation: Fielded {
  package static var blank: Self { Self(trace: "", session: "", popup: 0, name: "") }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.constant("schema", "poptrace.explanation/1")
    try form.field("trace", &trace)
    try form.field("session", &session, .any, about: "Its name, or its place in its input where it has none.")
    try form.field("popup", &popup)
    try form.field("name", &name)
    try form.field("attributes", &attributes, .any, about: "What it asks for; empty where it was never submitted.")
    try form.field(
      "finding", &finding, .any,
      about: "The finding by which it was asked for; null where it was asked for by name or number.")
    form.rows(
      "stories", stories,
      about:
        "What became of it: in the recording, then in the run of the policy that was named. A scenario has no recording."
    )
    try form.field(
      "parting", &parting, .any,
      about: "The first decision in which two runs differ; null where they do not, and where there is one run.")
    form.derived(
      "changedPolicy", changedPolicy.isEmpty ? nil : changedPolicy, .notEmpty,
      about: "The policy under which it never came, and under which changes were tried; null where none was.")
    try form.field("tried", &triedCount)
    form.derived(
      "untried", untried.isEmpty ? nil : untried, .notEmpty,
      about: "Why nothing was tried; null where something was, and where it came.")
    try form.field(
      "changes", &changes, .any, about: "What would have had it shown: a replay with that one thing changed did.")
    try form.field(
      "similar", &similar, .any,
      about:
        "How many others of what was given never came for the same reason; null where it came, and where the inputs cannot be read again."
    )
  }
}

extension Explanation.Finding: Fielded {
  package static var blank: Self { Self(rule: .overlap, because: "") }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("rule", &rule)
    try form.field("because", &because, .notEmpty)
  }
}

extension Explanation.Story: Fielded {
  package static var blank: Self { Self() }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("policy", &policy, .notEmpty)
    try form.field("recorded", &isRecorded, .any, about: "Whether this is what was recorded.")
    try form.field("outcome", &outcome, .notEmpty, about: "What it came to, without the popup's name.")
    try form.field("shown", &wasShown, .any, about: "Whether it was on screen.")
    try form.field(
      "grade", &grade, .any, about: "How far it can be relied on; null for what was recorded, and for a scenario.")
    form.derived(
      "reason", reason.isEmpty ? nil : reason, .notEmpty,
      about: "Why it never came, in the words that others of that reason have; null where it came.")
    form.rows("lines", lines, about: "What happened, in order.")
    try form.field("why", &why, .notEmpty, about: "In full sentences.")
  }
}

extension Explanation.Line: Fielded {
  package static var blank: Self { Self(time: Milliseconds(microseconds: 0), event: nil, "") }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("t", &time)
    try form.field(
      "event", &event, .any, about: "The event it is about, by its number in that run; null for the end of the session."
    )
    try form.field("text", &text, .notEmpty)
  }
}

extension Explanation.Parting: Fielded {
  package static var blank: Self { Self(recorded: nil, candidate: nil) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("recorded", &recorded)
    try form.field("candidate", &candidate)
  }
}

extension Explanation.Change: Fielded {
  package static var blank: Self { Self(kind: .condition, "", shownAt: Milliseconds(microseconds: 0)) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("kind", &kind)
    try form.field("text", &text, .notEmpty)
    try form.field("shownAt", &shownAt, .any, about: "In the run with the assumed answers.")
    try form.field(
      "grade", &grade, .any,
      about:
        "How far it can be relied on that it would have been shown; null for a scenario, which leaves nothing open.")
    try form.field(
      "firstShown", ifAny: &firstShown, .any,
      about:
        "In the run in which it comes soonest and in the one in which it comes last, where that rests on an assumption and several runs were played; latest is null where there is one in which it does not come."
    )
    form.derived("held", ifAny: firstShown?.held, about: "In how many runs it comes.")
  }
}

extension Explanation.Change.Kind: FieldWord {}

extension Explanation.Change.FirstShown: Fielded {
  package static var blank: Self { Self(earliest: Milliseconds(microseconds: 0), latest: nil, held: .blank) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("earliest", &earliest)
    try form.field("latest", &latest)
  }
}

extension Explanation.Similar: Fielded {
  package static var blank: Self { Self(sessions: 0, popups: 0, total: 0) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("sessions", &sessions)
    try form.field("popups", &popups)
    try form.field("of", &total, .any, about: "In how many sessions they were looked for.")
    try form.field("examples", ifAny: &examples, .any, about: "Which they are, with --similar.")
  }
}

extension ExplanationGroups: Fielded {
  package static var blank: Self { Self(name: "", submissions: 0, sessions: 0, groups: []) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.constant("schema", "poptrace.explanations/1")
    try form.field("name", &name)
    try form.field("submissions", &submissions)
    try form.field("sessions", &sessions, .any, about: "In how many sessions they were submitted.")
    form.rows("groups", groups, about: "The reasons, the most frequent first.")
  }
}

extension ExplanationGroup: Fielded {
  package static var blank: Self { Self(reason: "") }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("reason", &reason, .notEmpty)
    form.derived("sessions", sessions)
    form.derived("popups", popups)
    form.derived("examples", examples, .notEmpty, about: "All of them.")
  }
}

extension ExplanationGroup.Example: Fielded {
  package static var blank: Self { Self(trace: "", session: "", popup: 0, name: "") }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("trace", &trace)
    try form.field("session", &session, .any, about: "Its name, or its place in its input where it has none.")
    try form.field("popup", &popup)
    try form.field("name", &name)
  }
}
