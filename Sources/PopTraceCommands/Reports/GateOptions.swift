#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopGate
import PopReplay
import PopTrace

struct GateOptions: ParsableArguments {
  @Option(help: .text("The policy to judge: a name (see poptrace policies), or a YAML file.", value: "policy"))
  var policy: String?

  @Option(
    help: .text(
      "Compare with this policy's run, which may be a file of a git revision, such as main:popups.yml; by default with the recording.",
      value: "recorded|policy"))
  var against: String?

  @OptionGroup var basis: GateBasis

  @Option(
    help: .text(
      "Which new errors fail the build: certain ones, or robust ones too (see poptrace help grades).",
      value: "certain|robust"))
  var failOn: FirmGrade?

  @Flag(help: "Count new errors that rest on an assumption as regressions, too.")
  var strict = false

  @Option(
    help: .text("Exit with 3 where less than this share of the recorded reactions was reached.", value: "share"),
    transform: ArgumentReading.share)
  var minCoverage: Share?

  @Flag(help: "Estimate how many sessions are affected. For reading, never for a grade.")
  var estimate = false

  @Option(
    help: .text(
      "Exit with 2 where the estimate says that more than this share of sessions has a new error, even at its lower end.",
      value: "share"),
    transform: ArgumentReading.share)
  var maxAffected: Share?

  @Option(help: .text("In how many ways a session is gone on with: 0, 2 or 10.", value: "0|2|10"))
  var continuations: Int?

  @Option(
    help: .text(
      "What users do who would visit a page while a popup is up (see poptrace replay --help).",
      value: "free|wait|auto"))
  var visits: GateConfiguration.Visits?

  @Flag(help: "Count observed sessions, too: nothing proves that their recordings are complete.")
  var observed = false

  @Option(help: .text("What is known of the app's users, as poptrace premises wrote it.", value: "file"))
  var premises: String?

  @Option(
    help: .text(
      """
      Count hurt sessions by these, separated by commas: build, app, policy (the recorded one), page, popup, os, device, locale, arm:NAME, \
      metadata:NAME. To bless, popup and page say that what is accepted is accepted for each that has it.
      """, value: "what"))
  var by: String?

  @Flag(inversion: .prefixedNo, help: "Find out which keys of a policy file bring which new findings.")
  var blame = true

  func validate() throws {
    guard let continuations else { return }
    try ArgumentReading.checkContinuations(continuations)
    try ArgumentReading.checkEstimate(estimate, continuations: continuations)
  }

  var overrides: [ReportProvenance.Option] {
    let given: [(GateConfiguration.Key, String?)] = [
      (.policy, policy), (.against, against), (.failOn, failOn?.rawValue), (.strict, strict ? "true" : nil),
      (.minCoverage, minCoverage?.description), (.maxAffected, maxAffected?.description),
      (.continuations, continuations.map(String.init)), (.visits, visits?.rawValue),
      (.observed, observed ? "true" : nil), (.by, by),
    ]
    return .given(given.map { ($0.rawValue, $1) })
  }

  /// Those given that say how it is replayed, and with what a replay is compared.
  var replaying: [String] {
    let given = [
      ("--policy", policy != nil), ("--against", against != nil), ("--min-coverage", minCoverage != nil),
      ("--estimate", estimate), ("--max-affected", maxAffected != nil), ("--continuations", continuations != nil),
      ("--visits", visits != nil), ("--observed", observed), ("--premises", premises != nil),
    ]
    return given.filter(\.1).map(\.0)
  }

  static func put(
    _ option: ReportProvenance.Option, into configuration: inout GateConfiguration
  ) throws(CommandFailure) {
    guard let key = GateConfiguration.Key(rawValue: option.name) else {
      throw .usage("there is no key \"\(printable(option.name))\" in a configuration")
    }
    let words = option.value.split(separator: ",", omittingEmptySubsequences: false)
    let node: ConfigurationNode = key == .by ? .list(words.map { .word(String($0)) }, line: 0) : .word(option.value)
    do { try configuration.set(key, to: node, from: .option("--" + key.rawValue)) } catch {
      throw .usage("--\(key.rawValue): \(error.message)")
    }
  }
}

/// What a gate judges by, whether it replays or not.
struct GateBasis: ParsableArguments {
  @Option(
    help: .text(
      "The configuration; by default the nearest .poptrace.yml from the working directory upwards.", value: "file"))
  var config: String?

  @Option(help: .text("What is accepted, as poptrace bless wrote it.", value: "file"))
  var baseline: String?

