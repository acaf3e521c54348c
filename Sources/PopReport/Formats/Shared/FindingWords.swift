import PopAudit
import PopReplay

/// A judged finding in the words that the forms of a report share. None of it is made ``printable(_:)`` or escaped yet.
struct FindingWords {
  /// The finding.
  let finding: JudgedFinding
  /// How many sessions were judged.
  let judged: Int

  /// Takes a finding of a report.
  init(_ finding: JudgedFinding, in report: NeutralReport) {
    self.finding = finding
    judged = report.summary.judgedSessions
  }

  /// `Coupon and Loading on HomePage`; empty where it is about neither popup nor page.
  var subject: String {
    let example = finding.example
    let popups = [example.name, example.otherName].filter { !$0.isEmpty }.joined(separator: " and ")
    let page = example.pageClass.isEmpty ? "" : "on " + example.pageClass
    return [popups, page].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// `wrong-page: Coupon on HomePage`.
  var title: String { finding.rule.id + (subject.isEmpty ? "" : ": " + subject) }

  /// Why it is one, without the full stop, for more follows.
  var because: String {
    let text = finding.example.because
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// `in 3 of 1,300 sessions`.
  var often: String {
    "in \(SessionShare(finding.sessions, of: max(finding.sessions, judged)).grouped) sessions"
  }

  /// `exact`; `exact in 2 of 3 sessions` where the others rest on assumptions.
  var grade: String {
    guard finding.firmSessions > 0, finding.firmSessions < finding.sessions else { return finding.grade.rawValue }
    return
      "\(finding.grade.rawValue), firm in \(SessionShare(finding.firmSessions, of: finding.sessions).grouped) sessions"
  }

  /// What is made of it and why, as a clause; ``often`` belongs beside it.
  var judgement: String {
    switch finding.judgement {
    case .fails: "new, fails the build"
    case .worse(let accepted, let excuse):
      "worse: accepted in \(accepted.grouped) sessions (\(Self.words(excuse)))"
    case .expired(let excuse): "expired: \(Self.words(excuse))"
    case .accepted(let accepted, let excuse): "accepted in \(accepted.grouped) sessions: \(Self.words(excuse))"
    case .ignored(let excuse): "ignored: \(Self.words(excuse))"
    case .warns: "new, a warning"
    case .assumed: "new, and rests on an assumption in every session that has it"
    case .notes: "new, a note"
    case .known: finding.status == .fixed ? "fixed" : finding.status == .same ? "the same as before" : "new"
    }
  }

  /// The command that explains its rule.
  var command: String { "poptrace rules \(finding.rule.id)" }

  /// The words of an excuse: `known since spring, by Kim, until 2027-01-31`.
  static func words(_ excuse: Excuse) -> String {
    var parts = [excuse.reason.isEmpty ? "no reason given" : excuse.reason]
    if !excuse.owner.isEmpty { parts.append("by " + excuse.owner) }
    if let day = excuse.expires { parts.append("until \(day)") }
    return parts.joined(separator: ", ")
  }
}

/// A text from a trace as every form takes it: ``printable(_:)``, and no longer than a reader bears.
func told(_ text: String, limit: Int = 1000) -> String { truncated(printable(text), to: limit) }
