#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopGate
import PopReplay

/// The options of a gate. Each that is given holds in place of what the configuration file says.
struct GateOptions: ParsableArguments {
  @Option(help: .text("The policy to judge: a name (see poptrace policies), or a YAML file.", value: "policy"))
  var policy: String?

  @Option(
    help: .text(
      "Compare with this policy's run, which may be a file of a git revision, such as main:popups.yml; by default with the recording.",
      value: "recorded|policy"))
  var against: String?

  @Option(
    help: .text(
      "The configuration; by default the nearest .poptrace.yml from the working directory upwards.", value: "file"))
  var config: String?

  @Option(help: .text("What is accepted, as poptrace bless wrote it.", value: "file"))
  var baseline: String?

  @Flag(help: "Fail where an accepted finding is gone, so that the baseline file is kept up to date.")
  var strictBaseline = false

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

  @Option(
    help: .text("Exit with 3 and not with 1 where at most this share could not be judged.", value: "share"),
    transform: ArgumentReading.share)
  var tolerateUnreadable: Share?

  @Option(help: .text("In how many ways a session is gone on with: 0, 2 or 10.", value: "0|2|10"))
  var continuations: Int?

  @Option(
    help: .text(
      "What users do who would visit a page while a popup is up (see poptrace replay --help).",
      value: "free|wait|auto"))
  var visits: GateConfiguration.Visits?

  @Option(help: .text("What is known of the app's users, as poptrace premises wrote it.", value: "file"))
  var premises: String?

  @Option(
    help: .text(
      """
      Count hurt sessions by these, separated by commas: build, app, policy (the recorded one), page, popup, os, device, locale, arm:NAME, \
      metadata:NAME. To bless, popup and page say that what is accepted is accepted for each that has it.
      """, value: "what"))
  var by: String?

  @Option(
    help: .text("The day on which it is judged what has expired; by default today, in UTC.", value: "yyyy-mm-dd"),
    transform: ArgumentReading.day)
  var asOf: CalendarDay?

  @Flag(inversion: .prefixedNo, help: "Find out which keys of a policy file bring which new findings.")
  var blame = true

  func validate() throws {
    guard let continuations else { return }
    try ArgumentReading.checkContinuations(continuations)
    try ArgumentReading.checkEstimate(estimate, continuations: continuations)
  }

  /// What was given, by the keys of the configuration.
  var overrides: [ReportProvenance.Option] {
    let given: [(GateConfiguration.Key, String?)] = [
      (.policy, policy), (.against, against), (.baseline, baseline), (.failOn, failOn?.rawValue),
      (.strict, strict ? "true" : nil), (.minCoverage, minCoverage?.description),
      (.maxAffected, maxAffected?.description), (.tolerateUnreadable, tolerateUnreadable?.description),
      (.continuations, continuations.map(String.init)), (.visits, visits?.rawValue),
      (.strictBaseline, strictBaseline ? "true" : nil), (.by, by),
    ]
    return .given(given.map { ($0.rawValue, $1) })
  }

  /// Puts one value in place of what the configuration file says.
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

/// How far a new error can be relied on that fails a build.
enum FirmGrade: String, CaseIterable, ExpressibleByArgument {
  case certain, robust

  var failOn: RegressionCriterion.FailOn {
    switch self {
    case .certain: .certain
    case .robust: .robust
    }
  }
}

/// What is put up with.
struct ToleranceFlags: ParsableArguments {
  @Option(
    help: .text(
      """
      Exit with 3 and not with 1 where at most this share could not be judged: of the sessions where an input could be opened, else of the \
      inputs.
      """, value: "share"),
    transform: ArgumentReading.share)
  var tolerateUnreadable = Share.none
}
#endif
