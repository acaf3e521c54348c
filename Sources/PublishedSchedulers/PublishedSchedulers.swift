public import PopupScheduling

/// The published schedulers, in a fixed order; each family's entries stand in its own file.
public enum PublishedSchedulers {
  public static let all: [PublishedScheduler] =
    article0 + article1 + article2 + article3 + fgPopupScheduler + article4 + lyWindowScreenView

  /// The one that goes by a name; nil where none does.
  public static func named(_ name: String) -> PublishedScheduler? { all.first { $0.name == name } }
}

/// A published scheduler as a policy that behaves like it, defects included.
public struct PublishedScheduler: Sendable {
  /// The name it goes by on the command line.
  public let name: String
  public let summary: String
  /// What it was modelled from.
  public let origin: Origin
  public let makePolicy: @Sendable () -> any SchedulingPolicy

  public enum Origin: String, CaseIterable, Sendable {
    /// The listings and the description of an article.
    case article
    /// Source that anybody can read.
    case publicSource = "public source"
  }

  /// - `policy`: The policy at the beginning of a session, which each session gets a copy of.
  init(_ name: String, _ origin: Origin, _ policy: any SchedulingPolicy, _ summary: String) {
    self.name = name
    self.origin = origin
    self.summary = summary
    makePolicy = { policy }
  }
}

/// A defect of a published scheduler: a scenario in which it shows, and the audit's rule that names it, or why none does.
public struct PublishedDefect: Hashable, Sendable {
  /// Where the scenario is, from the folder of all of them on.
  public let scenario: String
  /// The identifier of the rule that the scheduler's run triggers; where ``isUnnamed``, of the one that would have to speak.
  public let rule: String
  /// Whether the audit does not see it: the rule stands in parentheses.
  public let isUnnamed: Bool
  /// How the published code comes to do it.
  public let thought: String
  /// Why the rule in parentheses is right to be silent; nil where it speaks, or would have to.
  public let silence: String?

  /// Where a scheduler's list of defects is, from the folder of all of them on.
  public static func list(of scheduler: PublishedScheduler) -> String { "\(scheduler.name)/defects.tsv" }

  /// Reads a line of such a list: scenario, rule, thought and, after a rule in parentheses, perhaps why it is silent, separated by tabs; nil
  /// where it is none.
  public init?(_ line: some StringProtocol) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    guard fields.count == 3 || fields.count == 4, !fields.contains("") else { return nil }
    isUnnamed = fields[1].hasPrefix("(") && fields[1].hasSuffix(")")
    guard isUnnamed || fields.count == 3 else { return nil }
    silence = fields.count == 4 ? fields[3] : nil
    rule = isUnnamed ? String(fields[1].dropFirst().dropLast()) : fields[1]
    scenario = fields[0]
    thought = fields[2]
  }
}
