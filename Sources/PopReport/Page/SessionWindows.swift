package import PopAudit
package import PopDocument
import PopReplay
package import PopTrace
import PopupScheduling

extension SessionWindows {
  /// How many findings of a session are told apart.
  private static var mostFindings: Int { 400 }

  /// Cuts out what is shown of a session.
  ///
  /// - Parameters:
  ///   - report: What was found.
  ///   - recorded: What was recorded, or the run of the policy that is compared with; nil where there is neither.
  ///   - candidate: The candidate's run; nil where there is none.
  ///   - isWhole: Whether more than what surrounds the findings is shown.
  ///   - criterion: What fails the build.
  package init(
    _ report: SessionReport, recorded: Session?, candidate: Session?, isWhole: Bool = false,
    failOn criterion: RegressionCriterion
  ) {
    let findings = report.findings.enumerated()
      .sorted {
        (Self.weight(of: $0.element, criterion), $0.offset) < (Self.weight(of: $1.element, criterion), $1.offset)
      }
      .prefix(Self.mostFindings).map(\.element)
    let runs = [recorded, candidate].compactMap(\.self)
    func isRecorded(_ finding: FindingReport) -> Bool {
      candidate == nil || (finding.status == .fixed && recorded != nil)
    }
    let ranges = WindowRanges(
      findings.map { ($0.witness, isRecorded($0) || recorded == nil ? 0 : 1) }, in: runs, isWhole: isWhole)
    var json = JSONWriter()
    json.object {
      $0.member("trace", report.trace)
      $0.member("session", report.session)
      $0.member("length", report.length)
      $0.array("findings") { for finding in findings { Self.write(finding, isRecorded(finding), into: &$0) } }
      $0.array("ranges") {
        for part in ranges.parts { $0.array { Self.write(part.lowerBound, part.upperBound, into: &$0) } }
      }
      $0.array("left") {
        for (part, events) in ranges.left {
          $0.object {
            $0.member("from", Milliseconds(microseconds: part.lowerBound))
            $0.member("until", Milliseconds(microseconds: part.upperBound))
            $0.member("events", events)
          }
        }
      }
      for (name, run) in [("recorded", recorded), ("candidate", candidate)] as [(StaticString, Session?)] {
        $0.key(name)
        if let run { WindowLane(run, ranges).write(into: &$0) } else { $0.null() }
      }
    }
    self.init(report, findings: findings, block: EmbeddedBlock(json.bytes).text)
  }

  private static func write(_ from: Int64, _ until: Int64, into json: inout JSONWriter) {
    json.value(Milliseconds(microseconds: from))
    json.value(Milliseconds(microseconds: until))
  }

  /// New errors that fail the build first, then new errors, then what else is new, then what is gone, then what stays.
  private static func weight(of finding: FindingReport, _ criterion: RegressionCriterion) -> Int {
    switch finding.status {
    case .new:
      criterion.isRegression(finding.status, finding.rule.severity, finding.grade)
        ? 0 : finding.isNewError ? 1 : finding.rule.severity == .warning ? 2 : 3
    case .fixed: 4
    case .same: finding.rule.severity == .error ? 5 : 6
    }
  }

  private static func write(_ finding: FindingReport, _ isRecorded: Bool, into json: inout JSONWriter) {
    json.object {
      $0.member("f", finding.fingerprint)
      $0.member("rule", finding.rule.id)
      $0.member("status", finding.status.rawValue)
      $0.member("severity", finding.rule.severity.rawValue)
      $0.member("grade", finding.grade.rawValue)
      $0.member("popup", name(finding.name, finding.popup, "popup"))
      $0.member("other", name(finding.otherName, finding.other, "popup"))
      $0.member("page", name(finding.pageClass, finding.page, "page"))
      $0.member("t", finding.time)
      $0.member("because", finding.because)
      $0.member("why", finding.assumption?.sentence)
      $0.member("witness", finding.witness)
      $0.member("run", isRecorded ? "recorded" : "candidate")
    }
  }

  private static func name(_ name: String, _ number: Int64?, _ noun: String) -> String {
    number.map { "\(name.isEmpty ? noun : name) #\($0)" } ?? ""
  }
}
