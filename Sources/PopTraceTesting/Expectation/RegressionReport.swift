/// What came of judging a policy on traces.
public struct RegressionReport: Sendable {
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
}

extension RegressionReport: CustomStringConvertible {
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
