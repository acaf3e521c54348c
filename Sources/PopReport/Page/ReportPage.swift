package import PopDocument
import PopTrace

/// The page for people: one file that opens without a network or a server, with everything that it shows within.
///
/// The report and each session that can be opened stand in it compressed; the code that shows them is in `Resources`. A Content Security Policy
/// within the page forbids it to load or send anything, and to run any script but its own. Deterministic: the same report gives the same bytes.
///
/// Source: Content Security Policy Level 3 (W3C), 6.7.2.3 (hashes of inline scripts and styles).
package struct ReportPage {
  package static let usualBytes = 5_000_000
  /// How many findings a page lists; of more, those that matter most.
  package static let mostFindings = 2000
  /// Of how many findings beyond that it knows how each can be seen.
  static let mostBeyond = 10_000
  static let mostOutcomes = 500

  let purpose: Purpose
  let report: ReportDocument
  /// What is known of the sessions, which came by before.
  let seen: HTMLReport
  /// The sessions that can be opened, in the order in which they stand in the page.
  let windows: [SessionWindows]
  let blocks: [ReportPosition: Int]
  var text: TextReport { seen.text }

  init(_ report: ReportDocument, _ seen: HTMLReport) {
    purpose = Purpose(report)
    var report = report
    report.findings = Self.ordered(report.findings)
    // Scenarios have no recording to be compared with.
    let summary = report.summary
    if report.head.reference == "recorded", summary.scenarios > 0, summary.scenarios == summary.sessions {
      report.head.reference = "none"
    }
    self.report = report
    self.seen = seen
    windows = Self.fitting(report.windows, byteLimit: seen.byteLimit).sorted { $0.position < $1.position }
    blocks = Dictionary(
      windows.enumerated().map { ($0.element.position, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// The first sessions of a list that a page has room for.
  package static func fitting(_ windows: [SessionWindows], byteLimit: Int) -> [SessionWindows] {
    var room = byteLimit
    return windows.filter { window in
      guard window.block.count <= room else { return false }
      room -= window.block.count
      return true
    }
  }

  var bytes: [UInt8] {
    var page: [UInt8] = []
    func add(_ text: String) { page += text.utf8 }
    let (style, script) = (ReportPageCode.style, ReportPageCode.script)
    add("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    add("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    add("script-src '\(ReportPageCode.hash(of: script))'; style-src '\(ReportPageCode.hash(of: style))'; ")
    add("img-src data:; base-uri 'none'; form-action 'none'\">\n")
    add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    add("<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"poptrace\">\n")
    add("<title>\(markup(printable(title)))</title>\n<style>")
    page += style
    add("</style>\n</head>\n<body>\n")
    page += ReportPageCode.body(verdict: markup(printable(sentence)))
    add("\n<script type=\"text/plain\" id=\"report\">")
    page += EmbeddedBlock(JSONWriter.bytes(of: object)).text
    add("</script>\n")
    for (number, window) in windows.enumerated() {
      add("<script type=\"text/plain\" id=\"session-\(number)\">")
      page += window.block
      add("</script>\n")
    }
    add("<script>")
    page += script
    add("</script>\n</body>\n</html>\n")
    return page
  }

  private var title: String {
    let policy = printable(report.head.policy)
    switch purpose {
    case .view: return "poptrace: \(policy)"
    case .replay, .gate, .diff: return "poptrace: \(policy) \(text.against)"
    }
  }
}

extension ReportPage {
  enum Purpose: String {
    case replay
    case gate
    case diff
    case view

    init(_ report: ReportDocument) {
      self =
        switch report.head.purpose {
        case .recording: .view
        case .comparison: .diff
        case .replay, .verification: report.gate == nil ? .replay : .gate
        }
    }
  }
}

enum ReportPageCode {
  static let style = joined([PackageResources.base_css, PackageResources.findings_css, PackageResources.lanes_css])

  /// The code, part by part: within a function of its own, so that nothing of it is seen from outside.
  static let script =
    Array("\"use strict\";\n(() => {\n".utf8)
    + joined([
      PackageResources.text_js, PackageResources.data_js, PackageResources.state_js, PackageResources.filters_js,
      PackageResources.list_js, PackageResources.tables_js, PackageResources.lanes_js, PackageResources.phone_js,
      PackageResources.events_js, PackageResources.playing_js, PackageResources.stage_js, PackageResources.detail_js,
      PackageResources.pointer_js, PackageResources.keys_js, PackageResources.start_js,
    ]) + Array("})();\n".utf8)

  static func body(verdict: String) -> [UInt8] {
    let mark = Array("{{verdict}}".utf8)
    let body = PackageResources.body_html
    let index = body.indices.first { body[$0...].starts(with: mark) }
    guard let index else { preconditionFailure("the page has no place for its verdict") }
    return body[..<index] + Array(verdict.utf8) + body[(index + mark.count)...]
  }

  /// What a Content Security Policy knows a script or a style by.
  static func hash(of bytes: [UInt8]) -> String {
    "sha256-" + String(decoding: EmbeddedBlock.base64(SHA256.hash(bytes)), as: UTF8.self)
  }

  private static func joined(_ parts: [[UInt8]]) -> [UInt8] { parts.flatMap { $0 + [UInt8(ascii: "\n")] } }
}

package struct HTMLReport: ReportWriter {
  let byteLimit: Int
  let findingLimit: Int
  /// What a text says of the same sessions, whose words and groups a page shares.
  private(set) var text = TextReport(.blank, style: .plain)
  private(set) var builds = FindingBuilds()
  /// The first sessions with findings; at the end of a page that shows all, those without after them.
  private(set) var found: [JudgedFinding.Position] = []
  private(set) var foundSessions = 0
  private var others: [JudgedFinding.Position] = []

  /// So many sessions with findings, and so many without, are remembered, to name one that a page has no room for.
  private static let mostRemembered = 10_000

  package init(byteLimit: Int = ReportPage.usualBytes, findingLimit: Int = ReportPage.mostFindings) {
    self.byteLimit = byteLimit
    self.findingLimit = findingLimit
  }

  package mutating func begin(_ head: ReportHead) -> [UInt8] {
    text = TextReport(head, style: .plain)
    return []
  }

  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] {
    text.add(session)
    builds.add(session)
    let position = JudgedFinding.Position(of: session)
    if !session.findings.isEmpty {
      foundSessions += 1
      if found.count < Self.mostRemembered { found.append(position) }
    } else if session.isJudged, others.count < Self.mostRemembered {
      others.append(position)
    }
    return []
  }

  package mutating func end(_ report: ReportDocument) -> [UInt8] {
    if report.viewedSessions != nil { found += others }
    return ReportPage(report, self).bytes
  }

  /// In how many sessions of which build each finding is.
  struct FindingBuilds: Sendable {
    private static let most = 50

    private var builds: [FindingReport.Key: [String: Int]] = [:]

    mutating func add(_ session: SessionReport) {
      let build = session.facts.build
      guard !build.isEmpty else { return }
      for key in session.findings.lazy.map(\.key) {
        if builds[key]?[build] == nil, (builds[key]?.count ?? 0) >= Self.most { continue }
        builds[key, default: [:]][build, default: 0] += 1
      }
    }

    /// The builds of a finding with how many sessions of each have it, the most frequent first; ties by name.
    func counts(of finding: JudgedFinding) -> [(build: String, sessions: Int)] {
      (builds[finding.example.key] ?? [:])
        .sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map { ($0.key, $0.value) }
    }
  }
}
