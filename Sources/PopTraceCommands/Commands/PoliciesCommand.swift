#if Tool
import ArgumentParser
import PopDocument
import PopReport

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
    return try output.write { stream throws(CommandFailure) in
      switch output.format {
      case .text:
        try stream.write(name == nil ? list(chosen, style: stream.style) : explanation(chosen[0], stream.style))
      case .json: try stream.write(json(chosen))
      }
      return .fine
    }
  }

  private func list(_ entries: [PolicyEntry], style: Style) -> String {
    var table = TextTable([.left, .left])
    for entry in entries {
      table.add([TextTable.Cell(entry.name, .strong), TextTable.Cell(entry.summary)])
    }
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
    var json = JSONWriter()
    json.object {
      $0.member("schema", "poptrace.policies/1")
      $0.objects("policies", of: entries) {
        $0.member("name", $1.name)
        $0.member("summary", $1.summary)
        $0.member("source", $1.source)
        $0.member("configuration", $1.configuration)
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}
#endif
