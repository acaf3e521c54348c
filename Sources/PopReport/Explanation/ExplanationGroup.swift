import PopDocument

/// Popups that missed being shown for the same reason.
package struct ExplanationGroup: Hashable, Sendable {
  /// The reason: `the slot is held to the end`.
  package var reason: String
  /// In how many sessions, and how many popups.
  package private(set) var sessions = 0
  package private(set) var popups = 0
  /// Which they are, in the order of the inputs.
  package private(set) var examples: [Example] = []

  package struct Example: Hashable, Sendable {
    /// The input, and the session's name.
    package var trace: String
    package var session: String
    /// Its number and name.
    package var popup: Int64
    package var name: String

    package init(trace: String, session: String, popup: Int64, name: String) {
      self.trace = trace
      self.session = session
      self.popup = popup
      self.name = name
    }
  }

  package init(reason: String) { self.reason = reason }

  /// Adds a popup; those of one session come one after another.
  package mutating func add(_ example: Example) {
    popups += 1
    if examples.last?.trace != example.trace || examples.last?.session != example.session { sessions += 1 }
    examples.append(example)
  }
}

/// Where popups of a name did not come, by reason.
package struct ExplanationGroups: Hashable, Sendable {
  /// What was asked for.
  package var name: String
  /// How often it was submitted, and in how many sessions.
  package var submissions: Int
  package var sessions: Int
  /// The reasons, the most frequent first.
  package var groups: [ExplanationGroup]

  package init(name: String, submissions: Int, sessions: Int, groups: [ExplanationGroup]) {
    self.name = name
    self.submissions = submissions
    self.sessions = sessions
    self.groups = groups
  }

  /// For people.
  ///
  /// - Parameter showsAll: Whether every session is named, and not one of each reason.
  package func text(style: Style, showsAll: Bool) -> String {
    let missed = groups.reduce(0) { $0 + $1.popups }
    let title = "\(printable(name)): \(counted(submissions, "submission")) in \(counted(sessions, "session")); "
    guard missed > 0 else { return title + "every one of them came.\n" }
    var lines = [style.dress(title + "\(grouping(missed)) never came.", .heading)]
    var table = TextTable([.right, .right, .left, .left])
    table.add(["sessions", "popups", "because", "as in"].map { TextTable.Cell($0, .faint) })
    for group in groups {
      for (index, example) in group.examples.enumerated() where showsAll || index == 0 {
        let place = "#\(example.popup) of \(printable(example.trace)), session \(printable(example.session))"
        if index == 0 {
          table.add([
            TextTable.Cell(grouping(group.sessions), .strong), TextTable.Cell(grouping(group.popups)),
            TextTable.Cell(printable(group.reason)), TextTable.Cell(place),
          ])
        } else {
          table.add(["", "", "", TextTable.Cell(place)])
        }
      }
    }
    lines += table.lines(style: style)
    if let example = groups.first?.examples.first {
      lines.append(
        style.dress(
          "The story of one: poptrace explain \(printable(example.trace)) --session \(printable(example.session)) "
            + "--popup \(example.popup)", .faint))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// For programs: `poptrace.explanations/1`.
  package var json: [UInt8] { FieldWriter.bytes(of: self) + [UInt8(ascii: "\n")] }
}
