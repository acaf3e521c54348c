#if Tool
import PopAudit
import PopDocument
package import PopGate
import PopSystem
import PopTrace
import PopupScheduling
import Yams

/// Everything that a run is judged by: what a report carries, so that whoever merges parts judges the whole by the same.
struct GateSetting {
  /// Whether a gate judges, and not a replay, which knows no more than a few words of the configuration.
  private(set) var isGate = true
  var configuration: GateConfiguration
  /// The configuration file as it is named and as it reads; empty where there is none.
  var path = ""
  var text = ""
  private(set) var file = ""
  var overrides: [ReportProvenance.Option] = []
  var baseline: BaselineFile?
  /// The baseline file as it is named and as it reads.
  var baselinePath = ""
  var baselineText = ""
  var asOf: CalendarDay
  var policyLines: [String: Int] = [:]
  var blames = true
  /// Whether that is asked of every new error in every session, for it decides on what is accepted.
  var blamesAll = false
  var estimates = false
  /// Whether recordings are judged by themselves, and whether errors in them fail nothing.
  var isAudit = false
  var failsNothing = false
  /// What sessions are grouped by, to say what each group met.
  var groupsBy: [Dimension] = []
  /// Whether it is worked out what the candidate will do, and what was forecast of what is judged.
  var isForecasting = false
  var forecast: Forecast?

  init(_ configuration: GateConfiguration = GateConfiguration(), estimates: Bool = false) {
    isGate = false
    self.configuration = configuration
    self.estimates = estimates
    // Nothing expires where nothing is excused.
    asOf = CalendarDay(secondsSince1970: 0)
  }

  var isEstimating: Bool { estimates || configuration.maxAffected != nil }

  var judge: GateJudge {
    var configuration = configuration
    if failsNothing { for rule in Rule.allCases where rule.severity == .error { configuration.rules[rule] = .warning } }
    if !baselinePath.isEmpty { configuration.baseline = ReportNames().name(of: baselinePath) }
    return GateJudge(configuration, baseline: baseline, asOf: asOf)
  }

  func apply(to summary: inout ReportSummary) {
    if let minCoverage = configuration.minCoverage { summary.requireCoverage(minCoverage) }
    summary.affected.isEstimated = isEstimating
    summary.mostAffected = configuration.maxAffected
    summary.tolerance = configuration.tolerateUnreadable
    if failsNothing { summary.gateFailures = 0 }
  }

  /// The command that accepts what fails, as far as the setting knows: `poptrace bless --reason WHY`.
  var acceptCommand: [String] {
    var words = ["poptrace", "bless"] + (isAudit ? ["--audit"] : [])
    if configuration.traces.isEmpty { words.append("TRACES") }
    if !path.isEmpty, !path.hasSuffix(ConfigurationFile.name) { words += ["--config", path] }
    for option in overrides {
      switch GateConfiguration.Key(rawValue: option.name) {
      case .policy, .against, .baseline, .failOn, .continuations, .visits:
        words += ["--" + option.name, ReportNames().name(of: option.value)]
      case .strict: words.append("--strict")
      case .observed: words.append("--observed")
      default: break
      }
    }
    return words + ["--reason", "WHY"]
  }

  var named: [ReportProvenance.Option] {
    let names = ReportNames()
    let lines = policyLines.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
    return .given([
      ("as-of", asOf.description), ("config", path.nonEmpty), ("configuration", text.nonEmpty),
    ]) + overrides.map { ReportProvenance.Option("set " + $0.name, names.name(of: $0.value)) }
      + .given([
        ("baseline", names.name(of: baselinePath).nonEmpty), ("accepted", baselineText.nonEmpty),
        ("policy-lines", lines.joined(separator: ",").nonEmpty), ("blame", blames ? nil : "false"),
        ("estimates", estimates ? "true" : nil), ("audit", isAudit ? "true" : nil),
      ])
  }

  private static let nothing = "none"

  private static let forecasting = "forecast"

  /// What a report of recordings alone was made with.
  var namedOfAudit: [ReportProvenance.Option] {
    let failOn = GateConfiguration.Key.failOn.rawValue
    let judged = isGate ? named : configuration.named(estimates: false).filter { !failsNothing || $0.name != failOn }
    let groups = groupsBy.isEmpty ? nil : groupsBy.map(\.description).joined(separator: ",")
    return judged
      + .given([
        (failOn, failsNothing ? Self.nothing : nil), (ReportProvenance.groups, groups),
        (Self.forecasting, forecast.map { String(decoding: $0.text, as: UTF8.self) }),
      ])
  }

