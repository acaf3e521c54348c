import PopAudit
package import PopReplay
import PopupScheduling

/// How much of what replays foresaw in a world was right.
package struct Fidelity: Sendable {
  /// How many sessions were judged.
  package private(set) var sessions = 0
  /// How many were not, the recording not giving itself back.
  package private(set) var unjudgedSessions = 0
  /// Outcomes by their worst grade; right are those that are right in every aspect.
  package private(set) var outcomes = GradeTally()
  /// The same, right being those that are right tick for tick.
  package private(set) var exactly = GradeTally()
  /// Whether popups were shown at all.
  package private(set) var shown = GradeTally()
  /// On which pages popups were shown.
  package private(set) var places = GradeTally()
  /// How popups ended.
  package private(set) var ends = GradeTally()
  /// New errors; right are those that are true.
  package private(set) var errors = GradeTally()
  /// Sessions with a new error, foreseen or not.
  package private(set) var faultySessions = 0
  /// How many such sessions were expected, in sixteenths; of no meaning where nothing was estimated.
  package private(set) var expectedSixteenths = 0
  /// Of those that have one, how many the gate fails.
  package private(set) var foundSessions = 0
  /// Sessions without a new error that the gate fails.
  package private(set) var falseAlarms = 0
  /// What was wrong though it did not depend on an assumption: the first few of each grade.
  package private(set) var mistakes: [Mistake] = []

  /// Something foreseen wrongly.
  package struct Mistake: Sendable {
    /// How far it was to be relied on.
    package let grade: Grade
    /// Where, what was foreseen and what happened.
    package let description: String
  }

  private static let mistakesKept = 6

  /// Makes the count of nothing.
  package init() {}

  /// Counts a session.
  ///
  /// - Parameter name: What it is called where it has a mistake.
  package mutating func add(_ judged: JudgedSession, _ name: @autoclosure () -> String) {
    guard [.ok, .observed].contains(judged.verdict.identity.word), judged.verdict.failure == nil else {
      unjudgedSessions += 1
      return
    }
    sessions += 1
    for outcome in judged.outcomes {
      let grade = outcome.grades.worst
      outcomes.add(grade, isRight: outcome.isRight)
      exactly.add(grade, isRight: outcome.isSame)
      shown.add(outcome.grades.shown, isRight: outcome.isShownRight)
      places.add(outcome.grades.where, isRight: outcome.isPlaceRight)
      ends.add(outcome.grades.end, isRight: outcome.isEndRight)
      let wrong = Self.worstWrong(outcome)
      if let wrong, wrong <= .robust {
        let number = judged.verdict.catalog?.number(of: outcome.popup) ?? -1
        note(wrong, "\(name()), popup \(number): \(Self.difference(outcome))")
      } else if grade == .exact, !outcome.isSame {
        note(.exact, "\(name()), not to the tick: \(Self.difference(outcome))")
      }
    }
    for error in judged.errors {
      errors.add(error.grade, isRight: error.isTrue)
      if !error.isTrue, error.grade <= .robust {
        note(error.grade, "\(name()), new error that is not true: \(Self.sentence(error.finding))")
      }
    }
    let isCertain = judged.failsGate || judged.verdict.hasErrorInEveryRun
    expectedSixteenths += isCertain ? 16 : judged.verdict.affectedEstimates ?? 0
    if judged.realErrors > 0 {
      faultySessions += 1
      if judged.failsGate { foundSessions += 1 }
    } else if judged.failsGate {
      falseAlarms += 1
    }
  }

  /// The best grade of an aspect that was wrong; nil where none was.
  private static func worstWrong(_ outcome: ForeseenOutcome) -> Grade? {
    var grades: [Grade] = []
    if !outcome.isShownRight { grades.append(outcome.grades.shown) }
    if !outcome.isPlaceRight { grades.append(outcome.grades.where) }
    if !outcome.isEndRight { grades.append(outcome.grades.end) }
    return grades.min()
  }

  private mutating func note(_ grade: Grade, _ description: @autoclosure () -> String) {
    guard mistakes.count(where: { $0.grade == grade }) < Self.mistakesKept else { return }
    mistakes.append(Mistake(grade: grade, description: "\(grade.rawValue): \(description())"))
  }

  private static func difference(_ outcome: ForeseenOutcome) -> String {
    "foresaw \(text(outcome.foreseen)), was \(outcome.real.map(text) ?? "never submitted")"
  }

  private static func text(_ outcome: RunOutcome) -> String {
    let stays = outcome.shown.map { stay in
      "\(stay.from.rawValue)–\(stay.until.map { "\($0.rawValue)" } ?? "") on page \(stay.page.rawValue)"
    }
    return (stays + ["\(outcome.end)"]).joined(separator: ", ")
  }

  private static func sentence(_ finding: ComparedFinding) -> String {
    let held = finding.held.map { " (in \($0.count) of \($0.runs) runs)" } ?? ""
    return "\(finding.finding.time.rawValue) \(finding.finding.rule.id)\(held): \(finding.finding.because)"
  }

  package static func += (lhs: inout Fidelity, rhs: Fidelity) {
    lhs.sessions += rhs.sessions
    lhs.unjudgedSessions += rhs.unjudgedSessions
    lhs.outcomes += rhs.outcomes
    lhs.exactly += rhs.exactly
    lhs.shown += rhs.shown
    lhs.places += rhs.places
    lhs.ends += rhs.ends
    lhs.errors += rhs.errors
    lhs.faultySessions += rhs.faultySessions
    lhs.expectedSixteenths += rhs.expectedSixteenths
    lhs.foundSessions += rhs.foundSessions
    lhs.falseAlarms += rhs.falseAlarms
    for mistake in rhs.mistakes where lhs.mistakes.count(where: { $0.grade == mistake.grade }) < mistakesKept {
      lhs.mistakes.append(mistake)
    }
  }
}
