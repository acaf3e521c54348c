public import PopAudit
public import PopReplay
import PopSystem
public import PopTrace
public import PopupScheduling

/// Expects that a policy is no worse than what was recorded, on every session of the traces under a path.
///
/// ```swift
/// try expectNoRegressions(OurPolicy.self, on: "Traces")
/// ```
///
/// What is thrown says which rules are broken, why, in which sessions, and by which fingerprint. Each recording is first checked for giving
/// itself back under the policy that made it. On a scenario every error is a new one, unless there is a policy to compare with.
///
/// - Parameters:
///   - policy: The candidate.
///   - path: A file or a folder of `.poptrace` and `.jsonl` files; a relative one is beside the test's own file, or in a folder above that, up
///     to the package's.
///   - recordedWith: The policies that recordings were made with, beside the standard ones.
///   - against: What to compare with in place of the recordings.
///   - options: From which grade a new error counts, and what is passed over.
///   - filePath: The test's own file.
/// - Throws: A ``TraceExpectationFailure`` where there are regressions, sessions that cannot be judged, or nothing to judge.
@discardableResult
public func expectNoRegressions<Policy: InitializablePolicy>(
  _ policy: Policy.Type, on path: String, recordedWith: [KnownPolicy] = [], against: KnownPolicy? = nil,
  options: RegressionOptions = RegressionOptions(), filePath: String = #filePath
) throws(TraceExpectationFailure) -> RegressionReport {
  try expectNoRegressions(
    Policy(), on: path, recordedWith: recordedWith, against: against, options: options, filePath: filePath)
}

/// Expects the same of a policy that is made with arguments, such as `StandardPolicy(.v6)`.
///
/// - `name`: What the report calls it; its type, unless said.
@discardableResult
public func expectNoRegressions<Policy: SchedulingPolicy>(
  _ policy: Policy, named name: String? = nil, on path: String, recordedWith: [KnownPolicy] = [],
  against: KnownPolicy? = nil, options: RegressionOptions = RegressionOptions(), filePath: String = #filePath
) throws(TraceExpectationFailure) -> RegressionReport {
  let report = try regressions(
    of: policy, named: name, on: path, recordedWith: recordedWith, against: against, options: options,
    filePath: filePath)
  guard report.regressions.isEmpty else {
    throw TraceExpectationFailure(code: .regressions, message: "", report: report)
  }
  guard report.unjudged.isEmpty || options.passesOverUnjudged && report.judged > 0 else {
    throw TraceExpectationFailure(
      code: .unjudged, message: "Some sessions could not be judged, so nothing is known of them.", report: report)
  }
  return report
}

/// Judges a policy on every session of the traces under a path, and leaves it to the caller what to make of that.
///
/// - Throws: A ``TraceExpectationFailure`` where there is nothing to judge.
public func regressions<Policy: SchedulingPolicy>(
  of policy: Policy, named name: String? = nil, on path: String, recordedWith: [KnownPolicy] = [],
  against: KnownPolicy? = nil, options: RegressionOptions = RegressionOptions(), filePath: String = #filePath
) throws(TraceExpectationFailure) -> RegressionReport {
  let name = name ?? String(describing: Policy.self)
  var judge = TraceJudge(policy, named: name, recordedWith: recordedWith, against: against, options: options)
  func nothing(_ message: String) -> TraceExpectationFailure {
    TraceExpectationFailure(code: .nothingToJudge, message: message, report: judge.report)
  }
  guard let folder = TraceFiles.find(path, from: filePath) else {
    throw nothing("There is no \(path): neither beside \(filePath) nor in a folder above it, up to the package's.")
  }
  do throws(SystemError) {
    for file in try TraceFiles.paths(under: folder) { judge.judge(file, as: TraceFiles.shown(file, from: filePath)) }
  } catch {
    throw nothing(error.message)
  }
  let report = judge.finish()
  guard report.files > 0 else { throw nothing("\(folder) holds no .poptrace and no .jsonl file.") }
  guard report.sessions > 0 || !report.unjudged.isEmpty else { throw nothing("\(folder) holds no session.") }
  return report
}

private struct TraceJudge {
  private(set) var report: RegressionReport
  private let options: RegressionOptions
  private let criterion: RegressionCriterion
  private var policies: PolicyJudge

