public import PopAudit
public import PopReplay

/// A new error of a policy, and how many sessions have it.
public struct Regression: Hashable, Sendable {
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
}

extension Regression: CustomStringConvertible {
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