  init(named options: [ReportProvenance.Option], in path: String) throws(CommandFailure) {
    self.init(estimates: options.value(of: "estimate") == "true")
    isAudit = options.value(of: "audit") == "true"
    if let text = options.value(of: Self.forecasting) { forecast = try Self.forecast(Array(text.utf8), in: path) }
    if let groups = options.value(of: ReportProvenance.groups) {
      do { groupsBy = try Dimension.list(parsing: groups) } catch { throw CommandFailure(error, in: path) }
    }
    guard let day = options.value(of: "as-of") else {
      failsNothing = options.value(of: GateConfiguration.Key.failOn.rawValue) == Self.nothing
      let options = options.filter { !failsNothing || $0.name != GateConfiguration.Key.failOn.rawValue }
      try configuration.setCriteria(options, in: path)
      return
    }
    guard let asOf = CalendarDay(day) else {
      throw CommandFailure("line 1: the day \"\(printable(day))\" cannot be; write the report anew", input: path)
    }
    isGate = true
    self.asOf = asOf
    self.path = options.value(of: "config") ?? ""
    text = options.value(of: "configuration") ?? ""
    configuration = text.isEmpty ? GateConfiguration() : try ConfigurationFile.configuration(of: text, path: self.path)
    for option in options where option.name.hasPrefix("set ") {
      let set = ReportProvenance.Option(String(option.name.dropFirst(4)), option.value)
      overrides.append(set)
      try GateOptions.put(set, into: &configuration)
    }
    baselinePath = options.value(of: "baseline") ?? ""
    baselineText = options.value(of: "accepted") ?? ""
    if !baselinePath.isEmpty { baseline = try Self.accepted(baselineText, path: baselinePath) }
    for entry in (options.value(of: "policy-lines") ?? "").split(separator: ",") {
      let parts = entry.split(separator: ":")
      if parts.count == 2, let line = Int(parts[1]) { policyLines[String(parts[0])] = line }
    }
    blames = options.value(of: "blame") != "false"
    blamesAll = (baseline?.changes ?? 0) > 0
    estimates = options.value(of: "estimates") == "true"
  }

  init(_ options: GateOptions, mayLackBaseline: Bool) throws(CommandFailure) {
    try self.init(
      options.basis, overrides: options.overrides, blames: options.blame, estimates: options.estimate,
      mayLackBaseline: mayLackBaseline)
  }

