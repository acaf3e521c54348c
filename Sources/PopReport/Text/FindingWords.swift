import PopAudit
import PopDocument
import PopReplay

// The words that the forms of a report share. None of them is made ``printable(_:)`` or escaped yet.

extension JudgedFinding {
  /// `Coupon and Loading on HomePage`; empty where it is about neither popup nor page.
  var subject: String { findingSubject(example.name, example.otherName, example.pageClass) { $0 } }

  /// The same, `printable(_:)`.
  var printableSubject: String { findingSubject(example.name, example.otherName, example.pageClass, printable) }

  /// `wrong-page: Coupon on HomePage`.
  var title: String { rule.id + (subject.isEmpty ? "" : ": " + subject) }

  /// Why it is one, without the full stop, for more follows.
  var reason: String {
    let text = example.because
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  func share(in report: ReportDocument) -> SessionShare {
    SessionShare(sessions, of: max(sessions, report.summary.judgedSessions))
  }

  /// `in 3 of 1,300 sessions`.
  func often(in report: ReportDocument) -> String { "in \(share(in: report).grouped) sessions" }

  /// `exact`; `exact in 2 of 3 sessions` where the others rest on assumptions.
  var gradeWords: String {
    guard firmSessions > 0, firmSessions < sessions else { return grade.rawValue }
    return "\(grade.rawValue), firm in \(SessionShare(firmSessions, of: sessions).grouped) sessions"
  }

  /// What is made of it and why, as a clause; ``often(in:)`` belongs beside it.
  var judgementWords: String {
    let accepted = judgement.accepted?.grouped ?? ""
    let excuse = judgement.excuse?.words ?? ""
    return switch judgement.word {
    case .fails: "new, fails the build"
    case .worse: "worse: accepted in \(accepted) sessions (\(excuse))"
    case .expired: "expired: \(excuse)"
    case .accepted: "accepted in \(accepted) sessions: \(excuse)"
    case .ignored: "ignored: \(excuse)"
    case .warns: "new, a warning"
    case .assumed: "new, and rests on an assumption in every session that has it"
    case .notes: "new, a note"
    case .known: status == .fixed ? "fixed" : status == .same ? "the same as before" : "new"
    }
  }

  var command: String { "poptrace rules \(rule.id)" }
}

extension SeverityCounts {
  /// `2 errors`, `1 note`: what there is of it.
  var words: [String] {
    [(self[.error], "error"), (self[.warning], "warning"), (self[.info], "note")].filter { $0.0 > 0 }
      .map { counted($0.0, $0.1) }
  }
}

extension Excuse {
  /// `known since spring, by Kim, until 2027-01-31`.
  var words: String {
    var parts = [reason.isEmpty ? "no reason given" : reason]
    if !owner.isEmpty { parts.append("by " + owner) }
    if let expires { parts.append("until \(expires)") }
    return parts.joined(separator: ", ")
  }
}

/// `Coupon and Loading on HomePage`, each name as it is told; empty where there is neither popup nor page.
func findingSubject(_ name: String, _ other: String, _ page: String, _ told: (String) -> String) -> String {
  let popups = [name, other].filter { !$0.isEmpty }.map(told).joined(separator: " and ")
  return [popups, page.isEmpty ? "" : "on " + told(page)].filter { !$0.isEmpty }.joined(separator: " ")
}

extension Array {
  /// The index of what a key stands for; a new element's at the end, where the key is new.
  mutating func index<Key: Hashable>(
    of key: Key, in indices: inout [Key: Int], orNew new: @autoclosure () -> Element
  ) -> Int {
    if let index = indices[key] { return index }
    indices[key] = count
    append(new())
    return count - 1
  }
}

/// A text from a trace as every form takes it: `printable(_:)`, and no longer than a reader bears.
func told(_ text: String, limit: Int = 1000) -> String { truncated(printable(text), to: limit) }

/// A text with some of its characters spelled otherwise, as a table has it or as depends on what stands before.
func spelled(
  _ text: String, _ table: [Unicode.Scalar: String], or other: (Unicode.Scalar, String) -> String? = { _, _ in nil }
) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if let spelling = table[scalar] ?? other(scalar, result) {
      result += spelling
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// A text within XML or HTML, where nothing in it can be taken for markup.
///
/// Source: HTML Living Standard (WHATWG), 13.3 (escaping a string).
func markup(_ text: String, or other: (Unicode.Scalar) -> String? = { _ in nil }) -> String {
  spelled(text, ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"]) { scalar, _ in other(scalar) }
}

extension BlameReport {
  /// The causes with what they bring, those that bring most first.
  var causes: [(cause: [String], fingerprints: Set<String>)] {
    var causes: [(cause: [String], fingerprints: Set<String>)] = []
    func add(_ cause: [String], _ fingerprint: String) {
      if let index = causes.firstIndex(where: { $0.cause == cause }) {
        causes[index].fingerprints.insert(fingerprint)
      } else {
        causes.append((cause, [fingerprint]))
      }
    }
    for row in rows {
      for key in row.alone { add([key], row.fingerprint) }
      for pair in row.pairs { add(pair, row.fingerprint) }
      if row.alone.isEmpty, row.pairs.isEmpty { add(["several keys"], row.fingerprint) }
    }
    return causes.sorted { (-$0.fingerprints.count, $0.cause.joined()) < (-$1.fingerprints.count, $1.cause.joined()) }
  }

  /// The same of what is new among findings, in the words that a text and a page have for it.
  func causes(
    of findings: [JudgedFinding]
  ) -> [(keys: String, brings: String, changes: String, found: [JudgedFinding], more: String)] {
    causes.map { cause, fingerprints in
      let found = findings.filter { $0.status == .new && fingerprints.contains($0.fingerprint) }
      return (
        cause.joined(separator: " with "), cause.count == 1 ? "brings" : "bring",
        cause.map(change).joined(separator: "; "), found,
        found.count > 3 ? " and \(grouping(found.count - 3)) more" : ""
      )
    }
  }

  /// `park → hide, line 3`.
  private func change(of name: String) -> String {
    guard let key = keys.first(where: { $0.name == name }) else { return "together" }
    return "\(printable(key.reference)) → \(printable(key.candidate))" + (key.line.map { ", line \($0)" } ?? "")
  }
}

extension ReportDocument {
  /// The limits that break, each with what was measured.
  var brokenLimits: [(threshold: ThresholdReport, limit: ThresholdReport.Limit, words: String)] {
    (gate?.thresholds ?? []).flatMap { threshold in
      threshold.limits.filter(\.isBroken).map { (threshold, $0, threshold.words($0)) }
    }
  }
}

extension ThresholdReport {
  /// `wait-p95 of popup Coupon`.
  var name: String { "\(metric) of \(scope)" }

  /// A limit with what was measured: `3,200 ms, was 2,100 ms; max: 3000 ms is broken`.
  func words(_ limit: Limit) -> String {
    let value = candidate?.description ?? "nothing measured"
    let was = reference.map { ", was \($0)" } ?? ""
    let kept = limit.isBroken ? "is broken" : "is kept"
    return "\(value)\(was) (\(evidence.words)); \(told(limit.words, limit: 200)) \(kept)"
  }
}

extension ThresholdReport.ChangeInterval {
  /// `+62.1 % (+40.0 … +81.3)`.
  func words(between word: String) -> String {
    "\(Self.signed(measured)) % (\(Self.signed(low)) \(word) \(Self.signed(high)))"
  }

  private static func signed(_ millionths: Int) -> String {
    let permille = (Int(clamping: millionths.magnitude) + 500) / 1000
    return "\(millionths < 0 && permille > 0 ? "-" : "+")\(grouping(permille / 10)).\(permille % 10)"
  }
}

extension ReportHead {
  var candidateArgument: String {
    let file = provenance?.policyFile ?? ""
    return file.isEmpty ? policy : file
  }

  /// The command that tells the story of the popup that a finding is about: `poptrace explain a.poptrace --session s --popup 3 --policy v6`.
  ///
  /// - Returns: The command; one without words where the finding is about no popup, where the report compares recordings or checks them, and
  ///   where what it was found in cannot be read again or its name cannot be copied.
  func explainCommand(for finding: FindingReport, trace: String, session: String) -> ShellCommand {
    guard purpose == .replay || purpose == .recording, let popup = finding.popup, trace != "-", !trace.isEmpty else {
      return ShellCommand([])
    }
    let policy = purpose == .recording ? [] : ["--policy", candidateArgument]
    return ShellCommand(["poptrace", "explain", trace, "--session", session, "--popup", "\(popup)"] + policy)
  }
}