  init<Policy: SchedulingPolicy>(
    _ policy: Policy, named name: String, recordedWith known: [KnownPolicy], against: KnownPolicy?,
    options: RegressionOptions
  ) {
    report = RegressionReport(policy: name)
    var evaluation = options.evaluation
    evaluation.replay.limits = options.limits
    evaluation.excerpts = .none
    evaluation.keepsNotes = false
    self.options = options
    criterion = RegressionCriterion(upTo: options.failOn)
    var checker = IdentityChecker { name, configuration in
      KnownPolicy.find(name, configuration, among: known)?.makeRunner()
    }
    checker.limits = options.limits
    var other = against?.makeRunner()
    other?.options = evaluation
    policies = PolicyJudge([Evaluator(candidate: policy, options: evaluation)], against: other, checker: checker)
  }

  mutating func judge(_ path: String, as shown: String) {
    report.files += 1
    var index = 0
    do throws(TraceError) {
      try TraceFiles.read(path, limits: options.limits) { session in
        index += 1
        judge(session, in: shown, session.header.session.isEmpty ? String(index) : session.header.session)
      }
    } catch {
      report.unjudged.append("\(shown): \(error)")
    }
  }

  mutating func finish() -> RegressionReport {
    let order = report.regressions.indices.sorted {
      (-report.regressions[$0].sessions, $0) < (-report.regressions[$1].sessions, $1)
    }
    report.regressions = order.map { report.regressions[$0] }
    return report
  }

  private mutating func judge(_ session: Session, in file: String, _ name: String) {
    report.sessions += 1
    policies.begin(session)
    let verdict = policies.verdict(on: session)
    if let reason = Self.reason(verdict, session) {
      return report.unjudged.append("\(file), session \(name): \(reason)")
    }
    report.judged += 1
    if verdict.isLossy { report.lossy += 1 }
    for finding in verdict.findings
    where RegressionCriterion.isNewError(finding.status, finding.finding.rule.severity) {
      add(finding, of: verdict, session, in: file, name)
    }
  }

  private mutating func add(
    _ compared: ComparedFinding, of verdict: SessionVerdict, _ session: Session, in file: String, _ name: String
  ) {
    let fingerprint = compared.fingerprint.description
    if options.accepted.contains(fingerprint) {
      report.accepted += 1
    } else if !criterion.counts(compared.grade) {
      report.uncounted += 1
    } else if let index = report.regressions.firstIndex(where: { $0.fingerprint == fingerprint }) {
      report.regressions[index].sessions += 1
      report.regressions[index].grade = min(report.regressions[index].grade, compared.grade)
    } else {
      let finding = compared.finding
      let catalog = verdict.catalog ?? session.catalog
      report.regressions.append(
        Regression(
          rule: finding.rule, popup: Self.name(of: finding.popup, in: session, catalog),
          page: catalog.names.text(catalog.className(of: finding.page)), because: finding.because,
          fingerprint: fingerprint, grade: compared.grade, sessions: 1, file: file, session: name,
          milliseconds: session.header.tick.microseconds(finding.time) / 1000))
    }
  }

  private static func name(of popup: PopupID, in session: Session, _ catalog: Catalog) -> String {
    guard !popup.isNone else { return "" }
    let submission = session.log.events.first { $0.kind == .popupSubmitted && $0.popup == popup }
    return submission.map { session.catalog.names.text(session.catalog.spec($0.spec).name) } ?? ""
  }

  private static func reason(_ verdict: SessionVerdict, _ session: Session) -> String? {
    if let failure = verdict.failure { return failure.description }
    let policy = "the policy that recorded it, \"\(session.header.policy)\","
    switch verdict.identity {
    case .ok, .cut, .none: return nil
    case .lossy(let judged, _): return judged > 0 ? nil : "its beginning is missing"
    case .observed(let judged): return judged > 0 ? nil : "its first report contradicts itself"
    case .mismatch(let mismatch):
      return "\(policy) does not give it back: they part at event \(mismatch.difference.position)"
    case .unknownPolicy: return "\(policy) is not known here; name it in `recordedWith`"
    case .overLimit(let error): return error.description
    }
  }
}

private enum TraceFiles {
  /// Links that lead round in a circle end here.
  private static let depthLimit = 32