  /// - `mayLackBaseline`: Whether the baseline file is only about to be written.
  init(
    _ basis: GateBasis, overrides: [ReportProvenance.Option] = [], blames: Bool = true, estimates: Bool = false,
    mayLackBaseline: Bool = false
  ) throws(CommandFailure) {
    let file = try ConfigurationFile(basis.config)
    configuration = file.configuration
    path = ReportNames().name(of: file.path)
    self.file = file.path
    text = file.text
    self.overrides = overrides + basis.overrides
    for option in self.overrides { try GateOptions.put(option, into: &configuration) }
    asOf = basis.asOf ?? CalendarDay(secondsSince1970: WallClock.seconds())
    self.blames = blames
    self.estimates = estimates || configuration.maxAffected != nil
    if let name = configuration.baseline {
      baselinePath = isFromFile(.baseline) ? file.resolved(name) : name
      if FileSystem.kind(of: baselinePath) != .missing {
        baselineText = try ByteSource.text(of: baselinePath, atMost: Self.longestBaseline, "a baseline")
        baseline = try Self.accepted(baselineText, path: baselinePath)
      } else if !mayLackBaseline {
        throw .usage("there is no such file; poptrace bless makes one", in: baselinePath)
      }
    }
    blamesAll = (baseline?.changes ?? 0) > 0
    guard blames || !blamesAll else {
      throw .usage("it accepts what keys bring, so these must be found out; leave --no-blame out", in: baselinePath)
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

  private static let longestBaseline = 1 << 24

  static func forecast(_ text: [UInt8], in path: String) throws(CommandFailure) -> Forecast {
    do { return try Forecast(text: text) } catch {
      throw CommandFailure(at: error.line, error.message, in: path, status: .failed)
    }
  }

  private static func accepted(_ text: String, path: String) throws(CommandFailure) -> BaselineFile {
    do { return try BaselineFile(bytes: Array(text.utf8)) } catch { throw CommandFailure(error, in: path) }
  }
}

extension GateConfiguration {
  private static let criteria: [Key] = [.failOn, .strict, .minCoverage, .maxAffected, .tolerateUnreadable]

  func named(estimates: Bool) -> [ReportProvenance.Option] {
    .given([
      (Key.failOn.rawValue, failOn.rawValue), (Key.strict.rawValue, isStrict ? "true" : nil),
      (Key.minCoverage.rawValue, minCoverage?.description), ("estimate", estimates ? "true" : nil),
      (Key.maxAffected.rawValue, maxAffected?.description),
      (Key.tolerateUnreadable.rawValue, tolerateUnreadable == .none ? nil : "\(tolerateUnreadable)"),
    ])
  }

  fileprivate mutating func setCriteria(_ options: [ReportProvenance.Option], in path: String) throws(CommandFailure) {
    for option in options {
      guard let key = Key(rawValue: option.name), Self.criteria.contains(key) else { continue }
      do { try set(key, to: .word(option.value), from: .byDefault) } catch {
        throw CommandFailure(
          at: 1,
          "The option \(printable(option.name)) cannot be \"\(printable(option.value))\". Write the report anew.",
          in: path, status: .failed)
      }
    }
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

struct ConfigurationFile {
  static let name = ".poptrace.yml"
  private static let longest = 1 << 20

  private(set) var path = ""
  private(set) var text = ""
  private(set) var configuration = GateConfiguration()

  /// Reads the file that was asked for, or the one that is nearest from the working directory upwards.
  init(_ named: String?) throws(CommandFailure) {
    guard let path = named ?? Self.nearest() else { return }
    guard FileSystem.kind(of: path) != .missing else { throw .usage("there is no such configuration file", in: path) }
    text = try ByteSource.text(of: path, atMost: Self.longest, "a configuration")
    self.path = path
    configuration = try Self.configuration(of: text, path: path)
  }

  static func configuration(of text: String, path: String) throws(CommandFailure) -> GateConfiguration {
    let node = try node(of: text, path: path)
    do { return try GateConfiguration(settings: node) } catch { throw CommandFailure(error, in: path) }
  }

  private static func nearest() -> String? {
    var folder = ""
    // No deeper than any path can be; the root is its own parent.
    for _ in 0..<256 {
      let path = folder + name
      if FileSystem.kind(of: path) == .file { return path }
      // What lies beyond the repository is not the project's.
      if FileSystem.kind(of: folder + ".git") != .missing { return nil }
      let here = FileSystem.identity(of: folder.isEmpty ? "." : folder)
      folder += "../"
      if FileSystem.identity(of: folder) == here { return nil }
    }
    return nil
  }

  func resolved(_ path: String) -> String {
    guard !path.hasPrefix("/"), path != "-", let slash = self.path.lastIndex(of: "/") else { return path }
    return self.path[...slash] + path
  }

  /// A policy that the file names: a path is one from where the file lies, but that of a git revision one from the repository's root.
  func resolved(policy: String) -> String {
    let isPath = policy.contains("/") || policy.hasSuffix(".yml") || policy.hasSuffix(".yaml")
    let path = resolved(policy)
    let isRevision = RevisionFile(policy) != nil && FileSystem.kind(of: path) == .missing
    return isPath && !isRevision ? path : policy
  }

  private static func node(of text: String, path: String) throws(CommandFailure) -> ConfigurationNode {
    // An empty file sets nothing.
    guard let root = try Node.root(of: text, path: path) else { return .map([], line: 0) }
    var left = mostNodes
    return try node(root, path: path, depth: 0, left: &left)
  }

  private static let mostNodes = 100_000

  private static func node(
    _ node: Node, path: String, depth: Int, left: inout Int
  ) throws(CommandFailure) -> ConfigurationNode {
    let line = node.mark?.line ?? 0
    left -= 1
    guard left >= 0 else { throw CommandFailure(at: line, "the file has more than \(mostNodes) values", in: path) }
    guard depth < 16 else { throw CommandFailure(at: line, "it is nested more than 16 deep", in: path) }
    if let scalar = node.scalar { return .word(scalar.string, line: line) }
    if let sequence = node.sequence {
      var elements: [ConfigurationNode] = []
      for element in sequence { elements.append(try self.node(element, path: path, depth: depth + 1, left: &left)) }
      return .list(elements, line: line)
    }
    guard let mapping = node.mapping else {
      throw CommandFailure(at: line, "an alias stands for something else; write it out", in: path)
    }
    var entries: [ConfigurationNode.Entry] = []
    for (key, value) in mapping {
      guard let name = key.scalar?.string else {
        throw CommandFailure(at: key.mark?.line ?? line, "a key is a plain word", in: path)
      }
      let value = try self.node(value, path: path, depth: depth + 1, left: &left)
      entries.append(ConfigurationNode.Entry(name, line: key.mark?.line ?? line, value))
    }
    return .map(entries, line: line)
  }
}

extension GateConfiguration {
  /// What the text of a configuration file says; nil where it says nothing that can be.
  package init?(ofFile text: String) {
    guard let configuration = try? ConfigurationFile.configuration(of: text, path: ConfigurationFile.name) else {
      return nil
    }
    self = configuration
  }
}

extension CommandFailure {
  /// What is wrong with a file that a gate reads: wrong usage, for nothing was judged.
  init(_ error: GateError, in path: String) { self.init(at: error.line, error.message, in: path) }
}
#endif
