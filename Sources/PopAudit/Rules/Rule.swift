public import PopupScheduling

/// An audit rule (<doc:Rules>). Each is a constant beside what checks it.
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
  public let userWords: String
  /// What it means for a user of the app, in a paragraph.
  public let definition: String
  /// The rest of the example, once a page is on screen.
  let story: String

  /// A short session, an event a line as in JSON Lines, and in its last line the finding it gives.
  public var example: String {
    """
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":0,"event":"page.did-appear","page":1}
    \(story)
    """
  }

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

/// How bad a finding is. Only errors are regressions.
public enum Severity: String, CaseIterable, Hashable, Sendable, Comparable {
  case error, warning, info

  /// The worse comes first.
  public static func < (lhs: Severity, rhs: Severity) -> Bool { lhs != rhs && (lhs == .error || rhs == .info) }
}

/// One violation of one audit rule, with its witness events.
public struct Finding: Hashable, Sendable {
  /// The rule.
  public var rule: Rule
  /// The popup it is about; `none` where it is about none.
  public var popup: PopupID
  /// The popup that the first one overlaps, passes over, doubles …
  public var other: PopupID
  /// The page it happened on.
  public var page: PageID
  /// When it happened.
  public var time: Ticks
  /// The sequence numbers of the events that show it, in order.
  public var witness: [Int32]
  /// A sentence, in the words of the events, that says why this is a violation.
  public var because: String

  /// Makes a finding.
  public init(
    _ rule: Rule, popup: PopupID = .none, other: PopupID = .none, page: PageID = .none, time: Ticks, witness: [Int32],
    because: String
  ) {
    self.rule = rule
    self.popup = popup
    self.other = other
    self.page = page
    self.time = time
    self.witness = witness
    self.because = because
  }
}