  /// The path that a test means: an absolute one as it is, else one in the folder of the test's file, or in one above it up to the package's.
  static func find(_ path: String, from file: String) -> String? {
    let candidates = path.hasPrefix("/") ? [path] : folders(above: file).all.map { $0 + "/" + path }
    return candidates.first { FileSystem.kind(of: $0) != .missing }
  }

  /// A path from the package's folder on, where the file is in one.
  static func shown(_ path: String, from file: String) -> String {
    guard let package = folders(above: file).package, path.hasPrefix(package + "/") else { return path }
    return String(path.dropFirst(package.count + 1))
  }

  private static func folders(above file: String) -> (all: [String], package: String?) {
    var (folder, all) = (file, [String]())
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      all.append(folder)
      if FileSystem.kind(of: folder + "/Package.swift") == .file { return (all, folder) }
    }
    return (all, nil)
  }

  /// A file as it is; of a folder, every `.poptrace` and `.jsonl` file in it and in the folders in it, in order of their names.
  static func paths(under path: String, depth: Int = 0) throws(SystemError) -> [String] {
    guard FileSystem.kind(of: path) == .directory else {
      return depth == 0 || path.hasSuffix(".poptrace") || path.hasSuffix(".jsonl") ? [path] : []
    }
    guard depth < depthLimit else { return [] }
    var found: [String] = []
    let folder = path.hasSuffix("/") ? path : path + "/"
    for name in try FileSystem.names(in: path) { found += try paths(under: folder + name, depth: depth + 1) }
    return found
  }

  /// Reads the sessions of a file, one after another; what it is shows in its first bytes, not in its name.
  static func read(_ path: String, limits: ResourceLimits, _ body: (Session) -> Void) throws(TraceError) {
    let bytes = try TraceError.contents(of: path, upTo: limits.memoryBytes)
    guard !JSONLines.isText(bytes) else {
      var reader = JSONLinesReader(bytes, limits: limits)
      while let session = try reader.next() { body(session) }
      return
    }
    var reader = try TraceReader(bytes, limits: limits)
    var session = Session()
    while try reader.next(&session) { body(session) }
  }
}

/// What came of judging a policy on traces.
public struct RegressionReport: Sendable, CustomStringConvertible {
  /// What the policy is called.
  public let policy: String
  /// How many files were read.
  public internal(set) var files = 0
  /// How many sessions they hold.
  public internal(set) var sessions = 0
  /// How many of those were judged.
  public internal(set) var judged = 0
  /// How many of those lack events, so that they were judged in part.
  public internal(set) var lossy = 0
  /// The new errors that count, those that most sessions have first.
  public internal(set) var regressions: [Regression] = []
  /// How many new errors do not count, because they rest on assumptions.
  public internal(set) var uncounted = 0
  /// How many new errors were accepted by fingerprint.
  public internal(set) var accepted = 0
  /// Why files and sessions were not judged, a sentence each.
  public internal(set) var unjudged: [String] = []

  private static let listed = 10

  public var description: String {
    func list(_ entries: [String]) -> [String] {
      let rest = entries.count - Self.listed
      return entries.prefix(Self.listed).map { "- \($0)" } + (rest > 0 ? ["- and \(rest) more"] : [])
    }
    let lines = [heading] + list(regressions.map(\.description)) + (unjudged.isEmpty ? [] : ["not judged:"])
    return (lines + list(unjudged)).joined(separator: "\n")
  }

  private var heading: String {
    let count = regressions.isEmpty ? "no" : "\(regressions.count)"
    var text =
      "\(policy): \(count) regression\(regressions.count == 1 ? "" : "s") in \(judged) of \(sessions) sessions (\(files) files)"
    if lossy > 0 { text += "; \(lossy) lack events" }
    if uncounted > 0 { text += "; \(uncounted) new errors rest on assumptions and do not count" }
    if accepted > 0 { text += "; \(accepted) are accepted" }
    return text
  }
}

