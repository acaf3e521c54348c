#if Tool
import ArgumentParser
import PopDocument

/// `poptrace diff`: two policies on the same traces, or two traces.
struct DiffCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compares two policies over the same traces, or two traces, popup by popup.",
    discussion: """
      With --policy, the second policy is replayed and compared with the first one's replay. Without, two traces are compared: sessions of the \
      same name, else of the same place, and in them popups by name and by what brought them about, never by time.

      Example:
        poptrace diff Fixtures/field --policy v4,v5
        poptrace diff before.poptrace after.poptrace
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var names: NamesOption

  @Option(help: ArgumentHelp("Two policies, the baseline first, separated by a comma.", valueName: "policies"))
  var policy: String?

  @OptionGroup var evaluating: EvaluationArguments

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    guard let policy else { return try compareTraces(in: context) }
    let entries = try context.policies.resolveList(policy)
    guard entries.count == 2 else {
      throw .usage("diff compares two policies, not \(entries.count); replay --policy takes any number")
    }
    let policies = context.policies
    let flags = evaluating.replay
    let (limits, showsAll) = (input.limits.limits, evaluating.all)
    let inputs = input.expanded(in: context, isQuiet: evaluating.output.quiet, names: try names.table())
    let premises = try evaluating.premises(of: inputs, in: context)
    let head = ReportHead(policy: entries[1].name, reference: entries[0].name, premises: premises.report)
    return try evaluating.report(on: [head], over: inputs, in: context) {
      ReplayEvaluator(
        candidates: [entries[1]], against: entries[0], policies: policies, flags: flags, premises: premises,
        limits: limits, showsAll: showsAll)
    }
  }

  private func compareTraces(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    guard input.traces.count == 2 else {
      throw .usage(
        "diff compares two traces, not \(input.traces.count); or one or more under two policies with --policy")
    }
    guard !evaluating.gate.isEstimating else {
      throw .usage("--estimate and --max-affected are for replays: traces that are compared leave nothing open")
    }
    let names = ReportNames(arguments: input.traces)
    var first = InputList([input.traces[0]], limits: input.limits.limits, names: names)
    var second = InputList([input.traces[1]], limits: input.limits.limits, names: names)
    first.names = try self.names.table()
    second.names = first.names
    for remark in first.remarks + second.remarks { context.remark(remark, isQuiet: evaluating.output.quiet) }
    try first.refuse(output: evaluating.output.output)
    let baseline = try BaselineSessions(first)
    for problem in baseline.failures { context.complain(problem.failure.line) }
    let head = ReportHead(
      policy: second.shown(input.traces[1]), reference: first.shown(input.traces[0]), purpose: .comparison)
    let (policies, limits) = (context.policies, input.limits.limits)
    return try evaluating.report(on: [head], over: second, in: context, unread: baseline.failures.map(\.unread)) {
      TraceDiffEvaluator(baseline: baseline, checker: policies.makeIdentityChecker(limits))
    }
  }
}
#endif