  @Flag(help: "Fail where an accepted finding is gone, so that the baseline file is kept up to date.")
  var strictBaseline = false

  @Option(
    help: .text("Exit with 3 and not with 1 where at most this share could not be judged.", value: "share"),
    transform: ArgumentReading.share)
  var tolerateUnreadable: Share?

  @Option(
    help: .text("The day on which it is judged what has expired; by default today, in UTC.", value: "yyyy-mm-dd"),
    transform: ArgumentReading.day)
  var asOf: CalendarDay?

  var overrides: [ReportProvenance.Option] {
    let given: [(GateConfiguration.Key, String?)] = [
      (.baseline, baseline), (.strictBaseline, strictBaseline ? "true" : nil),
      (.tolerateUnreadable, tolerateUnreadable?.description),
    ]
    return .given(given.map { ($0.rawValue, $1) })
  }
}

/// How far a new error can be relied on that fails a build.
enum FirmGrade: String, CaseIterable, ExpressibleByArgument {
  case certain, robust

  // The parser's own way looks the type up at every start.
  static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  var failOn: RegressionCriterion.FailOn { self == .certain ? .certain : .robust }
}

/// The options of the commands that compare runs: how they are replayed, what fails a build, and how much is shown where.
struct JudgingOptions: ParsableArguments {
  @OptionGroup var replay: ReplayFlags

  @Option(
    help: .text(
      """
      Which new errors fail a build: certain ones (exact or derived: no assumption has part in them), or robust ones too (the same whatever \
      is assumed of users); by default robust.
      """, value: "certain|robust"))
  var failOn: FirmGrade?

  @Flag(help: "Count new errors that rest on an assumption as regressions, too.")
  var strict = false

  @Option(
    help: .text("Exit with 3 where less than this share of the recorded reactions was reached.", value: "share"),
    transform: ArgumentReading.share)
  var minCoverage: Share?

  @Flag(
    help: ArgumentHelp(
      """
      Estimate how many sessions are affected: those in which the continuations leave open whether there is a new error are played 16 more \
      times with answers drawn from what the app's users do. For reading, never for a grade.
      """))
  var estimate = false

  @Option(
    help: .text(
      "Exit with 2 where the estimate says that more than this share of sessions has a new error, even at its lower end.",
      value: "share"),
    transform: ArgumentReading.share)
  var maxAffected: Share?

  @Option(help: .tolerance, transform: ArgumentReading.share)
  var tolerateUnreadable: Share?

  @OptionGroup var reporting: ReportingOptions

  func validate() throws { try ArgumentReading.checkEstimate(isEstimating, continuations: replay.ways) }

  var isEstimating: Bool { estimate || maxAffected != nil }
  var isQuiet: Bool { reporting.output.quiet }

  var gate: GateSetting {
    var configuration = GateConfiguration()
    configuration.failOn = (failOn ?? .robust).failOn
    configuration.isStrict = strict
    configuration.minCoverage = minCoverage
    configuration.maxAffected = maxAffected
    configuration.tolerateUnreadable = tolerateUnreadable ?? .none
    return GateSetting(configuration, estimates: estimate)
  }

  func setting(
    of inputs: InputList, areReadOnce: Bool = false, areJudged: Bool = false, isEstimating: Bool = false,
    in context: ToolContext
  ) throws(CommandFailure) -> ReplaySetting {
    // What is wrong with the output is said before anything is read.
    for request in reporting.output.requests { try inputs.refuse(output: request.path ?? "-") }
    return try ReplaySetting(
      replay, isEstimating: isEstimating || self.isEstimating, of: inputs, areReadOnce: areReadOnce,
      areJudged: areJudged, jobs: reporting.threads, isQuiet: isQuiet, in: context)
  }

  func run(_ heads: [ReportHead], _ inputs: InputList, isPart: Bool = false, in context: ToolContext) -> ReportRun {
    var reportOptions = ReportOptions(reporting.output, all: reporting.all, saveTrace: reporting.saveTrace)
    if !isPart, reportOptions.saveTrace == nil, inputs.failFast == nil {
      reportOptions.single = reporting.output.single?.format
    }
    return ReportRun(
      heads: heads, inputs: inputs, jobs: reporting.threads, setting: gate, options: reportOptions,
      context: context)
  }
}

extension ArgumentHelp {
  static let tolerance = text(
    """
    Exit with 3 and not with 1 where at most this share could not be judged: of the sessions where an input could be opened, else of the \
    inputs.
    """, value: "share")
}
#endif
