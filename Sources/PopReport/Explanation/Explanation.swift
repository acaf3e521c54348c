package import PopAudit
import PopDocument
package import PopReplay
package import PopTrace

/// Why one popup was, or was not, shown in one session: its story in one run or two, and what would have had it shown.
package struct Explanation: Hashable, Sendable {
  /// The input, and the session's name.
  package var trace: String
  package var session: String
  /// The popup's number and name, and what it asks for in words: `campaign, level 8, condition false`.
  package var popup: Int64
  package var name: String
  package var attributes: String
  /// The finding by which it was asked for; nil where it was asked for by name or number.
  package var finding: Finding?
  /// Its story in the recording, and in the candidate's run; one of them where there is no other.
  package var stories: [Story] = []
  /// Where the two runs part; nil where they do not, and where there is only one.
  package var parting: Parting?
  /// What would have had it shown, the smallest change first: each was tried by replay.
  package var changes: [Change] = []
  /// Under which policy.
  package var changedPolicy = ""
  /// Why nothing was tried; empty where it was.
  package var untried = ""
  package var triedCount = 0
  /// How many other sessions of what was given missed the same popup, or another, in the same way.
  package var similar: Similar?

  package init(trace: String, session: String, popup: Int64, name: String, attributes: String = "") {
    self.trace = trace
    self.session = session
    self.popup = popup
    self.name = name
    self.attributes = attributes
  }

  /// A finding about the popup.
  package struct Finding: Hashable, Sendable {
    package var rule: Rule
    package var because: String

    package init(rule: Rule, because: String) {
      self.rule = rule
      self.because = because
    }
  }

  /// What became of the popup in one run.
  package struct Story: Hashable, Sendable {
    /// The policy, and whether this is what was recorded.
    package var policy = ""
    package var isRecorded = false
    /// What it came to, without the popup's name: `never came`.
    package var outcome = ""
    /// Whether it was on screen.
    package var wasShown = false
    /// What happened, in order.
    package var lines: [Line] = []
    /// Why it came to that, in full sentences.
    package var why: [String] = []
    /// How far it can be relied on; nil for what was recorded, and for a scenario.
    package var grade: Grade?
    /// What it has in common with others of that sort: `the slot is held to the end`; empty where it was shown.
    package var reason = ""
  }

  /// A sentence of a story.
  package struct Line: Hashable, Sendable {
    package var time: Milliseconds
    /// The event it is about, by its number in the run; nil for the end.
    package var event: Int32?
    package var text: String

    package init(time: Milliseconds, event: Int32?, _ text: String) {
      self.time = time
      self.event = event
      self.text = text
    }
  }

  /// The first decision in which two runs differ: what each decided; nil where it had come to its end.
  package struct Parting: Hashable, Sendable {
    package var recorded: Line?
    package var candidate: Line?

    package init(recorded: Line?, candidate: Line?) {
      self.recorded = recorded
      self.candidate = candidate
    }
  }

  /// A change with which a replay shows the popup.
  package struct Change: Hashable, Sendable {
    package var kind: Kind
    /// What would have had to be different: `its condition had held from the start`.
    package var text: String
    /// When it would then have been shown first.
    package var shownAt: Milliseconds
    /// How far it can be relied on that it would have been shown; nil for a scenario, which leaves nothing open.
    package var grade: Grade?
    /// What all runs of the changed session say of it; nil where only one was played, and where that rests on no assumption.
    package var firstShown: FirstShown?

    /// When it would have been shown in the several runs of a session.
    package struct FirstShown: Hashable, Sendable {
      /// In the run in which it comes soonest.
      package var earliest: Milliseconds
      /// In the run in which it comes last; nil where there is one in which it does not come.
      package var latest: Milliseconds?
      /// In how many of them it comes.
      package var held: ComparedFinding.Held

      package init(earliest: Milliseconds, latest: Milliseconds?, held: ComparedFinding.Held) {
        self.earliest = earliest
        self.latest = latest
        self.held = held
      }
    }

    /// What sort of change it is.
    package enum Kind: String, CaseIterable, Sendable {
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
  }

  /// Sessions in which popups missed being shown for the same reason.
  package struct Similar: Hashable, Sendable {
    /// How many sessions, this one included, and how many popups in them.
    package var sessions: Int
    package var popups: Int
    /// How many sessions were looked at.
    package var total: Int
    /// Which popups they are, in the order of the inputs; nil where nobody asks.
    package var examples: [ExplanationGroup.Example]?

    package init(sessions: Int, popups: Int, total: Int) {
      self.sessions = sessions
      self.popups = popups
      self.total = total
    }
  }

  /// For programs: `poptrace.explanation/1`.
  package var json: [UInt8] { FieldWriter.bytes(of: self) + [UInt8(ascii: "\n")] }
}
