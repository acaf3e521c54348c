package import PopAudit
package import PopDocument
package import PopReplay
package import PopTrace

/// Why one popup was, or was not, shown in one session: its story in one run or two, and what would have had it shown.
package struct Explanation: Hashable, Sendable, Fielded {
  package var trace: String
  package var session: String
  package var popup: Int64
  package var name: String
  /// In words: `campaign, level 8, condition false`.
  package var attributes: String
  private(set) var finding: Finding?
  package var stories: [Story] = []
  package var parting: Parting?
  /// The smallest change first.
  package var changes: [Change] = []
  package var changedPolicy = ""
  package var untried = ""
  package var triedCount = 0
  package var similar: Similar?

  package init(trace: String, session: String, popup: Int64, name: String, attributes: String = "") {
    self.trace = trace
    self.session = session
    self.popup = popup
    self.name = name
    self.attributes = attributes
  }

  package mutating func note(_ finding: PopAudit.Finding) {
    self.finding = Finding(rule: finding.rule, because: finding.because)
  }

  package static var blank: Self { Self(trace: "", session: "", popup: 0, name: "") }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.constant("schema", "poptrace.explanation/1")
    form.derived(["trace": trace, "session": session, "popup": popup, "name": name, "attributes": attributes])
    form.derived("finding", finding)
    form.rows("stories", stories)
    form.derived("parting", parting)
    form.derived("changedPolicy", changedPolicy.isEmpty ? nil : changedPolicy, .notEmpty)
    form.derived("tried", triedCount)
    form.derived("untried", untried.isEmpty ? nil : untried, .notEmpty)
    form.derived("changes", changes)
    form.derived("similar", similar)
  }

  package struct Finding: Hashable, Sendable, Fielded {
    var rule = Rule.overlap
    var because = ""

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      form.derived("rule", rule)
      form.derived("because", because, .notEmpty)
    }
  }

  package struct Story: Hashable, Sendable, Fielded {
    package var policy = ""
    package var isRecorded = false
    /// `never came`.
    package var outcome = ""
    package var wasShown = false
    package var lines: [Line] = []
    package var why: [String] = []
    package var grade: Grade?
    /// `the slot is held to the end`; empty where it was shown.
    package var reason = ""

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      form.derived("policy", policy, .notEmpty)
      form.derived("recorded", isRecorded)
      form.derived("outcome", outcome, .notEmpty)
      form.derived("shown", wasShown)
      form.derived("grade", grade)
      form.derived("reason", reason.isEmpty ? nil : reason, .notEmpty)
      form.rows("lines", lines)
      form.derived("why", why, .notEmpty)
    }
  }

  package struct Line: Hashable, Sendable, Fielded {
    package var time: Milliseconds
    package var event: Int32?
    package var text: String

    package init(time: Milliseconds, event: Int32?, _ text: String) {
      self.time = time
      self.event = event
      self.text = text
    }

    package static var blank: Self { Self(time: Milliseconds(microseconds: 0), event: nil, "") }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      form.derived("t", time)
      form.derived("event", event)
      form.derived("text", text, .notEmpty)
    }
  }

  /// The first decision in which two runs differ: what each decided; nil where it had come to its end.
  package struct Parting: Hashable, Sendable, Fielded {
    package var recorded: Line?
    package var candidate: Line?

    package init(recorded: Line?, candidate: Line?) {
      self.recorded = recorded
      self.candidate = candidate
    }

    package static var blank: Self { Self(recorded: nil, candidate: nil) }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      form.derived("recorded", recorded)
      form.derived("candidate", candidate)
    }
  }

  package struct Change: Hashable, Sendable, Fielded {
    package var kind: Kind
    /// What would have had to be different: `its condition had held from the start`.
    package var text: String
    package var shownAt: Milliseconds
    package var grade: Grade?
    /// What all runs of the changed session say of it; nil where only one was played, and where that rests on no assumption.
    package var firstShown: FirstShown?

    /// When it would have been shown in the several runs of a session, and in how many of them it comes.
    package struct FirstShown: Hashable, Sendable, Fielded {
      package var earliest: Milliseconds
      package var latest: Milliseconds?
      package var held: ComparedFinding.Held

      package init(earliest: Milliseconds, latest: Milliseconds?, held: ComparedFinding.Held) {
        self.earliest = earliest
        self.latest = latest
        self.held = held
      }

      package static var blank: Self { Self(earliest: Milliseconds(microseconds: 0), latest: nil, held: .blank) }
      package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
        form.derived("earliest", earliest)
        form.derived("latest", latest)
      }
    }

    package enum Kind: String, FieldWord, Sendable {
      case condition
      case popupAhead = "popup-ahead"
      case pageLonger = "page-longer"
      case policyKey = "policy-key"
    }

    package init(kind: Kind, _ text: String, shownAt: Milliseconds) {
      self.kind = kind
      self.text = text
      self.shownAt = shownAt
    }

    package static var blank: Self { Self(kind: .condition, "", shownAt: Milliseconds(microseconds: 0)) }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      form.derived("kind", kind)
      form.derived("text", text, .notEmpty)
      form.derived("shownAt", shownAt)
      form.derived("grade", grade)
      form.derived("firstShown", ifAny: firstShown)
      form.derived("held", ifAny: firstShown?.held)
    }
  }

  /// Sessions in which popups missed being shown for the same reason, this one included.
  package struct Similar: Hashable, Sendable, Fielded {
    package var sessions: Int
    package var popups: Int
    package var total: Int
    /// In the order of the inputs; nil where nobody asks.
    package var examples: [Missed]?

    package init(sessions: Int, popups: Int, total: Int) {
      self.sessions = sessions
      self.popups = popups
      self.total = total
    }

    package static var blank: Self { Self(sessions: 0, popups: 0, total: 0) }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      form.derived(["sessions": sessions, "popups": popups, "of": total])
      form.derived("examples", ifAny: examples)
    }
  }

  package var json: [UInt8] { JSONWriter.bytes(of: self) + [UInt8(ascii: "\n")] }
}
