#if Tool
import ArgumentParser
import PopReplay
import PopDocument

struct PremisesCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "premises", _superCommandName: RootCommand.name,
    abstract: "Works out what traces tell of an app's users, for replays of parts of them.",
    discussion: """
      Whether users visit pages while a popup is up that they answer later, after how long they answer popups, and how long content takes. \
      replay and diff work that out over their own inputs. Where several machines judge a part each, work it out once over all and give the \
      file to each of them with --premises, so that they take the same for granted.

      Example:
        poptrace premises Fixtures/field --output premises.json
      """)

  @OptionGroup var input: NamedInputOptions

  @Option(name: .shortAndLong, help: .text("Write to this file; - is standard output.", value: "file"))
  var output = "-"

  @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error; errors are still said.")
  var quiet = false

  @OptionGroup var jobs: JobOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let inputs = try input.expanded(in: context, isQuiet: quiet)
    try inputs.refuse(output: output)
    var status = ExitStatus.fine
    let premises = Premises(of: inputs, jobs: jobs.count, progress: ProgressBar(isQuiet: quiet)) { failure in
      context.complain(failure.line)
      status = .failed
    }
    // Of what could be read only in part there would be premises of another corpus.
    guard status == .fine else { return status }
    try OutputStream.to(output).whole { stream throws(CommandFailure) in try stream.write(premises.text) }
    for line in Self.summary(of: premises) { context.remark(line, isQuiet: quiet) }
    return .fine
  }

  private static func summary(of premises: Premises) -> [String] {
    let report = PremisesReport(visits: premises.visits.decision, origin: .auto, premises: premises)
    var lines = ["premises \(premises.digest) of \(counted(premises.sessions, "recording")): \(report.sentence)"]
    for (what, answers) in [("dwell", premises.reactions.dwell), ("content", premises.reactions.content)] {
      guard let all = answers.all else {
        lines.append("\(what): fewer than \(ReactionCurve.leastObserved) answers were observed")
        continue
      }
      lines.append(
        "\(what): \(counted(all.observed, "answer")) observed, \(grouping(all.censored)) cut short; of "
          + "\(counted(answers.kinds.count, "kind")) and \(counted(answers.names.count, "name")) enough to tell")
    }
    return lines
  }
}
#endif
