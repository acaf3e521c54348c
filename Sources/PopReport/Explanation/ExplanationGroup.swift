package import PopDocument

/// Popups that missed being shown for the same reason: `the slot is held to the end`.
package struct ExplanationGroup: Hashable, Sendable, Fielded {
  package var reason: String
  package private(set) var sessions = 0
  package private(set) var popups = 0
  package private(set) var examples: [Example] = []

  package struct Example: Hashable, Sendable, Fielded {
    package var trace: String
    package var session: String
    package var popup: Int64
    package var name: String

    package init(trace: String, session: String, popup: Int64, name: String) {
      self.trace = trace
      self.session = session
      self.popup = popup
      self.name = name
    }

    package static var blank: Self { Self(trace: "", session: "", popup: 0, name: "") }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      form.derived("trace", trace)
      form.derived("session", session, about: "Its name, or its place in its input where it has none.")
      form.derived(["popup": popup, "name": name])
    }
  }

  package init(reason: String) { self.reason = reason }

  /// Adds a popup; those of one session come one after another.
  package mutating func add(_ example: Example) {
    popups += 1
    if examples.last?.trace != example.trace || examples.last?.session != example.session { sessions += 1 }
    examples.append(example)
  }

  package static var blank: Self { Self(reason: "") }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.derived("reason", reason, .notEmpty)
    form.derived(["sessions": sessions, "popups": popups])
    form.derived("examples", examples, .notEmpty, about: "All of them.")
  }
}

/// Where popups of a name did not come, by reason.
package struct ExplanationGroups: Hashable, Sendable, Fielded {
  package var name: String
  package var submissions: Int
  package var sessions: Int
  package var groups: [ExplanationGroup]

  package init(name: String, submissions: Int, sessions: Int, groups: [ExplanationGroup]) {
    self.name = name
    self.submissions = submissions
    self.sessions = sessions
    self.groups = groups
  }

  package static var blank: Self { Self(name: "", submissions: 0, sessions: 0, groups: []) }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.constant("schema", "poptrace.explanations/1")
    form.derived(["name": name, "submissions": submissions])
    form.derived("sessions", sessions, about: "In how many sessions they were submitted.")
    form.rows("groups", groups, about: "The reasons, the most frequent first.")
  }

  package func text(style: Style, showsAll: Bool) -> String {
    let missed = groups.reduce(0) { $0 + $1.popups }
    let title = "\(printable(name)): \(counted(submissions, "submission")) in \(counted(sessions, "session")); "
    guard missed > 0 else { return title + "every one of them came.\n" }
    var lines = [style.dress(title + "\(grouping(missed)) never came.", .heading)]
    var table = TextTable([.right, .right, .left, .left])
    table.add(["sessions", "popups", "because", "as in"].map { Cell($0, .faint) })
    for group in groups {
      for (index, example) in group.examples.enumerated() where showsAll || index == 0 {
        let what = [
          Cell(grouping(group.sessions), .strong), Cell(grouping(group.popups)), Cell(printable(group.reason)),
        ]
        let place = "#\(example.popup) of \(printable(example.trace)), session \(printable(example.session))"
        table.add((index == 0 ? what : ["", "", ""]) + [Cell(place)])
      }
    }
    lines += table.lines(style: style)
    if let example = groups.first?.examples.first {
      let command = "poptrace explain \(printable(example.trace)) --session \(printable(example.session))"
      lines.append(style.dress("The story of one: \(command) --popup \(example.popup)", .faint))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// For programs: `poptrace.explanations/1`.
  package var json: [UInt8] { JSONWriter.bytes(of: self) + [UInt8(ascii: "\n")] }
}
