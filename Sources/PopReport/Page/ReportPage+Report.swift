import PopAudit
import PopDocument
import PopReplay
import PopTrace

// The report as the page's code takes it: schema `poptrace.page/1`.

extension ReportPage {
  var object: JSONObject {
    let verdict: JSONObject = [
      "word": report.summary.verdict, "sentence": sentence, "accept": VerdictSentence(report).acceptCommand,
    ]
    let factObjects: [JSONObject] = facts.map { ["label": $0.label, "value": $0.value] }
    let listed = report.findings.prefix(seen.findingLimit)
    let breakdowns: [JSONObject] = (report.gate?.breakdowns ?? []).map { ["by": $0.dimension, "rows": $0.rows] }
    let unread: [JSONObject] = report.summary.unread.prefix(100).map {
      ["trace": $0.trace, "session": $0.session ?? "", "because": $0.because]
    }
    return [
      "schema": "poptrace.page/1", "purpose": purpose.rawValue, "viewed": report.viewedSessions != nil,
      "policy": report.head.policy, "baseline": report.head.reference, "verdict": verdict, "facts": factObjects,
      "why": reasons, "total": report.findings.count, "listed": listed.count, "sections": sections,
      "findings": listed.map { object(of: $0) }, "beyond": beyond, "outcomes": outcomes, "metrics": metrics,
      "breakdowns": breakdowns, "blame": blame, "unread": unread, "remarks": remarks, "sessions": sessions,
      "left": left,
    ]
  }

  private var outcomes: [JSONObject] {
    text.outcomes.sorted(by: OutcomeGroup.comesFirst).prefix(Self.mostOutcomes).map {
      [
        "change": $0.key.change, "popup": $0.key.name, "count": $0.count, "grade": $0.grade,
        "recorded": $0.example.words(of: $0.example.recorded), "candidate": $0.example.words(of: $0.example.candidate),
        "trace": $0.position.trace, "session": $0.session, "number": $0.example.popup, "block": blocks[$0.position],
      ]
    }
  }

  private var sessions: [JSONObject] {
    windows.enumerated().map { number, window in
      let facts = window.facts
      return [
        "block": number, "trace": window.position.trace, "session": window.session, "app": facts.app,
        "build": facts.build, "policy": facts.policy, "started": facts.started, "os": facts.os,
        "device": facts.device, "events": window.events,
        "findings": window.findings.map { "\($0.status.rawValue) \($0.fingerprint)" },
      ]
    }
  }

  /// What is not in the page; nil where all of it is.
  private var left: JSONObject? {
    let findings = report.findings
    let unseen = findings.filter { finding in !finding.positions.contains { blocks[$0.position] != nil } }
    let sessions = max(
      0, report.viewedSessions.map { $0 - windows.count } ?? seen.foundSessions - windows.count { !$0.findings.isEmpty }
    )
    guard sessions > 0 || !unseen.isEmpty else { return nil }
    let others = (findings.lazy.flatMap(\.positions) + seen.found).first { blocks[$0.position] == nil }
    let having = report.viewedSessions == nil ? " with findings" : ""
    var words = "\(counted(sessions, "more session"))\(having) \(sessions == 1 ? "is" : "are") not in this file"
    if !unseen.isEmpty { words += ", among them all that have \(counted(unseen.count, "finding"))" }
    return [
      "sessions": sessions, "findings": unseen.count, "sentence": words + ".",
      "command": others.map { viewCommand(for: $0) } ?? "",
    ]
  }

  private func viewCommand(for position: JudgedFinding.Position) -> String {
    let policy = purpose == .view || purpose == .diff ? [] : ["--policy", report.head.candidateArgument]
    return ShellCommand(["poptrace", "view", position.trace, "--session", position.session] + policy).text
  }

  private func object(of finding: JudgedFinding) -> JSONObject {
    let example = finding.example
    let (builds, positions) = (seen.builds.counts(of: finding), finding.positions)
    // Where the session can be opened, its lanes show more than that.
    let isSeen = positions.contains { blocks[$0.position] != nil }
    let (trace, session) = (positions.first?.trace ?? "", positions.first?.session ?? "")
    let buildObjects: [JSONObject] = builds.map { ["build": $0.build, "sessions": $0.sessions] }
    let positionObjects: [JSONObject] = positions.map {
      ["trace": $0.trace, "session": $0.session, "block": blocks[$0.position]]
    }
    let timeline: [JSONObject] = (isSeen ? [] : example.timeline).map {
      ["event": $0.event, "t": $0.time, "kind": $0.kind, "detail": $0.detail, "witness": $0.isWitness]
    }
    return [
      "f": finding.fingerprint, "rule": finding.rule, "met": finding.rule.userWords,
      "about": finding.rule.definition, "severity": finding.severity, "status": finding.status,
      "grade": finding.grade, "section": Section(finding, purpose).rawValue, "judgement": finding.judgement.word,
      "fails": finding.judgement.isFailure, "excuse": finding.judgement.excuse, "popup": example.name,
      "other": example.otherName, "page": example.pageClass, "because": example.because,
      "why": example.assumption?.sentence, "sessions": finding.sessions, "builds": buildObjects,
      "places": positionObjects, "timeline": timeline,
      "explain": report.head.explainCommand(for: example, trace: trace, session: session).text,
    ]
  }

