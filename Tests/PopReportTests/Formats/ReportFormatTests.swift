import Foundation
import PopAudit
import PopTrace
import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("The forms of a report")
struct ReportFormatTests {
  static let new: [ReportFormat] = ReportFormat.allCases.filter { ![.text, .json, .ndjson].contains($0) }

  private func written(_ format: ReportFormat, _ sample: SampleGate) -> String {
    var writer = format.makeWriter(style: .plain, showsAll: false)
    var bytes = writer.begin(sample.head)
    for session in sample.sessions { bytes += writer.add(session, json: []) }
    return String(decoding: bytes + writer.end(sample.report), as: UTF8.self)
  }

  @Test("give the same bytes for the same sessions", arguments: ReportFormat.allCases)
  func deterministic(format: ReportFormat) {
    let sample = SampleGate("a|b <c>")
    let first = written(format, sample)
    #expect(!first.isEmpty)
    for _ in 0..<3 { #expect(written(format, sample) == first) }
  }

  @Test("leave no character that steers a terminal or turns the direction of writing", arguments: new)
  func printable(format: ReportFormat) {
    for name in SampleGate.nastyNames {
      let text = written(format, SampleGate(name))
      for scalar in text.unicodeScalars where scalar.steersTerminals {
        #expect(
          scalar == "\n" || (format == ReportFormat.csv && scalar == "\r"),
          "\(format) lets through \(scalar.value) of \(name)")
      }
    }
  }

  @Test("end what they say of a finding with the command that explains its rule", arguments: new)
  func command(format: ReportFormat) {
    // A page says what a rule means, and its report is compressed.
    guard format != ReportFormat.csv, format != .html else { return }
    #expect(written(format, SampleGate()).contains("poptrace rules wrong-page"))
  }

  @Test("stand in a table of the command line's page, each with what it is")
  func documented() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/PopTraceCommands/PopTraceCommands.docc/CommandLine.md").standardizedFileURL
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.firstRange(of: "| form | is |\n| --- | --- |\n")).upperBound
    let end = try #require(text[start...].firstRange(of: "\n\n")).lowerBound
    let rows = ReportFormat.allCases.map { "| `\($0.rawValue)` | \($0.summary) |" }.joined(separator: "\n")
    let expected = text.replacingCharacters(in: start..<end, with: rows)
    if ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1" {
      try Data(expected.utf8).write(to: page)
    } else {
      #expect(text == expected, "write it anew with POPTRACE_RECORD=1 swift test --filter ReportFormatTests")
    }
  }

  @Test("never say that nothing breaks where something does", arguments: new)
  func words(format: ReportFormat) {
    #expect(!written(format, SampleGate()).contains("breaks nothing"))
  }

  @Test("can be written without a gate, without findings, and without sessions", arguments: new)
  func empty(format: ReportFormat) {
    #expect(!written(format, SampleGate(gate: false)).isEmpty)
    var sample = SampleGate(gate: false)
    sample.sessions = []
    sample.report = ReportDocument(
      head: ReportHead(policy: "v6", reference: "none"), summary: ReportSummary(), findings: [])
    #expect(!written(format, sample).isEmpty)
  }
}
