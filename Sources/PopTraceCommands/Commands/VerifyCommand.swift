#if Tool
import ArgumentParser
import PopAudit
import PopReplay
import PopDocument
import PopTrace

/// `poptrace verify`: integrity and identity.
struct VerifyCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks that traces are whole, and that every recording gives itself back.",
    discussion: """
      Every byte's checksum is verified; then each recording's own policy is replayed on it, by the recorded clock and by its causes, and must \
      give the recorded events back, one for one.

      Example:
        poptrace verify Fixtures/field
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var names: NamesOption
  @OptionGroup var output: OutputOptions
  @OptionGroup var tolerance: ToleranceFlags
  @OptionGroup var jobs: JobOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let inputs = input.expanded(in: context, isQuiet: output.quiet, names: try names.table())
    let policies = context.policies
    let head = ReportHead(policy: "recorded", reference: "recorded", purpose: .verification)
    return try output.write(from: inputs) { stream throws(CommandFailure) in
      let judged = EvaluationOutput(
        stream: stream, options: output, inputs: inputs, jobs: jobs.count, gate: .none(tolerance), showsAll: false,
        context: context)
      return try judged.write([head]) { VerifyEvaluator(policies: policies, limits: inputs.limits) }
    }
  }
}

/// Checks recordings for giving themselves back.
struct VerifyEvaluator: SessionEvaluator {
  private var checker: IdentityChecker
  private var planner = SessionPlanner()

  init(policies: PolicyRegistry, limits: ResourceLimits) { checker = policies.makeIdentityChecker(limits) }

  mutating func reports(on origin: SessionOrigin, for form: EvaluationForm) -> [SessionReport] {
    [report(on: origin)]
  }

  private mutating func report(on origin: SessionOrigin) -> SessionReport {
    var report = SessionReport(origin)
    let plan = planner.plan(origin.session, checker.limits)
    // By the clock first: where that fails, the causes have nothing to add.
    let byClock = checker.check(origin.session, plan: plan, timing: .recorded)
    switch byClock {
    case .ok, .cut:
      report.add(checker.check(origin.session, plan: plan, timing: .causal), session: origin.session)
    default: report.add(byClock, session: origin.session)
    }
    return report
  }
}
#endif
