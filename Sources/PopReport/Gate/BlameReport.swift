/// Which keys of a policy file bring which new findings: each that differs from the baseline's policy put back alone, and in pairs.
package struct BlameReport: Hashable, Sendable {
  /// The keys that differ, in the order of the file, those that a `base` brings behind it.
  package var keys: [Key] = []
  /// What came of each finding that was looked into, in the order of the report.
  package var rows: [Row] = []
  /// How many findings were not looked into, for there were too many.
  package var leftOut = 0

  /// A key of the policy that differs.
  package struct Key: Hashable, Sendable {
    /// Its name: `leaving`.
    package var name: String
    /// What it is in the candidate, and in the policy compared with.
    package var candidate: String
    package var baseline: String
    /// The line of the file that sets it; nil where there is no file.
    package var line: Int?

    /// Makes a key.
    package init(_ name: String, candidate: String, baseline: String, line: Int? = nil) {
      self.name = name
      self.candidate = candidate
      self.baseline = baseline
      self.line = line
    }
  }

  /// What brings one finding.
  package struct Row: Hashable, Sendable {
    /// The finding.
    package var fingerprint: String
    /// By name the keys each of which brings it: with that key alone put back, it is gone.
    package var alone: [String]
    /// By name the pairs that bring it, where none does alone.
    package var pairs: [[String]]
    /// In how many sessions that was tried.
    package var sessions: Int

    /// Makes a row.
    package init(fingerprint: String, alone: [String] = [], pairs: [[String]] = [], sessions: Int) {
      self.fingerprint = fingerprint
      self.alone = alone
      self.pairs = pairs
      self.sessions = sessions
    }
  }

  /// Makes a report of nothing.
  package init() {}
}
