public import PopAudit
public import PopReplay
import PopSystem
import PopTrace
public import PopupScheduling

/// Expects that a policy is no worse than what was recorded, on every session of the traces under a path.
///
/// ```swift
/// try expectNoRegressions(OurPolicy.self, on: "Traces")
/// ```
///
/// For Swift Testing and XCTest alike: what is thrown says which rules are broken, why, in which sessions, and by which fingerprint. Each
/// recording is first checked for giving itself back under the policy that made it. A scenario has no recording, so on one every error is a
/// new one, unless there is a policy to compare with.
///
/// - Parameters:
///   - path: A file or a folder of `.poptrace` and `.jsonl` files, in order of their names. A relative one is looked for beside the test's own
///     file, and in each folder above that, up to the package's.
///   - recordedWith: The policies that recordings were made with, beside the standard ones.
///   - against: What to compare with in place of the recordings.
/// - Throws: A ``TraceExpectationFailure`` where there are regressions, sessions that cannot be judged, or nothing to judge.
@discardableResult
public func expectNoRegressions<Policy: InitializablePolicy>(
  _ policy: Policy.Type, on path: String, recordedWith: [KnownPolicy] = [], against: KnownPolicy? = nil,
  options: RegressionOptions = RegressionOptions(), filePath: String = #filePath
) throws(TraceExpectationFailure) -> RegressionReport {
  try expectNoRegressions(
    Policy(), on: path, recordedWith: recordedWith, against: against, options: options, filePath: filePath)
}

