import Foundation
import PopAudit
import PopTrace
import PublishedSchedulers
import Testing

/// One defect of a published scheduler: a scenario, and the rule that names it.
struct DefectRow: Sendable, CustomTestStringConvertible {
  /// The scheduler's name.
  let scheduler: String
  /// Where the scenario is, from `Fixtures/published` on.
  let scenario: String
  /// The rule that the scheduler's run must trigger; where ``isUnnamed``, the one that would have to speak.
  let rule: Rule
  /// Whether the audit does not see it: the rule stands in parentheses.
  let isUnnamed: Bool
  /// Why that is right; nil where it is named, or would have to be.
  let silence: String?
  /// How the published code comes to do it.
  let thought: String

  var testDescription: String { "\(scheduler): \(scenario) \(rule.id)" }

  /// The session of its scenario.
  func session() throws -> Session {
    let sessions = try JSONLines.sessions(in: Array(Data(contentsOf: Self.folder.appending(path: scenario))))
    guard let session = sessions.first, sessions.count == 1 else { throw Failure.notOneSession(scenario) }
    return session
  }

  /// What is wrong with the list of defects itself.
  enum Failure: Error {
    case malformed(String)
    case notOneSession(String)
  }
}

// MARK: - Files

extension DefectRow {
  /// The folder of all scenarios and lists.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/published")

  /// Every row, in the order of the registry and of the lists.
  static func all() throws -> [DefectRow] {
    var rows: [DefectRow] = []
    for scheduler in PublishedSchedulers.all {
      let file = folder.appending(path: PublishedDefect.list(of: scheduler))
      guard FileManager.default.fileExists(atPath: file.path()) else { continue }
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst() {
        rows.append(try DefectRow(line, of: scheduler.name))
      }
    }
    return rows
  }

  /// Reads a line of a `defects.tsv`.
  private init(_ line: Substring, of scheduler: String) throws {
    guard let defect = PublishedDefect(line), let rule = Rule(rawValue: defect.rule)
    else { throw Failure.malformed("\(scheduler): \(line)") }
    self.scheduler = scheduler
    self.rule = rule
    scenario = defect.scenario
    isUnnamed = defect.isUnnamed
    silence = defect.silence
    thought = defect.thought
  }
}
