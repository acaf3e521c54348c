import PopAudit
import PopReplay

/// What a JUnit report keeps of one trace while sessions come by: which new findings it has, and what of it was not judged.
struct TraceFindings {
  /// The input, as the user named it.
  let trace: String
  /// How many of its sessions were judged.
  private(set) var judged = 0
  /// The new findings by the index of their fingerprint.
  private(set) var found: [Int: Found] = [:]
  /// The sessions that were left out, and why; no more than ``leftOutLimit``.
  private(set) var leftOut: [(session: String, because: String)] = []
  /// How many were left out.
  private(set) var leftOutCount = 0

  /// How many sessions that were left out get a test case of their own.
  static let leftOutLimit = 100

  /// A new finding in a trace.
  struct Found {
    /// The first of its sessions that has it.
    var session: String
    /// How many have it.
    var sessions = 1
    /// The best grade it has there.
    var grade: Grade
  }

  /// Knows nothing of a trace yet.
  init(_ trace: String) { self.trace = trace }

  /// Takes a session; `index` gives a fingerprint's number.
  mutating func add(_ session: SessionReport, index: (String) -> Int) {
    // What met a limit is among what could not be read.
    guard session.failure == nil else { return }
    guard session.identity.isJudged else {
      leftOutCount += 1
      if leftOut.count < Self.leftOutLimit { leftOut.append((session.session, session.mismatch?.because ?? "")) }
      return
    }
    judged += 1
    for finding in session.findings where finding.status == .new {
      add(index(finding.fingerprint), session: session.session, grade: finding.grade)
    }
  }

  /// Counts a session that has a finding.
  mutating func add(_ index: Int, session: String, grade: Grade) {
    if found[index] == nil {
      found[index] = Found(session: session, grade: grade)
    } else {
      found[index]?.sessions += 1
      if let known = found[index]?.grade, grade < known { found[index]?.grade = grade }
    }
  }
}
