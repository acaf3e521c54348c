import Foundation
import PopAudit
import PopSimulation
import PopSystem
import PopupScheduling
import Testing

/// What each rule finds, and what it does not: ``RuleCase``.
@Suite("Cases of rules")
struct RuleCaseTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")

  private static func cases(of rule: Rule) throws -> [RuleCase] {
    let name = "\(rule.id).txt"
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return try RuleCaseReader.cases(in: text, file: name, of: rule)
  }

  private static func place(_ file: String, _ line: Int) -> SourceLocation {
    SourceLocation(
      fileID: "PopAuditTests/\(file)", filePath: folder.appending(path: file).path, line: line, column: 1)
  }

  /// A file that cannot be read is said below.
  static let all = Rule.allCases.flatMap { (try? cases(of: $0)) ?? [] }

  @Test("Each rule has a file of cases that can be read", arguments: Rule.allCases)
  func everyFileCanBeRead(_ rule: Rule) throws {
    do {
      _ = try Self.cases(of: rule)
    } catch let mistake as RuleCaseMistake {
      Issue.record("\(mistake)", sourceLocation: Self.place(mistake.file, mistake.line))
    }
  }

  @Test("Each file of cases has a rule's name")
  func everyFileIsOfARule() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(files == Rule.allCases.map { "\($0.id).txt" }.sorted())
  }

  @Test("A rule finds what its cases say", arguments: all)
  func finds(_ it: RuleCase) {
    let script = EventScript(it.script.map(\.text).joined(separator: "\n"))
    let findings = script.findings(end: it.end, isFinished: it.isFinished).filter { $0.rule == it.rule }
    let place = Self.place(it.file, it.line)
    let said = Comment(rawValue: "\(it.rule.id): \(it.title)")
    #expect(findings.map(script.subject) == it.found, said, sourceLocation: place)
    if !it.because.isEmpty { #expect(findings.map(\.because) == it.because, said, sourceLocation: place) }
    if !it.witness.isEmpty {
      #expect(findings.map { $0.witness.map(Int64.init) } == it.witness, said, sourceLocation: place)
    }
    if !it.times.isEmpty { #expect(findings.map(\.time.rawValue) == it.times, said, sourceLocation: place) }
    if !it.pages.isEmpty {
      #expect(findings.map { script.catalog.number(of: $0.page) } == it.pages, said, sourceLocation: place)
    }
  }

  /// In their order, where neighbours are alike and what is left of one means something to the next, and mixed.
  @Test(
    "An auditor finds in every case, whatever it took before, what a new one finds",
    arguments: 0...3 as ClosedRange<UInt64>)
  func nothingIsLeftOfTheSessionBefore(seed: UInt64) {
    var dice = SeededRandom(seed: seed)
    let cases = seed == 0 ? Self.all.flatMap { [$0, $0] } : Self.all.shuffled(using: &dice)
    var auditor = Auditor()
    for it in cases {
      let script = EventScript(it.script.map(\.text).joined(separator: "\n"))
      auditor.begin(catalog: script.catalog)
      for event in script.events { auditor.take(event) }
      auditor.end(at: it.end.map { Ticks($0) } ?? script.events.last?.time ?? .zero, isFinished: it.isFinished)
      let findings = script.findings(end: it.end, isFinished: it.isFinished)
      #expect(auditor.findings == findings, "seed \(seed)", sourceLocation: Self.place(it.file, it.line))
    }
  }

  /// After every event, or once somewhere: where runs branch, each goes on from a copy in memory that another run has left behind.
  @Test(
    "An auditor that goes on from a copy of another finds what one finds that took all",
    arguments: 0...3 as ClosedRange<UInt64>)
  func nothingIsLeftOutOfACopy(seed: UInt64) {
    var dice = SeededRandom(seed: 0xC09E + seed)
    var (auditor, other) = (Auditor(), Auditor())
    for it in seed == 0 ? Self.all : Self.all.shuffled(using: &dice) {
      let script = EventScript(it.script.map(\.text).joined(separator: "\n"))
      let place = seed == 0 ? nil : script.events.indices.randomElement(using: &dice)
      auditor.begin(catalog: script.catalog)
      for (index, event) in script.events.enumerated() {
        auditor.take(event)
        guard place == nil || place == index else { continue }
        other.copy(from: auditor)
        swap(&auditor, &other)
      }
      auditor.end(at: it.end.map { Ticks($0) } ?? script.events.last?.time ?? .zero, isFinished: it.isFinished)
      let findings = script.findings(end: it.end, isFinished: it.isFinished)
      #expect(auditor.findings == findings, "seed \(seed)", sourceLocation: Self.place(it.file, it.line))
    }
  }
}
