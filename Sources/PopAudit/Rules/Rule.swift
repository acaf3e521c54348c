/// An audit rule (<doc:Rules>). Each is a constant in the file of what checks it, and stands once in the list of ``RuleSet``.
public struct Rule: RawRepresentable, CaseIterable, Hashable, Sendable, CustomStringConvertible {
  /// Its place in lists that people read, from 1 on; a new rule takes the next one.
  package let number: Int
  /// The name that reports, fingerprints and the command line use.
  public let id: String
  /// How bad a finding of this rule is.
  public let severity: Severity
  /// Whether a policy has a part in it; else it is the app's doing or the recording's, and there whatever a candidate does.
  package private(set) var isOfPolicy = true
  /// Whether users bring it about, whatever a policy does.
  package private(set) var isOfUsers = false
  /// What a user of the app meets of a typical finding, told of the popup: `came up over another popup`.
  ///
  /// The one place where a rule is said in a user's words: reports, the page and the table of rules have them from here.
  public let userWords: String
  /// What it means for a user of the app, in a paragraph.
  public let definition: String
  /// A short session, an event a line as in JSON Lines, and in its last line the finding it gives.
  public let example: String

  /// All rules, in the order of their numbers.
  public static let allCases = RuleSet.all.sorted { $0.number < $1.number }

  public var rawValue: String { id }
  public var description: String { id }

  /// Whether `v6`, in which no other errors and warnings are found, may have findings of it.
  package var mayReportUnderV6: Bool { isOfUsers || severity == .info }

  public static func == (lhs: Rule, rhs: Rule) -> Bool { lhs.number == rhs.number }
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Rule {
  /// Finds a rule by its name; nil where there is none.
  public init?(rawValue: String) {
    guard let rule = Self.allCases.first(where: { $0.id == rawValue }) else { return nil }
    self = rule
  }
}
