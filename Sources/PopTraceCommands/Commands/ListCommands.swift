#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopupScheduling
import PublishedSchedulers

struct RulesCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", _superCommandName: RootCommand.name,
    abstract: "Lists the audit's rules, or explains one.",
    discussion: """
      Example:
        poptrace rules lost-keepalive
      """)

  @Argument(help: "A rule; all of them where none is named.")
  var id: String?

  @OptionGroup var output: OutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    var chosen = Rule.allCases
    if let id {
      guard let rule = Rule(rawValue: id) else {
        throw .usage("there is no rule \"\(id)\"\(suggestion(for: id, among: Rule.allCases.map(\.id)))")
      }
      chosen = [rule]
    }
    let isOne = id != nil
    return try output.write {
      isOne ? explanation(chosen[0], $0) : list(chosen, $0)
    } json: {
      json(chosen)
    }
  }

  private func list(_ rules: [Rule], _ style: Style) -> String {
    let room = style.width - 30
    let rows = rules.map {
      [Cell($0.id, .strong), Cell($0.severity.rawValue), Cell(truncated($0.definition, to: room))]
    }
    return TextTable([.left, .left, .left], rows).text(style: style)
  }

  private func explanation(_ rule: Rule, _ style: Style) -> String {
    var lines = ["\(style.dress(rule.id, .strong)) (\(rule.severity.rawValue))", ""]
    lines += wrapped(rule.definition, to: min(style.width, 100))
    lines += ["", style.dress("Example, the events and the finding they give:", .faint), ""]
    lines += rule.example.split(separator: "\n").map { "  " + $0 }
    lines += ["", style.dress("In the rulebook: PopAudit.docc/Rules.md#\(rule.id)", .faint)]
    return lines.joined(separator: "\n") + "\n"
  }

  private func json(_ rules: [Rule]) -> [UInt8] {
    jsonDocument("poptrace.rules/1") {
      $0.objects("rules", of: rules) {
        [
          "id": $0.id, "severity": $0.severity.rawValue, "definition": $0.definition, "example": $0.example,
        ]
      }
    }
  }
}

struct PoliciesCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "policies", _superCommandName: RootCommand.name,
    abstract: "Lists the policies, or explains one.",
    discussion: """
      Example:
        poptrace policies v4
      """)

  @Argument(help: "A policy; all of them where none is named.")
  var name: String?

  @OptionGroup var output: OutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let chosen = if let name { [try context.policies.resolve(name)] } else { context.policies.entries }
    return try output.write {
      name == nil ? list(chosen, style: $0) : explanation(chosen[0], $0)
    } json: {
      json(chosen)
    }
  }

  private func list(_ entries: [PolicyEntry], style: Style) -> String {
    TextTable([.left, .left], entries.map { [Cell($0.name, .strong), Cell($0.summary)] }).text(style: style)
  }

  private func explanation(_ entry: PolicyEntry, _ style: Style) -> String {
    var lines = ["\(style.dress(printable(entry.name), .strong)): \(entry.summary)"]
    if !entry.source.isEmpty { lines.append("from " + entry.source) }
    if !entry.configuration.isEmpty {
      lines.append("")
      lines += entry.configuration.split(separator: "\n").map { "  " + printable(String($0)) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func json(_ entries: [PolicyEntry]) -> [UInt8] {
    jsonDocument("poptrace.policies/1") {
      $0.objects("policies", of: entries) {
        ["name": $0.name, "summary": $0.summary, "source": $0.source, "configuration": $0.configuration]
      }
    }
  }
}

struct PublishedCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "published", _superCommandName: RootCommand.name,
    abstract: "Shows which rule names which defect of the published schedulers.",
    discussion: """
      Every scenario of the lists of defects is run against its scheduler and against v6. A defect is named (✓) where the rule speaks; where \
      it is right not to, the list says why. v6 is clean (✓) where it has no error and no warning.

      Example:
        poptrace published Fixtures/published
      """)

  @Argument(help: "The directory with a defects.tsv and scenarios for each published scheduler.")
  var folder: String

  @OptionGroup var output: OutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    var lists = try DefectLists(folder)
    let rows = try lists.run()
    return try output.write {
      text(rows, $0)
    } json: {
      json(rows)
    }
  }

  private func text(_ rows: [DefectLists.Row], _ style: Style) -> String {
    var table = TextTable([.left, .left, .left, .left, .left, .left])
    table.add(["scheduler", "rule", "named", "v6", "scenario", "line of thought"].map { Cell($0, .faint) })
    for row in rows {
      table.add([
        Cell(row.scheduler.name, .strong), Cell(row.rule.id), mark(row.isNamed), mark(row.isCleanUnderV6),
        Cell(printable(row.defect.scenario)), Cell(printable(thought(of: row.defect))),
      ])
    }
    return table.text(style: style) + "\n" + summary(of: rows) + "\n"
  }

  private func thought(of defect: PublishedDefect) -> String {
    defect.silence.map { "\(defect.thought) No rule names it: \($0)" } ?? defect.thought
  }

  private func mark(_ truth: Bool) -> Cell { truth ? Cell("✓", .good) : Cell("–", .bad) }

  private func summary(of rows: [DefectLists.Row]) -> String {
    let schedulers = Set(rows.map(\.scheduler.name)).count
    let named = rows.count(where: \.isNamed)
    let scenarios = Set(rows.map(\.defect.scenario)).count
    let clean = Set(rows.filter(\.isCleanUnderV6).map(\.defect.scenario)).count
    return
      "\(counted(schedulers, "scheduler")), \(counted(rows.count, "defect")) counted for each: \(grouping(named)) named, "
      + "\(grouping(rows.count - named)) not. v6 is clean in \(grouping(clean)) of \(counted(scenarios, "scenario"))."
  }

  private func json(_ rows: [DefectLists.Row]) -> [UInt8] {
    jsonDocument("poptrace.published/1") {
      $0.objects("defects", of: rows) {
        [
          "scheduler": $0.scheduler.name, "origin": $0.scheduler.origin.rawValue, "rule": $0.rule.id,
          "scenario": $0.defect.scenario, "thought": $0.defect.thought, "silence": $0.defect.silence,
          "named": $0.isNamed, "v6Clean": $0.isCleanUnderV6,
        ]
      }
    }
  }
}

