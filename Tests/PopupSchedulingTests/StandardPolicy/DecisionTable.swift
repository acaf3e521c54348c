import PopupScheduling

/// The table *stimulus × version → decisions*: each row is run under every version.
struct DecisionTable {
  typealias Act = @Sendable (inout Play<StandardPolicy>) -> Void

  /// A situation, and the stimulus that meets it.
  struct Row: Sendable {
    var stimulus: String
    var situation: String
    var setUp: Act
    var act: Act
  }

  /// The decisions under one version, as text.
  static func decisions(_ row: Row, _ version: PolicyVersion) -> [String] {
    var play = Play(version.configuration)
    play.know(1, "Home")
    play.know(2, "Detail")
    play.know(3, "Sheet", as: .sheet)
    play.know(4, "Tabs")
    play.know(5, "Home", in: 4)
    play.know(6, "Other", in: 4)
    row.setUp(&play)
    row.act(&play)
    return play.last
  }

  /// The table as a page of the documentation.
  static var markdown: String {
    var text = """
      # Decisions

      What each version of the standard policy decides about each stimulus, and in which order.

      ## Overview

      Popups and pages go by numbers; page 1 is a `Home`, 2 a `Detail`, 3 a sheet, 4 a tab bar with another `Home`, 5, and an `Other`, 6, in it.
      Where nothing else is said, page 1 is on screen, popups are of kind `alert` and level 0, and belong to no page. A line stands for all versions that decide alike. This page is made and checked by
      the tests: what is written here is what happens.

      """
    var stimulus = ""
    for row in rows {
      if row.stimulus != stimulus {
        stimulus = row.stimulus
        text += "\n### \(stimulus)\n\n| situation | versions | decisions |\n| --- | --- | --- |\n"
      }
      for (names, decisions) in grouped(row) {
        let cell = decisions.isEmpty ? "none" : decisions.map { "`\($0)`" }.joined(separator: ", ")
        text += "| \(row.situation) | \(names) | \(cell) |\n"
      }
    }
    return text
  }

  /// The distinct decisions of a row, each with the versions that make them, as in `v1 … v4`.
  private static func grouped(_ row: Row) -> [(String, [String])] {
    var groups: [(first: String, last: String, decisions: [String])] = []
    for version in PolicyConfiguration.versions {
      let decisions = decisions(row, version)
      if let last = groups.indices.last, groups[last].decisions == decisions {
        groups[last].last = version.name
      } else {
        groups.append((version.name, version.name, decisions))
      }
    }
    return groups.map { ($0.first == $0.last ? $0.first : "\($0.first) … \($0.last)", $0.decisions) }
  }

  static let rows =
    submissions + endings + time + pages + app
    + restless + chained + prompts + tabs + gates
}
