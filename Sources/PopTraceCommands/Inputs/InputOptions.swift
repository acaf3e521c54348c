#if Tool
import ArgumentParser
import PopDocument
import PopReport
import PopSystem
import PopTrace

/// The inputs of a command.
struct InputOptions: ParsableArguments {
  @Argument(
    help: .text(
      "Traces (.poptrace) and scenarios (.jsonl), directories of them, or - for standard input.", value: "trace"))
  var traces: [String]

  @OptionGroup var limits: LimitOptions

  func validate() throws { try Self.check(traces) }

  static func check(_ traces: [String]) throws {
    if traces.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read only once.") }
  }

  /// The inputs, directories walked; what counts once is remarked on.
  func expanded(in context: ToolContext, isQuiet: Bool) -> InputList {
    let inputs = InputList(traces, limits: limits.limits)
    for remark in inputs.remarks { context.remark(remark, isQuiet: isQuiet) }
    return inputs
  }
}

/// The inputs of a command that shows names.
struct NamedInputOptions: ParsableArguments {
  @OptionGroup var input: InputOptions
  @OptionGroup var names: NamesOption

  func expanded(in context: ToolContext, isQuiet: Bool) throws(CommandFailure) -> InputList {
    let table = try names.table()
    var inputs = input.expanded(in: context, isQuiet: isQuiet)
    inputs.names = table
    return inputs
  }
}

/// How much input may ask for, of every command that reads any.
struct LimitOptions: ParsableArguments {
  @Option(
    help: .text(
      "Raise or lower what an input may ask for; may be given several times. See poptrace help limits.",
      value: "name=number"),
    transform: Self.setting)
  var limit: [Setting] = []

  struct Setting: Sendable {
    var name: ResourceLimits.Name
    var value: Int
  }

  var limits: ResourceLimits {
    var limits = ResourceLimits()
    for setting in limit { limits[setting.name] = setting.value }
    return limits
  }

  private static func setting(_ text: String) throws -> Setting {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let name = ResourceLimits.Name(rawValue: parts[0]) else {
      let advice = suggestion(for: parts[0], among: ResourceLimits.Name.allCases.map(\.rawValue))
      throw ValidationError("There is no limit \"\(parts[0])\"\(advice) (see poptrace help limits).")
    }
    guard parts.count == 2, let value = Int(parts[1]), value > 0 else {
      throw ValidationError("A limit is given as \(name.rawValue)=NUMBER, a whole number from 1 on.")
    }
    return Setting(name: name, value: value)
  }

  /// What there is to limit, with the usual values, as `poptrace help limits` shows it.
  static func explanation(style: Style) -> String {
    let usual = ResourceLimits()
    var table = TextTable([.left, .right, .left])
    table.add(["limit", "unless raised", "the most"].map { TextTable.Cell($0, .faint) })
    for name in ResourceLimits.Name.allCases {
      table.add([
        TextTable.Cell(name.rawValue, .strong), TextTable.Cell(grouping(usual[name])), TextTable.Cell(name.meaning),
      ])
    }
    return """
      Everything in a trace or a scenario is untrusted: what it may ask for has
      limits, which no app meets. A session that goes beyond one is not judged, and
      said to be unreadable. --limit NAME=NUMBER sets one for a command:

      \(table.lines(style: style).map { "  " + $0 }.joined(separator: "\n"))

      Example:
        poptrace replay long.poptrace --policy v6 --limit events-per-session=20000000

      """
  }
}

extension ResourceLimits.Name {
  /// What it counts, as the end of "the most …".
  fileprivate var meaning: String {
    switch self {
    case .eventsPerSession: "events of a session"
    case .frameBytes: "bytes of a frame's content"
    case .turnsPerEvent: "turns of a replay for each event"
    case .turnsAtLeast: "turns that every replay may take"
    case .turnsAtOneInstant: "turns in a row at one instant"
    case .livePopups: "popups submitted and not ended"
    case .schedulersPerSession: "schedulers of a session"
    case .scenesPerSession: "scenes of a session"
    case .containerDepth: "pages that stand in each other"
    case .namesPerSession: "names of a session"
    case .entriesPerTable: "entries of a session's table"
    case .memoryBytes: "bytes for sessions, over all jobs"
    }
  }
}
#endif
