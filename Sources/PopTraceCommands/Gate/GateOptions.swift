#if Tool
import ArgumentParser
import PopAudit
import PopGate
import PopReplay
import PopDocument

/// The options of a gate. Each that is given holds in place of what the configuration file says.
struct GateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The policy to judge: a name (see poptrace policies), or a YAML file.", valueName: "policy"))
  var policy: String?

  @Option(
    help: ArgumentHelp(
      "Compare with this policy's run, which may be a file of a git revision, such as main:popups.yml; by default with the recording.",
      valueName: "recorded|policy"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "The configuration; by default the nearest .poptrace.yml from the working directory upwards.", valueName: "file"))
  var config: String?

  @Option(help: ArgumentHelp("What is accepted, as poptrace bless wrote it.", valueName: "file"))
  var baseline: String?

  @Flag(help: "Fail where an accepted finding is gone, so that the baseline file is kept up to date.")
  var strictBaseline = false

  @Option(
    help: ArgumentHelp(
      "Which new errors fail the build: certain ones, or robust ones too (see poptrace help grades).",
      valueName: "certain|robust"))
  var failOn: FirmGrade?

  @Flag(help: "Count new errors that rest on an assumption as regressions, too.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Exit with 3 where less than this share of the recorded reactions was reached.", valueName: "share"),
    transform: ShareArgument.read)
  var minCoverage: Share?

  @Flag(help: "Estimate how many sessions are affected. For reading, never for a grade.")
  var estimate = false

  @Option(
    help: ArgumentHelp(
      "Exit with 2 where the estimate says that more than this share of sessions has a new error, even at its lower end.",
      valueName: "share"),
    transform: ShareArgument.read)
  var maxAffected: Share?

  @Option(
    help: ArgumentHelp("Exit with 3 and not with 1 where at most this share could not be judged.", valueName: "share"),
    transform: ShareArgument.read)
  var tolerateUnreadable: Share?

  @Option(help: ArgumentHelp("In how many ways a session is gone on with: 0, 2 or 10.", valueName: "0|2|10"))
  var continuations: Int?

  @Option(
    help: ArgumentHelp(
      "What users do who would visit a page while a popup is up (see poptrace replay --help).",
      valueName: "free|wait|auto"))
  var visits: ReplayFlags.VisitsChoice?

  @Option(help: ArgumentHelp("What is known of the app's users, as poptrace premises wrote it.", valueName: "file"))
  var premises: String?

  @Option(
    help: ArgumentHelp(
      """
      Count hurt sessions by these, separated by commas: build, app, policy (the recorded one), page, popup, os, device, locale, arm:NAME, \
      metadata:NAME. To bless, popup and page say that what is accepted is accepted for each that has it.
      """, valueName: "what"))
  var by: String?

  @Option(
    help: ArgumentHelp(
      "The day on which it is judged what has expired; by default today, in UTC.", valueName: "yyyy-mm-dd"),
    transform: Self.day)
  var asOf: CalendarDay?

  @Flag(inversion: .prefixedNo, help: "Find out which keys of a policy file bring which new findings.")
  var blame = true

  func validate() throws {
    if let continuations, ![0, 2, 10].contains(continuations) {
      throw ValidationError("There are 0, 2 or 10 continuations, not \(continuations).")
    }
    guard !estimate || continuations != 0 else {
      throw ValidationError("An estimate goes on where the continuations leave something open; there are none of them.")
    }
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
    return given.compactMap { key, value in value.map { ReportProvenance.Option(key.rawValue, $0) } }
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

  static func day(_ text: String) throws -> CalendarDay {
    guard let day = CalendarDay(text) else { throw ValidationError("A day is written as 2026-11-22, not \"\(text)\".") }
    return day
  }
}

extension GateFlags {
  /// What a gate's configuration asks of every report.
  init(_ configuration: GateConfiguration, estimates: Bool) {
    self = .none(.none)
    failOn = configuration.failOn == .certain ? .certain : .robust
    strict = configuration.isStrict
    minCoverage = configuration.minCoverage
    estimate = estimates
    maxAffected = configuration.maxAffected
    tolerance.tolerateUnreadable = configuration.tolerateUnreadable
  }
}

extension ReplayFlags {
  /// How a gate replays.
  init(_ configuration: GateConfiguration, premises: String?) {
    self.init()
    timing = .causal
    assumeDwell = nil
    assumeContent = nil
    continuations = configuration.continuations
    visits =
      switch configuration.visits {
      case .auto: .auto
      case .free: .free
      case .wait: .wait
      }
    self.premises = premises
  }
}
#endif
