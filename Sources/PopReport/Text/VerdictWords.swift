import PopAudit
import PopDocument
import PopReplay

/// What a report says in the end, in a sentence, with what a gate says where one was asked.
struct VerdictSentence {
  /// The sentence, `printable(_:)`.
  let headline: String
  /// The one command that would accept what fails; empty where there is none.
  let acceptCommand: String
  var text: String { acceptCommand.isEmpty ? headline : "\(headline) To accept: \(acceptCommand)" }

  init(_ report: ReportDocument) {
    let summary = report.summary
    let words = TextReport(report.head, style: .plain)
    // Limits are changed in the configuration.
    let isAcceptable = summary.verdict == .worse && report.failures.contains { _ in true }
    acceptCommand = isAcceptable ? ShellCommand(report.gate?.acceptCommand ?? []).text : ""
    guard let gate = report.gate, summary.verdict == .worse || summary.verdict == .fine else {
      headline = words.verdict(summary)
      return
    }
    let name = report.head.purpose == .recording ? "What was recorded" : printable(report.head.policy)
    guard summary.verdict == .worse else {
      headline = "\(name) passes the gate\(words.mended(summary))\(words.assumed(summary))."
      return
    }
    headline = "\(name) fails the gate: \(Self.reasons(report, gate).joined(separator: "; "))\(words.rest(summary))."
  }

  private static func reasons(_ report: ReportDocument, _ gate: GateReport) -> [String] {
    let summary = report.summary
    var reasons: [String] = []
    let found = findings(report, gate)
    if !found.isEmpty {
      let hurt = SessionShare(gate.hurtSessions, of: summary.judgedSessions).grouped
      reasons.append("\(found.joined(separator: ", "))\(found.count > 1 ? "," : "") in \(hurt) sessions")
    }
    let broken = gate.thresholds.filter(\.isFailure)
    if let first = broken.first, let limit = first.limits.first(where: \.isBroken) {
      let more = broken.count > 1 ? ", …" : ""
      reasons.append("\(counted(broken.count, "limit")) broken (\(first.metric), \(printable(limit.words))\(more))")
    }
    if summary.isAboveAffected { reasons.append(TextReport(report.head, style: .plain).tooManyAffected(summary)) }
    if let baseline = gate.baseline, baseline.isFailure {
      reasons.append("\(counted(baseline.stale.count, "acceptance")) of what is gone")
    }
    return reasons.isEmpty ? [counted(summary.gateFailures ?? summary.regressions, "failure")] : reasons
  }

  /// What fails of the findings: what is new, what there is more of than was accepted, and what was accepted until a day that is over.
  private static func findings(_ report: ReportDocument, _ gate: GateReport) -> [String] {
    var parts: [String] = []
    let words = report.failures.map(\.judgement.word)
    let (worse, expired) = (words.count { $0 == .worse }, words.count { $0 == .expired })
    let new = words.count - worse - expired
    if new > 0 { parts.append(counted(new, "new finding")) }
    if expired > 0 { parts.append("\(counted(expired, "finding")) accepted until a day that is over") }
    let risen = gate.baseline?.risen ?? []
    if let first = risen.first {
      let more = risen.count > 1 ? ", …" : ""
      parts.append(
        "\(counted(risen.count, "acceptance")) risen beyond chance (\(told(first.words, limit: 120)): accepted in "
          + "\(first.accepted.grouped) sessions, now in \(first.now.grouped)\(more))")
    } else if worse > 0 {
      parts.append("\(counted(worse, "finding")) risen beyond chance")
    }
    return parts
  }
}

/// Why a verdict is what it is, in the order in which people ask: what brings it, which limit breaks, whom it costs most.
struct VerdictReasons {
  struct Reason: Hashable {
    enum Kind: String {
      case key
      case accepted
      case limit
      case popup
      /// Where users lose none, a popup that fails in many sessions.
      case hit
    }

    var kind: Kind
    /// What it is: `leaving: hide`.
    var label: String
    /// What of it: `brings 37 of 37`.
    var words: String
    var aside = ""
  }

  private(set) var reasons: [Reason] = []
  /// How many there are of each kind that are not named.
  private(set) var left: [Reason.Kind: Int] = [:]

  private static let most = 3

  init(_ report: ReportDocument, _ text: TextReport) {
    guard report.summary.verdict == .worse, report.head.purpose != .recording else { return }
    if let gate = report.gate {
      add(gate.blame.map { Self.keys($0, report) } ?? [])
      add(
        (gate.baseline?.risen ?? []).map { risen in
          Reason(
            kind: .accepted, label: risen.words,
            words: "accepted in \(risen.accepted.grouped) sessions, now in \(risen.now.grouped)",
            aside: risen.line.map { "line \($0)" } ?? "")
        })
      add(gate.thresholds.filter(\.isFailure).map(Self.limit))
    }
    add(Self.popups(report, text))
  }

