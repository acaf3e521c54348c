#if Tool
import ArgumentParser
import PopDocument

/// `poptrace replay`: runs other policies over what was recorded, and says what users would have met.
struct ReplayCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays traces against other policies, and says what that breaks and mends.",
    discussion: """
      First the recorded policy is replayed and must give the recording back; where it does not, nothing is judged. A scenario has no \
      recording: the policy is judged by itself, unless --against names one to compare with.

      Example:
        poptrace replay Fixtures/field --policy v5,v6
      """)

  @OptionGroup var input: CorpusInputOptions
  @OptionGroup var names: NamesOption

  @Option(
    help: ArgumentHelp(
      "The policies to judge, separated by commas: names (see poptrace policies), or YAML files.", valueName: "policies"
    ))
  var policy: String

  @Option(help: ArgumentHelp("Compare with this policy's run, not with the recording.", valueName: "policy"))
  var against: String?

  @OptionGroup var evaluating: EvaluationArguments

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let candidates = try context.policies.resolveList(policy)
    let baseline: PolicyEntry? = if let against { try context.policies.resolve(against) } else { nil }
    let policies = context.policies
    let flags = evaluating.replay
    let (limits, showsAll) = (input.limits.limits, evaluating.all)
    let popups = try input.corpus.popups(isEstimating: evaluating.gate.isEstimating)
    var all = try input.expanded(in: context, isQuiet: evaluating.output.quiet, names: try names.table())
    all.alsoRead(candidates.map(\.file) + [baseline?.file, names.names, flags.premises])
    let premises = try evaluating.premises(of: all, isReadOnce: input.stdinPaths, in: context)
    let inputs: InputList = if let shard = input.shard { try all.part(shard) } else { all }
    let heads = candidates.map { candidate in
      var head = ReportHead(
        policy: candidate.name, reference: baseline?.name ?? "recorded", premises: premises.report)
      head.provenance = ReportProvenance(
        of: candidate, against: baseline, replay: flags, gate: evaluating.gate, part: input)
      return head
    }
    let status = try evaluating.report(on: heads, over: inputs, in: context, isPart: input.isPart) {
      ReplayEvaluator(
        candidates: candidates, against: baseline, policies: policies, flags: flags, premises: premises, limits: limits,
        showsAll: showsAll, popups: popups)
    }
    input.complain(ofMissing: inputs.popups, in: context)
    return status
  }
}
#endif
