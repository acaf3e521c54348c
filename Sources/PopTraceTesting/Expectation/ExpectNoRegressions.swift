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
///   - policy: The policy to judge.
///   - path: A file or a folder of `.poptrace` and `.jsonl` files, in order of their names. A relative one is looked for beside the test's own
///     file, and in each folder above that, up to the package's.
///   - recordedWith: The policies that recordings were made with, beside the standard ones.
///   - against: What to compare with in place of the recordings.
///   - options: What counts.
/// - Returns: What came of judging.
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
/// - Parameters:
///   - policy: The policy to judge, as it is at the beginning of a session.
///   - name: What the report calls it; its type, unless said.
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
    for file in try TraceFiles.paths(under: folder) {
      judge.judge(file, as: TracePath.shown(file, from: filePath))
    }
  } catch {
    throw nothing(error.message)
  }
  let report = judge.finish()
  guard report.files > 0 else { throw nothing("\(folder) holds no .poptrace and no .jsonl file.") }
  guard report.sessions > 0 || !report.unjudged.isEmpty else { throw nothing("\(folder) holds no session.", report) }
  return report
}
