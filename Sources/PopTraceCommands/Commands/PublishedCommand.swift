#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopReport
import PublishedSchedulers

/// `poptrace published`: what the audit finds in the published schedulers.
struct PublishedCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "published",
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
    return try output.write { stream throws(CommandFailure) in
      switch output.format {
      case .text: try stream.write(text(rows, stream.style))
      case .json: try stream.write(json(rows))
      }
      return .fine
    }
  }

  private func text(_ rows: [DefectLists.Row], _ style: Style) -> String {
    var table = TextTable([.left, .left, .left, .left, .left, .left])
    table.add(["scheduler", "rule", "named", "v6", "scenario", "line of thought"].map { TextTable.Cell($0, .faint) })
    for row in rows {
      table.add([
        TextTable.Cell(row.scheduler.name, .strong), TextTable.Cell(row.rule.id), mark(row.isNamed),
        mark(row.isCleanUnderV6), TextTable.Cell(printable(row.defect.scenario)),
        TextTable.Cell(printable(thought(of: row.defect))),
      ])
    }
    return table.lines(style: style).joined(separator: "\n") + "\n\n" + summary(of: rows) + "\n"
  }

  /// How it comes about and, where a rule is right to be silent, why.
  private func thought(of defect: PublishedDefect) -> String {
    defect.silence.map { "\(defect.thought) No rule names it: \($0)" } ?? defect.thought
  }

  private func mark(_ truth: Bool) -> TextTable.Cell { truth ? TextTable.Cell("✓", .good) : TextTable.Cell("–", .bad) }

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
    var json = JSONWriter()
    json.object {
      $0.member("schema", "poptrace.published/1")
      $0.objects("defects", of: rows) {
        $0.member("scheduler", $1.scheduler.name)
        $0.member("origin", $1.scheduler.origin.rawValue)
        $0.member("rule", $1.rule.id)
        $0.member("scenario", $1.defect.scenario)
        $0.member("thought", $1.defect.thought)
        $0.member("silence", $1.defect.silence)
        $0.member("named", $1.isNamed)
        $0.member("v6Clean", $1.isCleanUnderV6)
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}
#endif
