/// How many sessions are hurt, by something that tells them apart: build, policy, page, popup …
package struct BreakdownReport: Hashable, Sendable {
  /// What it is by: `build`.
  package var dimension: String
  /// The values, the worst first.
  package var rows: [Row] = []
  /// How many rows were left out, and how many hurt sessions they have.
  package var leftOut = 0

  /// One value.
  package struct Row: Hashable, Sendable {
    /// The value: `1042`; empty where sessions do not say.
    package var value: String
    /// How many of the judged sessions with this value have a failure.
    package var hurt: SessionShare
    /// How many failures there are.
    package var failures: Int

    /// Makes a row.
    package init(_ value: String, hurt: SessionShare, failures: Int) {
      self.value = value
      self.hurt = hurt
      self.failures = failures
    }
  }

  /// Makes a breakdown without rows.
  package init(_ dimension: String) { self.dimension = dimension }
}

/// A session with findings that fail the build.
package struct HurtSession: Hashable, Sendable {
  /// Where it is.
  package var place: JudgedFinding.Place
  /// The app, its build and the recorded policy; empty where the recording does not say.
  package var app: String
  package var build: String
  package var policy: String
  /// How many failures it has.
  package var failures: Int
  /// The rules they are of, each once, in the order of ``PopAudit/Rule``.
  package var rules: [String]

  /// Makes an entry.
  package init(
    place: JudgedFinding.Place, app: String = "", build: String = "", policy: String = "", failures: Int,
    rules: [String]
  ) {
    self.place = place
    self.app = app
    self.build = build
    self.policy = policy
    self.failures = failures
    self.rules = rules
  }
}
