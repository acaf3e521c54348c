package import PopAudit
package import PopDocument

extension Explanation {
  /// A popup that never came, and where it is.
  package struct Missed: Hashable, Sendable, Fielded {
    package var trace: String
    package var session: String
    package var popup: Int64
    package var name: String
    package var ending: PopupEnding

    package init(trace: String, session: String, popup: Int64, name: String, _ ending: PopupEnding) {
      self.trace = trace
      self.session = session
      self.popup = popup
      self.name = name
      self.ending = ending
    }

    package static var blank: Self { Self(trace: "", session: "", popup: 0, name: "", .notSubmitted) }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      form.derived(["trace": trace, "session": session, "popup": popup, "name": name])
    }
  }

  /// Popups that missed being shown for the same reason: `the slot is held to the end`.
  struct Group: Hashable, Sendable, Fielded {
    var reason = ""
    private(set) var sessions = 0
    private(set) var popups = 0
    private(set) var examples: [Missed] = []

    mutating func add(_ missed: Missed) {
      popups += 1
      if examples.last?.trace != missed.trace || examples.last?.session != missed.session { sessions += 1 }
      examples.append(missed)
    }

    static var blank: Self { Self() }
    mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      form.derived("reason", reason, .notEmpty)
      form.derived(["sessions": sessions, "popups": popups])
      form.derived("examples", examples, .notEmpty)
    }
  }

  /// Where popups of a name did not come, by reason.
  package struct Groups: Hashable, Sendable, Fielded {
    private let name: String
    private let submissions: Int
    private let sessions: Int
    /// The most frequent reason first.
    private let groups: [Group]

    package init(name: String, submissions: Int, sessions: Int, _ missed: [Missed]) {
      self.name = name
      self.submissions = submissions
      self.sessions = sessions
      var groups: [Group] = []
      var indices: [PopupEnding: Int] = [:]
      for popup in missed {
        let index = groups.index(of: popup.ending, in: &indices, orNew: Group(reason: popup.ending.reason))
        groups[index].add(popup)
      }
      self.groups = groups.sorted { ($1.sessions, $1.popups, $0.reason) < ($0.sessions, $0.popups, $1.reason) }
    }

    package static var blank: Self { Self(name: "", submissions: 0, sessions: 0, []) }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      form.constant("schema", "poptrace.explanations/1")
      form.derived(["name": name, "submissions": submissions, "sessions": sessions])
      form.rows("groups", groups)
    }

    package func text(style: Style, showsAll: Bool) -> String {
      let missed = groups.reduce(0) { $0 + $1.popups }
      let title = "\(printable(name)): \(counted(submissions, "submission")) in \(counted(sessions, "session")); "
      guard missed > 0 else { return title + "every one of them came.\n" }
      var lines = [style.dress(title + "\(grouping(missed)) never came.", .heading)]
      var table = TextTable([.right, .right, .left, .left])
      table.add(["sessions", "popups", "because", "as in"].map { Cell($0, .faint) })
      for group in groups {
        let what = [
          Cell(grouping(group.sessions), .strong), Cell(grouping(group.popups)), Cell(printable(group.reason)),
        ]
        for (index, one) in group.examples.enumerated() where showsAll || index == 0 {
          let popup = "#\(one.popup) of \(printable(one.trace)), session \(printable(one.session))"
          table.add((index == 0 ? what : ["", "", ""]) + [Cell(popup)])
        }
      }
      lines += table.lines(style: style)
      if let example = groups.first?.examples.first {
        let command = "poptrace explain \(printable(example.trace)) --session \(printable(example.session))"
        lines.append(style.dress("The story of one: \(command) --popup \(example.popup)", .faint))
      }
      return lines.joined(separator: "\n") + "\n"
    }

    package var json: [UInt8] { JSONWriter.bytes(of: self) + [UInt8(ascii: "\n")] }
  }
}
