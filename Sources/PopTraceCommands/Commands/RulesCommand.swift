#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopReport

/// `poptrace rules`: lists and explains the audit's rules.
struct RulesCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
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
    return try output.write { stream throws(CommandFailure) in
      switch output.format {
      case .text: try stream.write(id == nil ? list(chosen, stream.style) : explanation(chosen[0], stream.style))
      case .json: try stream.write(json(chosen))
      }
      return .fine
    }
  }

  private func list(_ rules: [Rule], _ style: Style) -> String {
    var table = TextTable([.left, .left, .left])
    for rule in rules {
      let taken = 30
      table.add([
        TextTable.Cell(rule.id, .strong), TextTable.Cell(rule.severity.rawValue),
        TextTable.Cell(truncated(rule.definition, to: style.width - taken)),
      ])
    }
    return table.lines(style: style).joined(separator: "\n") + "\n"
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
    var json = JSONWriter()
    json.object {
      $0.member("schema", "poptrace.rules/1")
      $0.objects("rules", of: rules) {
        $0.member("id", $1.id)
        $0.member("severity", $1.severity.rawValue)
        $0.member("definition", $1.definition)
        $0.member("example", $1.example)
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}
#endif
