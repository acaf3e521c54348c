package import PopDocument

/// The report as workflow commands of GitHub Actions: annotations of the policy file, or of the trace.
///
/// GitHub keeps ten errors, ten warnings and ten notices of a step. So the ten worst failures come first, then as many warnings, and last
/// the verdict, which is a notice where there are errors already and says what is not shown.
package struct GitHubAnnotations: ReportWriter {
  package static let limit = 10

  package mutating func end(_ report: ReportDocument) -> [UInt8] {
    let locator = FindingLocator(report)
    let failures = report.findings.filter(\.judgement.isFailure)
    let warnings = report.findings.filter { $0.judgement == .warns }
    let limits = report.brokenLimits
    func line(_ name: String, _ finding: JudgedFinding) -> String {
      Self.line(name, finding, at: locator.location(of: finding), in: report)
    }
    var lines = failures.prefix(Self.limit).map { line("error", $0) }
    lines += limits.prefix(Self.limit - lines.count).map { threshold, _, words in
      Self.command("error", at: locator.location(of: threshold), title: "limit: \(threshold.name)", message: words)
    }
    let errors = lines.count
    lines += warnings.prefix(Self.limit).map { line("warning", $0) }
    let cut = [
      (failures.count + limits.count - errors, "failure"),
      (warnings.count - min(warnings.count, Self.limit), "warning"),
    ].filter { $0.0 > 0 }.map { "\(counted($0.0, "more \($0.1)"))" }
    if let shards = report.head.provenance?.shards, !shards.isComplete {
      let names = shards.missing.prefix(Self.limit).map { "\($0)/\(shards.count)" }
      let more = shards.missing.count > names.count ? ", …" : ""
      lines.append(
        Self.command(
          // A worker that judges its own part misses nothing.
          shards.indices.count == 1 ? "warning" : "error", at: nil, title: "poptrace",
          message: "\(counted(shards.missing.count, "part")) missing, so this is no judgement of the whole: "
            + names.joined(separator: ", ") + more))
    }
    let isBad = report.summary.verdict == .worse || report.summary.verdict == .failed
    lines.append(
      Self.command(
        errors == 0 && isBad ? "error" : "notice", at: nil, title: "poptrace",
        message: VerdictSentence(report).text
          + (cut.isEmpty ? "" : " Not shown here: \(cut.joined(separator: ", ")).")))
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func line(
    _ name: String, _ finding: JudgedFinding, at location: FindingLocation, in report: ReportDocument
  ) -> String {
    let session = finding.positions.first.map { "\($0.trace), session \($0.session)" } ?? ""
    let message = [
      told(finding.example.because),
      told("\(finding.judgementWords); \(finding.often(in: report)), grade \(finding.gradeWords)"),
      told(session), "fingerprint \(finding.fingerprint); more: \(finding.command)",
    ]
    return command(
      name, at: location, title: finding.title, message: message.filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  static func command(_ name: String, at location: FindingLocation?, title: String, message: String) -> String {
    var properties: [String] = []
    if let location { properties = ["file=\(property(location.path))", "line=\(location.line)"] }
    properties.append("title=\(property(told(title, limit: 200)))")
    return "::\(name) \(properties.joined(separator: ","))::\(data(message))"
  }

  /// Escapes a message, as the toolkit of GitHub Actions does (`escapeData`).
  ///
  /// The older form of a command begins with `##[` anywhere in a line, so that is broken up.
  private static func data(_ text: String) -> String {
    spelled(text, ["%": "%25", "\r": "%0D", "\n": "%0A"]) { $0 == "[" && $1.hasSuffix("##") ? " [" : nil }
  }

  private static func property(_ text: String) -> String { spelled(data(printable(text)), [":": "%3A", ",": "%2C"]) }
}
