#if Tool
import ArgumentParser
import PopAudit
import PopReplay
import PopReport
import PopTrace
import PopupScheduling

/// `poptrace explain`: why a popup was, or was not, shown.
struct ExplainCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says why a popup was, or was not, shown, and what would have had to be different.",
    discussion: """
      Tells the popup's life as a story: what it waited for and until when, who was ahead, what ended it. Where it never came, one thing is \
      changed at a time and the session replayed: what is said would have had it shown did so there. With --policy the same is told of that \
      policy's run.

      A name without a session lists the sessions in which popups of that name did not come, by reason.

      Example:
        poptrace explain Fixtures/field --popup Coupon
        poptrace explain Fixtures/field --session simulated-75-22 --popup 3 --policy v6
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var names: NamesOption

  @Option(help: ArgumentHelp("The popup, by number or name.", valueName: "popup"))
  var popup: String?

  @Option(help: ArgumentHelp("Its session, by name or place in its input.", valueName: "name"))
  var session: String?

  @Option(
    help: ArgumentHelp(
      "In place of popup and session: a finding, by its fingerprint or the beginning of it.", valueName: "fingerprint"))
  var finding: String?

  @Option(help: ArgumentHelp("Tell it of this policy's run, too.", valueName: "policy"))
  var policy: String?

  @Flag(help: "List the sessions in which popups missed being shown for the same reason.")
  var similar = false

  @Flag(help: "Tell a long story in full, and name every session.")
  var all = false

  @OptionGroup var replay: ReplayFlags
  @OptionGroup var output: OutputOptions
  @OptionGroup var jobs: JobOptions

  func validate() throws {
    if (popup == nil) == (finding == nil) {
      throw ValidationError(
        popup == nil
          ? "Which popup is to be explained? Give --popup NAME, or --finding FINGERPRINT."
          : "A finding names its popup: give either --popup or --finding.")
    }
    if finding != nil, session != nil {
      throw ValidationError("A finding is looked for in all sessions: give --finding without --session.")
    }
  }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let candidate: PolicyEntry? = if let policy { try context.policies.resolve(policy) } else { nil }
    var inputs = input.expanded(in: context, isQuiet: output.quiet, names: try names.table())
    inputs.alsoRead([candidate?.file, names.names, replay.premises])
    try inputs.refuse(output: output.output)
    let premises = try ReplayPremises(
      replay, isEstimating: false, of: inputs, jobs: jobs.count, isQuiet: true, in: context)
    let explainer = PopupExplainer(
      context.policies, candidate: candidate, flags: replay, premises: premises, limits: inputs.limits)
    let search = ExplainSearch(self, inputs, explainer, candidate, context)
    return try output.write(from: inputs) { stream throws(CommandFailure) in try search.answer(to: stream) }
  }
}
#endif
