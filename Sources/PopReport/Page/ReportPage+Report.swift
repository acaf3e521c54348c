import PopAudit
import PopDocument
import PopReplay

// The report as the page's code takes it: schema `poptrace.page/1`.

extension ReportPage {
  func write(into json: inout JSONWriter) {
    json.object {
      $0.member("schema", "poptrace.page/1")
      $0.member("purpose", purpose.rawValue)
      $0.member("viewed", report.viewedSessions != nil)
      $0.member("policy", report.head.policy)
      $0.member("baseline", report.head.reference)
      $0.object("verdict") {
        $0.member("word", report.summary.verdict.rawValue)
        $0.member("sentence", sentence)
        $0.member("accept", VerdictSentence(report).acceptCommand)
      }
      $0.objects("facts", of: facts) {
        $0.member("label", $1.label)
        $0.member("value", $1.value)
      }
      writeReasons(into: &$0)
      writeSections(into: &$0)
      writeFindings(into: &$0)
      writeBeyond(into: &$0)
      writeOutcomes(into: &$0)
      writeGate(into: &$0)
      $0.objects("unread", of: report.summary.unread.prefix(100)) {
        $0.member("trace", $1.trace)
        $0.member("session", $1.session ?? "")
        $0.member("because", $1.because)
      }
      $0.member("remarks", remarks)
      writeSessions(into: &$0)
      $0.key("left")
      writeLeft(into: &$0)
    }
  }

  private func writeOutcomes(into json: inout JSONWriter) {
    json.objects("outcomes", of: text.outcomes.sorted(by: OutcomeGroup.comesFirst).prefix(Self.mostOutcomes)) {
      $0.member("change", $1.key.change.rawValue)
      $0.member("popup", $1.key.name)
      $0.member("count", $1.count)
      $0.member("grade", $1.grade.rawValue)
      $0.member("recorded", $1.example.words(of: $1.example.recorded))
      $0.member("candidate", $1.example.words(of: $1.example.candidate))
      $0.member("trace", $1.place.trace)
      $0.member("session", $1.session)
      $0.member("number", $1.example.popup)
      $0.member("block", blocks[$1.place].map { Int64($0) })
    }
  }

  private func writeSessions(into json: inout JSONWriter) {
    json.array("sessions") {
      for (number, window) in windows.enumerated() {
        $0.object {
          $0.member("block", number)
          $0.member("trace", window.place.trace)
          $0.member("session", window.session)
          $0.member("app", window.facts.app)
          $0.member("build", window.facts.build)
          $0.member("policy", window.facts.policy)
          $0.member("started", window.facts.started)
          $0.member("os", window.facts.os)
          $0.member("device", window.facts.device)
          $0.member("events", window.events)
          $0.array("findings") {
            for found in window.findings { $0.value("\(found.status.rawValue) \(found.fingerprint)") }
          }
        }
      }
    }
  }

  private func writeLeft(into json: inout JSONWriter) {
    let findings = report.findings
    let unseen = findings.filter { finding in !finding.places.contains { blocks[ReportPlace($0)] != nil } }
    let sessions = max(
      0, report.viewedSessions.map { $0 - windows.count } ?? foundSessions - windows.count { !$0.findings.isEmpty })
    guard sessions > 0 || !unseen.isEmpty else { return json.null() }
    let others = (findings.lazy.flatMap(\.places) + found).first { blocks[ReportPlace($0)] == nil }
    json.object {
      $0.member("sessions", sessions)
      $0.member("findings", unseen.count)
      let having = report.viewedSessions == nil ? " with findings" : ""
      var words = "\(counted(sessions, "more session"))\(having) \(sessions == 1 ? "is" : "are") not in this file"
      if !unseen.isEmpty { words += ", among them all that have \(counted(unseen.count, "finding"))" }
      $0.member("sentence", words + ".")
      $0.member("command", others.map { viewCommand(for: $0) } ?? "")
    }
  }

  /// The command that shows a session by itself.
  func viewCommand(for place: JudgedFinding.Place) -> String {
    let policy = purpose == .view || purpose == .diff ? [] : ["--policy", report.head.candidateArgument]
    return ShellCommand(["poptrace", "view", place.trace, "--session", place.session] + policy).text
  }
}

extension ReportPlace {
  /// Where a finding is.
  init(_ place: JudgedFinding.Place) { self.init(trace: place.trace, index: place.index) }
}
