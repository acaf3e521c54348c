#if Tool
import PopGate
import PopSystem
import PopDocument
import PopupScheduling

/// Everything that a gate judges by: what a report carries, so that whoever merges parts judges the whole by the same.
struct GateSetting {
  /// The configuration in force.
  var configuration: GateConfiguration
  /// The configuration file as it is named and as it reads; empty where there is none.
  var path = ""
  var text = ""
  /// The configuration file as it is named from the working directory; empty where there is none.
  private(set) var file = ""
  /// What the command line put in its place, key by key.
  var overrides: [ReportProvenance.Option] = []
  /// The findings that are accepted; nil where there is no file of them.
  var baseline: BaselineFile?
  /// The baseline file as it is named and as it reads.
  var baselinePath = ""
  var baselineText = ""
  /// The day on which it is judged.
  var asOf: CalendarDay
  /// In which line the policy's file sets which key.
  var policyLines: [String: Int] = [:]
  /// Whether it is found out which keys bring what.
  var blames = true
  /// Whether that is asked of every new error in every session, for it decides on what is accepted.
  var blamesAll = false
  /// Whether an estimate is asked for.
  var estimates = false

  /// The command that accepts what fails, as far as the setting knows: `poptrace bless --reason WHY`.
  var acceptCommand: [String] {
    var words = ["poptrace", "bless"]
    if configuration.traces.isEmpty { words.append("TRACES") }
    if !path.isEmpty, !path.hasSuffix(ConfigurationFile.name) { words += ["--config", path] }
    for option in overrides {
      switch GateConfiguration.Key(rawValue: option.name) {
      case .policy, .against, .baseline, .failOn, .continuations, .visits:
        words += ["--" + option.name, ReportNames().name(of: option.value)]
      case .strict: words.append("--strict")
      default: break
      }
    }
    return words + ["--reason", "WHY"]
  }

  /// What a report says of it.
  var named: [ReportProvenance.Option] {
    var options = [ReportProvenance.Option("as-of", asOf.description)]
    func add(_ name: String, _ value: String) {
      if !value.isEmpty { options.append(ReportProvenance.Option(name, value)) }
    }
    add("config", path)
    add("configuration", text)
    let names = ReportNames()
    options += overrides.map { ReportProvenance.Option("set " + $0.name, names.name(of: $0.value)) }
    add("baseline", names.name(of: baselinePath))
    add("accepted", baselineText)
    add("policy-lines", policyLines.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: ","))
    add("blame", blames ? "" : "false")
    add("estimates", estimates ? "true" : "")
    return options
  }

  /// Reads what a report says of it; nil where the report is not a gate's.
  init?(named options: [ReportProvenance.Option], in path: String) throws(CommandFailure) {
    func value(_ name: String) -> String? { options.first { $0.name == name }?.value }
    guard let day = value("as-of") else { return nil }
    guard let asOf = CalendarDay(day) else {
      throw CommandFailure("line 1: the day \"\(printable(day))\" cannot be; write the report anew", input: path)
    }
    self.asOf = asOf
    self.path = value("config") ?? ""
    text = value("configuration") ?? ""
    configuration = text.isEmpty ? GateConfiguration() : try ConfigurationFile.configuration(of: text, path: self.path)
    for option in options where option.name.hasPrefix("set ") {
      let set = ReportProvenance.Option(String(option.name.dropFirst(4)), option.value)
      overrides.append(set)
      try GateOptions.put(set, into: &configuration)
    }
    baselinePath = value("baseline") ?? ""
    baselineText = value("accepted") ?? ""
    if !baselinePath.isEmpty { baseline = try Self.accepted(baselineText, path: baselinePath) }
    for entry in (value("policy-lines") ?? "").split(separator: ",") {
      let parts = entry.split(separator: ":")
      if parts.count == 2, let line = Int(parts[1]) { policyLines[String(parts[0])] = line }
    }
    blames = value("blame") != "false"
    blamesAll = (baseline?.changes ?? 0) > 0
    estimates = value("estimates") == "true"
  }

  /// Makes the setting that a configuration file and options come to.
  ///
  /// - Parameter mayLackBaseline: Whether the baseline file is only about to be written.
  init(
    _ options: GateOptions, in context: ToolContext, mayLackBaseline: Bool = false
  ) throws(CommandFailure) {
    let file = try ConfigurationFile(options.config)
    configuration = file.configuration
    path = ReportNames().name(of: file.path)
    self.file = file.path
    text = file.text
    overrides = options.overrides
    for option in overrides { try GateOptions.put(option, into: &configuration) }
    asOf = options.asOf ?? CalendarDay(secondsSince1970: WallClock.seconds())
    blames = options.blame
    estimates = options.estimate || configuration.maxAffected != nil
    if let name = configuration.baseline {
      baselinePath = isFromFile(.baseline) ? file.resolved(name) : name
      if FileSystem.kind(of: baselinePath) != .missing {
        baselineText = try Self.text(of: baselinePath)
        baseline = try Self.accepted(baselineText, path: baselinePath)
      } else if !mayLackBaseline {
        throw CommandFailure("there is no such file; poptrace bless makes one", input: baselinePath, status: .usage)
      }
    }
    blamesAll = (baseline?.changes ?? 0) > 0
    guard blames || !blamesAll else {
      throw CommandFailure(
        "it accepts what keys bring, so these must be found out; leave --no-blame out", input: baselinePath,
        status: .usage)
    }
    policy = configuration.policy.map { isFromFile(.policy) ? file.resolved(policy: $0) : $0 }
    if let name = configuration.against, name != "recorded" {
      against = isFromFile(.against) ? file.resolved(policy: name) : name
    }
    traces = configuration.traces.map { file.resolved($0) }
  }

  /// The candidate, what it is compared with, and the inputs, as they are named from the working directory.
  private(set) var policy: String?
  private(set) var against: String?
  private(set) var traces: [String] = []

  private func isFromFile(_ key: GateConfiguration.Key) -> Bool {
    if case .file = configuration.origin(of: key) { true } else { false }
  }

  /// The most bytes of a baseline file.
  private static let longestBaseline = 1 << 24

  /// The text of a baseline file.
  static func text(of path: String) throws(CommandFailure) -> String {
    let bytes = try ByteSource.contents(of: path, atMost: longestBaseline, "a baseline")
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure("the file is not UTF-8 text", input: path, status: .usage)
    }
    return text
  }

  private static func accepted(_ text: String, path: String) throws(CommandFailure) -> BaselineFile {
    do { return try BaselineFile(bytes: Array(text.utf8)) } catch { throw CommandFailure(error, in: path) }
  }
}
#endif