  private mutating func add(_ found: [Reason]) {
    reasons += found.prefix(Self.most)
    if let kind = found.first?.kind, found.count > Self.most { left[kind] = found.count - Self.most }
  }

  private static func keys(_ blame: BlameReport, _ report: ReportDocument) -> [Reason] {
    let failing = Set(report.failures.map(\.fingerprint))
    return blame.causes.compactMap { cause, fingerprints in
      let keys = cause.compactMap { name in blame.keys.first { $0.name == name } }
      let brought = fingerprints.intersection(failing).count
      guard !keys.isEmpty, brought > 0 else { return nil }
      let asides = keys.map { key in key.reference + " before" + (key.line.map { ", line \($0)" } ?? "") }
      return Reason(
        kind: .key, label: keys.map { "\($0.name): \($0.candidate)" }.joined(separator: " with "),
        words: "\(keys.count == 1 ? "brings" : "bring") \(grouping(brought)) of the "
          + "\(counted(failing.count, "finding")) that fail", aside: asides.joined(separator: "; "))
    }
  }

  private static func limit(_ threshold: ThresholdReport) -> Reason {
    let values = [threshold.reference, threshold.candidate].map { $0?.description ?? "–" }
    return Reason(
      kind: .limit, label: threshold.name,
      words: threshold.limits.filter(\.isBroken).map { $0.words + " broken" }.joined(separator: ", "),
      aside: values.joined(separator: " → "))
  }

  /// The popups that most users no longer see; where none is lost, those that fail in most sessions.
  private static func popups(_ report: ReportDocument, _ text: TextReport) -> [Reason] {
    let lost = text.outcomes.filter { $0.key.change == .lost && !$0.key.name.isEmpty }
      .sorted(by: OutcomeGroup.comesFirst)
    guard lost.isEmpty else {
      return lost.map {
        Reason(kind: .popup, label: $0.key.name, words: "no longer seen, \(counted($0.count, "time"))")
      }
    }
    var reasons: [Reason] = []
    var known: Set<String> = []
    for finding in report.failures.sorted(by: { $0.sessions > $1.sessions })
    where !finding.example.name.isEmpty && known.insert(finding.example.name).inserted {
      reasons.append(
        Reason(
          kind: .hit, label: finding.example.name,
          words: "\(finding.rule.userWords), in \(counted(finding.sessions, "session"))", aside: finding.rule.id))
    }
    return reasons
  }
}

extension RehearsalReport {
  package func text(style: Style) -> String {
    let against = reference == "recorded" ? "the recording" : reference
    var text = style.dress("\(printable(policy)) against \(printable(against)), rehearsed", .strong) + "\n"
    guard !parts.isEmpty else {
      return text
        + "The corpus is too small for an answer: \(counted(sessions, "session")) \(sessions == 1 ? "was" : "were") judged, and two "
        + "nights that share none need \(sessionsPerNight) each. Give more traces.\n"
    }
    text +=
      "\(counted(nights, "night")) of \(counted(sessionsPerNight, "session")), drawn from \(grouping(sessions)) by seed \(seed). Before each, what as "
      + "many other\nsessions bring was accepted.\n"
    if leftOut > 0 {
      text += "\(counted(leftOut, "session")) beyond these \(leftOut == 1 ? "was" : "were") left out.\n"
    }
    var table = TextTable([.left, .right, .left])
    table.add(["", "fails by chance", "is found 9 times in 10"])
    for kind in Part.Kind.allCases {
      let own = parts.filter { $0.kind == kind }
      guard !own.isEmpty else { continue }
      table.add([Cell(Self.title(kind), .strong)])
      for part in own {
        let now = part.now.map { ", now \($0.grouped)" } ?? ""
        table.add([
          Cell("  " + printable(part.words) + now),
          Cell("\(grouping(part.failed)) of \(grouping(nights))"),
          Cell(Self.found(part)),
        ])
      }
    }
    table.add([Cell("The gate as a whole", .strong), Cell("\(grouping(failed)) of \(grouping(nights))"), ""])
    return text + "\n" + table.text(style: style)
  }

  private static func title(_ kind: Part.Kind) -> String {
    switch kind {
    case .newErrors: "New errors"
    case .shares: "Shares of what is accepted"
    case .limits: "Limits"
    }
  }

  private static func found(_ part: Part) -> String {
    guard let found = part.found else { return "nothing" }
    switch part.kind {
    case .newErrors, .shares:
      let value = MetricValue(millionths: found * 100, .count)
      return "one more error in \(value) of 100 sessions"
    case .limits: return found == 0 ? "broken as it is" : "worse by \(MetricValue(millionths: found, .share))"
    }
  }
}