  /// What a link may lead to although it is not listed: by fingerprint the command that shows it.
  private var beyond: ReportProvenance.NamedTexts {
    var known: Set<String> = []
    let findings = report.findings.dropFirst(seen.findingLimit).prefix(Self.mostBeyond)
    return ReportProvenance.NamedTexts(
      findings.filter { known.insert($0.fingerprint).inserted }.map {
        HeaderEntry($0.fingerprint, $0.positions.first.map { viewCommand(for: $0) } ?? "")
      })
  }

  private var metrics: [JSONObject] {
    (report.gate?.orderedThresholds ?? []).map {
      let limits: [JSONObject] = $0.limits.map { ["words": $0.words, "broken": $0.isBroken] }
      return [
        "metric": $0.metric, "scope": $0.scope, "baseline": $0.reference?.description,
        "candidate": $0.candidate?.description, "change": $0.change?.words(between: "…"),
        "evidence": $0.evidence.words, "limits": limits,
      ]
    }
  }

  /// `leaving (park → hide, line 3) brings 2 findings: overlap: Coupon on HomePage, …`: which key of the policy brings what.
  private var blame: [String] {
    (report.gate?.blame?.causes(of: report.findings) ?? []).map {
      "\($0.keys) (\($0.changes)) \($0.brings) \(counted($0.found.count, "finding")): "
        + $0.found.prefix(3).map(\.title).joined(separator: ", ") + $0.more
    }
  }
}

// What the page counts. It lists no more than `mostFindings`, so every count is made here, of all findings.

extension ReportPage {
  enum Section: String, CaseIterable {
    case fails, errors, warnings, notes, accepted, assumed, fixed, same

    init(_ finding: JudgedFinding, _ purpose: Purpose) {
      self =
        switch finding.status {
        case .fixed: .fixed
        case .same: .same
        case .new where finding.judgement.isFailure: .fails
        case .new where finding.judgement.excuse != nil: .accepted
        case .new where finding.severity == .warning: .warnings
        case .new where finding.severity == .info: .notes
        case .new: purpose == .view ? .errors : .assumed
        }
    }

    /// - Parameter isView: Whether the page shows recordings that no gate judged.
    func title(isView: Bool) -> String {
      switch self {
      case .fails: isView ? "Errors" : "What fails"
      case .errors: "Errors"
      case .warnings: "Warnings"
      case .notes: "Notes"
      case .accepted: "Accepted or ignored"
      case .assumed: "Errors that rest on assumptions"
      case .fixed: "Mended"
      case .same: "As before"
      }
    }
  }

  /// The parts of the list, each with how many findings of which rule it has, listed or not.
  private var sections: [JSONObject] {
    var counts: [Section: [Rule: Int]] = [:]
    var times: [Section: SeverityCounts] = [:]
    for finding in report.findings {
      let section = Section(finding, purpose)
      counts[section, default: [:]][finding.rule, default: 0] += 1
      // A finding is there at most once in a session; of what fails the verdict counts where it can be relied on.
      let often = section == .fails && finding.firmSessions > 0 ? finding.firmSessions : finding.sessions
      times[section, default: .init()][finding.severity] += often
    }
    let isView = purpose == .view && report.gate == nil
    return Section.allCases.filter { counts[$0] != nil || $0 == .fails }.map { section in
      let rules = (counts[section] ?? [:]).sorted { (-$0.value, $0.key.id) < (-$1.value, $1.key.id) }
      // How often that was, over all sessions: `6,073 errors and 12 warnings in all`.
      let often = times[section]?.words ?? []
      let ruleObjects: [JSONObject] = rules.map { ["rule": $0.key, "count": $0.value] }
      return [
        "name": section.rawValue, "title": section.title(isView: isView), "count": rules.reduce(0) { $0 + $1.value },
        "times": often.isEmpty ? "" : often.joined(separator: " and ") + " in all", "rules": ruleObjects,
      ]
    }
  }

  private var reasons: [JSONObject] {
    let why = VerdictReasons(report, text)
    return why.reasons.map { reason in
      let isLast = reason == why.reasons.last { $0.kind == reason.kind }
      return [
        "kind": reason.kind.rawValue, "label": reason.label, "words": reason.words, "aside": reason.aside,
        "left": isLast ? why.left[reason.kind] ?? 0 : 0,
      ]
    }
  }
}