/// Expects the same of a policy that is made with arguments.
///
/// ```swift
/// try expectNoRegressions(StandardPolicy(.v6), on: "Traces")
/// ```
///
/// - Parameter name: What the report calls it; its type, unless said.
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
  func nothing(_ message: String, _ report: RegressionReport? = nil) -> TraceExpectationFailure {
    TraceExpectationFailure(
      code: .nothingToJudge, message: message, report: report ?? RegressionReport(policy: name))
  }
  guard let folder = TracePath.find(path, from: filePath) else {
    throw nothing("There is no \(path): neither beside \(filePath) nor in a folder above it, up to the package's.")
  }
  var judge = TraceJudge(policy, named: name, recordedWith: recordedWith, against: against, options: options)
  do throws(SystemError) {
    for file in try TraceFiles.paths(under: folder) { judge.judge(file, as: TracePath.shown(file, from: filePath)) }
  } catch {
    throw nothing(error.message)
  }
  let report = judge.finish()
  guard report.files > 0 else { throw nothing("\(folder) holds no .poptrace and no .jsonl file.") }
  guard report.sessions > 0 || !report.unjudged.isEmpty else { throw nothing("\(folder) holds no session.", report) }
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
    var place = 0
    do throws(TraceError) {
      try TraceFiles.read(path, limits: options.limits) { session in
        place += 1
        judge(session, in: shown, session.header.session.isEmpty ? String(place) : session.header.session)
      }
    } catch {
      report.unjudged.append("\(shown): \(error)")
    }
  }

  /// Puts the regressions in order: those that most sessions have first, equal ones as they were found.
  mutating func finish() -> RegressionReport {
    let order = report.regressions.indices.sorted {
      let (left, right) = (report.regressions[$0].sessions, report.regressions[$1].sessions)
      return left == right ? $0 < $1 : left > right
    }
    report.regressions = order.map { report.regressions[$0] }
    return report
  }

  private mutating func judge(_ session: Session, in file: String, _ name: String) {
    report.sessions += 1
    policies.begin(session)
    let verdict = policies.verdict(on: session)
    if let reason = Self.reason(verdict, session) {
      report.unjudged.append("\(file), session \(name): \(reason)")
      return
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
    } else if let place = report.regressions.firstIndex(where: { $0.fingerprint == fingerprint }) {
      report.regressions[place].sessions += 1
      report.regressions[place].grade = min(report.regressions[place].grade, compared.grade)
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

  /// The name that a popup was submitted under.
  private static func name(of popup: PopupID, in session: Session, _ catalog: Catalog) -> String {
    guard !popup.isNone else { return "" }
    let submission = session.log.events.first { $0.kind == .popupSubmitted && $0.popup == popup }
    return submission.map { session.catalog.names.text(session.catalog.spec($0.spec).name) } ?? ""
  }

  /// Why a session was not judged; nil where it was.
  private static func reason(_ verdict: SessionVerdict, _ session: Session) -> String? {
    if let failure = verdict.failure { return failure.description }
    switch verdict.identity {
    case .ok, .cut, .none: return nil
    case .lossy(let judged, _): return judged > 0 ? nil : "its beginning is missing"
    case .mismatch(let mismatch):
      return
        "the policy that recorded it, \"\(session.header.policy)\", does not give it back: they part at event \(mismatch.difference.position)"
    case .unknownPolicy:
      return
        "the policy that recorded it, \"\(session.header.policy)\", is not known here; name it in `recordedWith`"
    case .overLimit(let error): return error.description
    }
  }
}

private enum TracePath {
  /// The path that a test means: an absolute one as it is, else one that is found from the test's own file on upwards.
  ///
  /// The folder of the test's file comes first, then each folder above it up to the one that holds a `Package.swift`; where there is no package,
  /// up to the root. Nil where it is in none of them.
  static func find(_ path: String, from file: String) -> String? {
    let candidates = path.hasPrefix("/") ? [path] : folders(above: file).all.map { $0 + "/" + path }
    return candidates.first { FileSystem.kind(of: $0) != .missing }
  }

  /// A path as a report shows it: from the package's folder on, where the file is in one.
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
}

private enum TraceFiles {
  /// How deep folders are gone into; links that lead round in a circle end there.
  private static let depthLimit = 32

  /// A file as it is; of a folder, every `.poptrace` and `.jsonl` file in it and in the folders in it, in order of their names.
  static func paths(under path: String) throws(SystemError) -> [String] {
    var found: [String] = []
    if FileSystem.kind(of: path) == .directory { try walk(path, 0, &found) } else { found.append(path) }
    return found
  }

  private static func walk(_ directory: String, _ depth: Int, _ found: inout [String]) throws(SystemError) {
    guard depth < depthLimit else { return }
    for name in try FileSystem.names(in: directory) {
      let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
      if FileSystem.kind(of: path) == .directory {
        try walk(path, depth + 1, &found)
      } else if name.hasSuffix(".poptrace") || name.hasSuffix(".jsonl") {
        found.append(path)
      }
    }
  }

  /// Reads the sessions of a file, one after another; what it is shows in its first bytes, not in its name.
  static func read(
    _ path: String, limits: ResourceLimits, _ body: (Session) -> Void
  ) throws(TraceError) {
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

  /// How many entries of a list ``description`` has.
  private static let listed = 10

  init(policy: String) { self.policy = policy }

  public var description: String {
    var lines = [heading]
    for regression in regressions.prefix(Self.listed) { lines.append("- \(regression)") }
    if regressions.count > Self.listed { lines.append("- and \(regressions.count - Self.listed) more") }
    if !unjudged.isEmpty {
      lines.append("not judged:")
      for sentence in unjudged.prefix(Self.listed) { lines.append("- \(sentence)") }
      if unjudged.count > Self.listed { lines.append("- and \(unjudged.count - Self.listed) more") }
    }
    return lines.joined(separator: "\n")
  }

  private var heading: String {
    let count =
      regressions.isEmpty
      ? "no regressions" : regressions.count == 1 ? "1 regression" : "\(regressions.count) regressions"
    var text = "\(policy): \(count) in \(judged) of \(sessions) sessions (\(files) files)"
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
    let subject = [popup.isEmpty ? "" : "\"\(popup)\"", page.isEmpty ? "" : "on \(page)"].filter { !$0.isEmpty }
    return """
      \(rule.id)\(subject.isEmpty ? "" : ": " + subject.joined(separator: " ")), in \(sessions) \
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
