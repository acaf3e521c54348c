import PopAudit

/// In how many sessions of which build each finding is.
struct FindingBuilds: Sendable {
  /// So many builds of a finding are told apart.
  private static let most = 50

  private struct Key: Hashable {
    var fingerprint: String
    var status: FindingStatus
  }

  private var builds: [Key: [String: Int]] = [:]

  /// Counts a session; a fingerprint is there at most once in it.
  mutating func add(_ session: SessionReport) {
    let build = session.facts.build
    guard !build.isEmpty else { return }
    for finding in session.findings {
      let key = Key(fingerprint: finding.fingerprint, status: finding.status)
      if builds[key]?[build] == nil, (builds[key]?.count ?? 0) >= Self.most { continue }
      builds[key, default: [:]][build, default: 0] += 1
    }
  }

  /// The builds of a finding with how many sessions of each have it, the most frequent first; ties by name.
  func counts(of finding: JudgedFinding) -> [(build: String, sessions: Int)] {
    (builds[Key(fingerprint: finding.fingerprint, status: finding.status)] ?? [:])
      .sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map { ($0.key, $0.value) }
  }
}