/// A new error of a policy, and how many sessions have it.
public struct Regression: Hashable, Sendable, CustomStringConvertible {
  /// The rule it breaks.
  public let rule: Rule
  /// The name of the popup it is about; empty where it is about none.
  public let popup: String
  /// The class of the page it happened on; empty where it is not known.
  public let page: String
  /// A sentence that says why this is wrong, of the first session that has it.
  public let because: String
  /// What it is recognised by in another run, session or trace: 16 hexadecimal digits.
  public let fingerprint: String
  /// How far it can be relied on, in the session where that is furthest.
  public internal(set) var grade: Grade
  /// In how many sessions it is.
  public internal(set) var sessions: Int
  /// The file of the first session that has it.
  public let file: String
  /// That session: its name, else its place in the file, counted from 1.
  public let session: String
  /// When it happened there, in milliseconds since that session's start.
  public let milliseconds: Int64

  public var description: String {
    let subject = (popup.isEmpty ? "" : " \"\(popup)\"") + (page.isEmpty ? "" : " on \(page)")
    return """
      \(rule.id)\(subject.isEmpty ? "" : ":" + subject), in \(sessions) \
      session\(sessions == 1 ? "" : "s") (\(grade.rawValue), fingerprint \(fingerprint))
          \(because)
          first in \(file), session \(session), at \(milliseconds) ms
      """
  }
}

/// Why an expectation about traces was not met, in words that a test's output shows.
public struct TraceExpectationFailure: Error, Sendable, CustomStringConvertible {
  /// What was not as expected.
  public enum Code: String, Hashable, Sendable {
    /// The policy has new errors.
    case regressions
    /// Some sessions could not be judged.
    case unjudged
    /// There was nothing to judge: no such path, no trace in it, or no session in those.
    case nothingToJudge
  }

  /// What was not as expected.
  public let code: Code
  /// A full sentence, where it is not the report that says what is wrong.
  public let message: String
  /// What came of judging.
  public let report: RegressionReport

  public var description: String { message.isEmpty ? "\(report)" : "\(message)\n\(report)" }
}

/// What counts as a regression, and what a session may be without.
public struct RegressionOptions: Sendable {
  /// How far a new error must be reliable to count: the default leaves out those that depend on what is assumed of users.
  public var failOn = Grade.robust
  /// Fingerprints of findings that are known and accepted, as reports print them.
  public var accepted: Set<String> = []
  /// Whether sessions that cannot be judged are passed over: unreadable ones, and those that their policy does not give back, or whose policy
  /// is not known. Where not, one of them is a failure.
  public var passesOverUnjudged = false
  /// How the candidate is replayed and what is worked out beyond that.
  public var evaluation = EvaluationOptions()
  /// How much the traces may ask for.
  public var limits = ResourceLimits()

  public init() {}
}

/// A policy that may have been at work in a recording, or that a candidate is compared with, by its name.
///
/// Standard versions, and what recordings carry the configuration of, are known without being named.
public struct KnownPolicy: Sendable {
  /// What recordings call it.
  public let name: String
  /// Its configuration as text, as recordings made with it carry it; empty where it has none.
  public let configuration: String
  let makeRunner: @Sendable () -> any SessionRunner

  /// - `make`: Makes the policy as it is at the beginning of a session.
  public init<Policy: SchedulingPolicy>(
    _ name: String, configuration: String = "", make: @escaping @Sendable () -> Policy
  ) {
    self.name = name
    self.configuration = configuration
    makeRunner = { Evaluator(candidate: make()) }
  }

  /// Names a standard policy.
  public init(_ configuration: PolicyConfiguration, named name: String? = nil) {
    self.init(name ?? configuration.versionName ?? "custom", configuration: configuration.text) {
      StandardPolicy(configuration)
    }
  }

  /// The policy that was at work in a recording, of those named and the standard ones; nil where it is none of them.
  static func find(_ name: String, _ configuration: String, among known: [KnownPolicy]) -> KnownPolicy? {
    let named = known.first { $0.name == name && (configuration.isEmpty || $0.configuration == configuration) }
    if let named { return named }
    if configuration.isEmpty { return PolicyConfiguration.version(named: name).map { KnownPolicy($0) } }
    return (try? PolicyConfiguration(text: configuration)).map { KnownPolicy($0, named: name) }
  }
}

/// A policy that can be made without arguments, so that a test needs to name its type only: `expectNoRegressions(QuietPolicy.self, on: "Traces")`.
///
/// A policy of another module conforms to it in an extension of the tests.
public protocol InitializablePolicy: SchedulingPolicy {
  /// Makes the policy as it is at the beginning of a session.
  init()
}
