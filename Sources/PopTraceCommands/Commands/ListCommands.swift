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
    let isOne = id != nil
    return try output.write {
      isOne ? explanation(chosen[0], $0) : list(chosen, $0)
    } json: {
      json(chosen)
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
    jsonDocument("poptrace.rules/1") {
      $0.objects("rules", of: rules) {
        $0.member("id", $1.id)
        $0.member("severity", $1.severity.rawValue)
        $0.member("definition", $1.definition)
        $0.member("example", $1.example)
      }
    }
  }
}

/// `poptrace policies`: lists and explains the policies.
struct PoliciesCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "policies",
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
    var table = TextTable([.left, .left])
    for entry in entries { table.add([TextTable.Cell(entry.name, .strong), TextTable.Cell(entry.summary)]) }
    return table.lines(style: style).joined(separator: "\n") + "\n"
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
        $0.member("name", $1.name)
        $0.member("summary", $1.summary)
        $0.member("source", $1.source)
        $0.member("configuration", $1.configuration)
      }
    }
  }
}
#endif
