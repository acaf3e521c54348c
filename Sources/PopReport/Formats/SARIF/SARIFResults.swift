import PopAudit
import PopReplay

/// The results of a SARIF run.
struct SARIFResults {
  private let report: NeutralReport
  private let locator: FindingLocator
  private var steps = SARIFReport.stepLimit
  /// How many findings were left out, and how many results have no code flow, for there was no room.
  private(set) var cut = 0
  private(set) var cutFlows = 0

  /// Takes the findings of a report.
  init(_ report: NeutralReport) {
    self.report = report
    locator = FindingLocator(report)
  }

  /// Writes as many as there may be, in the order of the report.
  mutating func write(into json: inout JSONWriter) {
    for finding in report.findings.prefix(SARIFReport.resultLimit) {
      json.newLine()
      json.open(UInt8(ascii: "{"))
      write(finding, into: &json)
      json.close(UInt8(ascii: "}"))
    }
    cut = max(0, report.findings.count - SARIFReport.resultLimit)
  }

  private mutating func write(_ finding: JudgedFinding, into json: inout JSONWriter) {
    let words = FindingWords(finding, in: report)
    json.member("ruleId", finding.rule.id)
    json.member("ruleIndex", Rule.allCases.firstIndex(of: finding.rule) ?? -1)
    json.member("level", Self.level(of: finding))
    json.member("baselineState", Self.state(of: finding))
    json.message(
      "message",
      "\(SARIFText.escaped(words.because)); \(SARIFText.escaped(words.judgement)), \(words.often). "
        + "More: \(words.command)")
    json.array("locations") { $0.object { Self.write(locator.location(of: finding), into: &$0) } }
    json.object("partialFingerprints") { $0.member("poptrace/v1", finding.fingerprint) }
    json.member("occurrenceCount", max(1, finding.sessions))
    writeFlow(of: finding, into: &json)
    json.array("suppressions") { Self.writeSuppressions(finding.judgement, into: &$0) }
    json.object("properties") {
      $0.member("grade", finding.grade.rawValue)
      $0.member("judgement", finding.judgement.word)
      $0.member("sessions", finding.sessions)
      $0.member("firmSessions", finding.firmSessions)
      $0.member("popup", told(finding.example.name))
      $0.member("page", told(finding.example.pageClass))
    }
  }

  /// What rests on assumptions is no more than a note, whatever its severity.
  static func level(of finding: JudgedFinding) -> String {
    if finding.judgement == .assumed || finding.judgement == .notes { return "note" }
    // A failure that somebody asked for in spite of assumptions stays one.
    if finding.grade == .assumed, !finding.judgement.isFailure { return "note" }
    return SARIFReport.level(of: finding.severity)
  }

  /// What became of it since the baseline.
  static func state(of finding: JudgedFinding) -> String {
    if case .accepted = finding.judgement { return "unchanged" }
    return switch finding.status {
    case .new: "new"
    case .same: "unchanged"
    case .fixed: "absent"
    }
  }

  /// Only what holds: an acceptance that is over suppresses nothing.
  private static func writeSuppressions(_ judgement: FindingJudgement, into json: inout JSONWriter) {
    guard !judgement.isFailure, let excuse = judgement.excuse else { return }
    json.object {
      $0.member("kind", "external")
      $0.member("status", "accepted")
      $0.member("justification", told(FindingWords.words(excuse)))
    }
  }

  /// The events before the violation, and those that are it.
  private mutating func writeFlow(of finding: JudgedFinding, into json: inout JSONWriter) {
    let timeline = finding.example.timeline
    guard let last = timeline.lastIndex(where: \.isWitness) ?? timeline.indices.last else { return }
    let events = timeline[...last]
    guard events.count <= steps else {
      cutFlows += 1
      return
    }
    steps -= events.count
    let place = FindingLocation(path: finding.places.first?.trace ?? "", line: 1)
    json.array("codeFlows") {
      $0.object {
        $0.array("threadFlows") {
          $0.object {
            $0.array("locations") { for event in events { Self.write(event, at: place, into: &$0) } }
          }
        }
      }
    }
  }

  private static func write(_ event: TimelineLine, at place: FindingLocation, into json: inout JSONWriter) {
    json.object {
      $0.object("location") {
        write(place, into: &$0)
        let detail = event.detail.isEmpty ? "" : " " + event.detail
        $0.message("message", SARIFText.escaped("\(event.time.grouped) ms \(event.kind)\(detail)"))
      }
      $0.member("importance", event.isWitness ? "essential" : "important")
    }
  }

  /// Writes the member of a location that says file and line.
  static func write(_ location: FindingLocation, into json: inout JSONWriter) {
    json.object("physicalLocation") {
      $0.object("artifactLocation") { $0.member("uri", relativeURI(location.path)) }
      $0.object("region") { $0.member("startLine", location.line) }
    }
  }
}
