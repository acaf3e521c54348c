#if Tool
import ArgumentParser
import PopDocument
import PopReport
import PopSimulation
import PopSystem
import PopTrace
import PopupScheduling

/// `poptrace generate`: traces of a simulated app, for trying things out.
struct GenerateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Makes traces of a simulated app and its users, the same for the same seed.",
    discussion: """
      What users do there is invented, nothing in it was measured.

      Example:
        poptrace generate --seed 7 --sessions 100 --policy v3 --output simulated.poptrace
      """)

  @Option(help: ArgumentHelp("What the sessions are drawn from.", valueName: "number"))
  var seed: UInt64

  @Option(help: ArgumentHelp("How many sessions.", valueName: "count"))
  var sessions = 100

  @Option(help: ArgumentHelp("The policy at work in the app: a name, or a YAML file.", valueName: "policy"))
  var policy = "v4"

  @Option(
    help: ArgumentHelp(
      """
      field: everything at once; visible-time-only: a world in which a replay has to be right; adversarial: short \
      sessions in which everything comes at the worst moment; adaptive, modal, sparse: as field, with users who answer \
      sooner with every popup seen, with users who go nowhere under a popup, with few popups.
      """, valueName: "world"),
    transform: Self.flavour)
  var flavour = WorldFlavour.field

  @OptionGroup var output: TraceOutputOptions

  func validate() throws {
    if sessions < 1 || sessions > 10_000_000 {
      throw ValidationError("--sessions takes a number from 1 to 10000000, not \(sessions).")
    }
  }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let entry = try context.policies.resolve(policy)
    let bench = entry.makeEvaluator()
    let progress = ProgressBar(isQuiet: output.quiet)
    var file = try SessionFile(output.output)
    var events = 0
    for index in 0..<sessions {
      progress.update("sessions", done: index, of: sessions)
      let script = ScriptMaker.script(seed: seed, session: index, flavour: flavour)
      let session = bench.live(script, name: entry.name, configuration: entry.configuration)
      events += session.events.count
      try file.append(session)
    }
    progress.clear()
    try file.finish()
    context.remark(
      "\(printable(PathText.shown(output.output))): \(counted(sessions, "session")), \(counted(events, "event"))",
      isQuiet: output.quiet
    )
    return .fine
  }

  private static func flavour(_ text: String) throws -> WorldFlavour {
    guard let flavour = WorldFlavour(rawValue: text) else {
      let known = WorldFlavour.allCases.map(\.rawValue)
      throw ValidationError("There is no world \"\(text)\"\(suggestion(for: text, among: known)).")
    }
    return flavour
  }
}
#endif