/// The lists of defects in a folder such as `Fixtures/published`, one for each published scheduler.
private struct DefectLists {
  struct Row {
    var scheduler: PublishedScheduler
    var defect: PublishedDefect
    var rule: Rule
    var isNamed: Bool
    /// Whether v6 has neither error nor warning in the same scenario.
    var isCleanUnderV6: Bool
  }

  private let folder: String
  private var standard: any SessionRunner = Evaluator(candidate: StandardPolicy(.v6))
  private var scenarios: [String: (session: Session, isCleanUnderV6: Bool)] = [:]

  init(_ folder: String) throws(CommandFailure) {
    guard FileSystem.kind(of: folder) == .directory else {
      throw CommandFailure(
        "there is no such directory; name the one with the lists of defects, Fixtures/published in PopTrace's repository",
        input: folder)
    }
    self.folder = folder.hasSuffix("/") ? folder : folder + "/"
  }

  mutating func run() throws(CommandFailure) -> [Row] {
    var rows: [Row] = []
    for scheduler in PublishedSchedulers.all {
      var runner = PolicyEntry(scheduler).makeRunner()
      for (defect, rule) in try defects(of: scheduler) {
        let (session, isClean) = try scenario(defect.scenario)
        let found = try Self.findings(of: &runner, over: session, folder + defect.scenario)
        rows.append(
          Row(
            scheduler: scheduler, defect: defect, rule: rule, isNamed: found.contains { $0.rule == rule },
            isCleanUnderV6: isClean))
      }
    }
    guard !rows.isEmpty else {
      throw CommandFailure(
        "the directory holds no list \(PublishedDefect.list(of: PublishedSchedulers.all[0])) or the like", input: folder
      )
    }
    return rows
  }

  private static func findings(
    of runner: inout any SessionRunner, over session: Session, _ path: String
  ) throws(CommandFailure) -> [Finding] {
    var run = RecordedRun()
    do { run.read(try runner.record(session)) } catch { throw CommandFailure(error, input: path) }
    return run.findings
  }

  private mutating func scenario(_ name: String) throws(CommandFailure) -> (session: Session, isCleanUnderV6: Bool) {
    if let known = scenarios[name] { return known }
    let path = folder + name
    var source = try SessionSource(path, of: InputList([path]))
    guard let session = try source.next(), session.isScenario else {
      throw CommandFailure("the file holds no scenario", input: path)
    }
    let isClean = try Self.findings(of: &standard, over: session, path).allSatisfy { $0.rule.severity == .info }
    scenarios[name] = (session, isClean)
    return (session, isClean)
  }

  private func defects(of scheduler: PublishedScheduler) throws(CommandFailure) -> [(PublishedDefect, Rule)] {
    let path = folder + PublishedDefect.list(of: scheduler)
    guard FileSystem.kind(of: path) != .missing else { return [] }
    let text = try ByteSource.text(of: path, atMost: 1 << 24, "a list of defects", status: .failed)
    var defects: [(PublishedDefect, Rule)] = []
    for (index, line) in text.split(separator: "\n").enumerated().dropFirst() {
      func mistake(_ words: String) -> CommandFailure {
        CommandFailure(at: index + 1, words, in: path, status: .failed)
      }
      guard let defect = PublishedDefect(line) else {
        throw mistake("a defect is a scenario, a rule and a thought, separated by tabs")
      }
      guard let rule = Rule(rawValue: defect.rule) else {
        let advice = suggestion(for: defect.rule, among: Rule.allCases.map(\.id))
        throw mistake("there is no rule \"\(defect.rule)\"\(advice)")
      }
      defects.append((defect, rule))
    }
    return defects
  }
}
#endif
