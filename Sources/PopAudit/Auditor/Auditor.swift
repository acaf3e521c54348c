public import PopupScheduling

/// Checks every rule over a stream of events (rules.md); knows nothing of the policy that made them.
///
/// ```swift
/// var auditor = Auditor()
/// auditor.begin(catalog: session.catalog)
/// for event in session.events { auditor.take(event) }
/// auditor.end(at: session.end, isFinished: session.isFinished)
/// print(auditor.findings)
/// ```
///
/// Steps are found in the stream itself: a stimulus that is not re-entrant begins the next one. Reused for one session after another it
/// allocates nothing per event.
public struct Auditor {
  /// What was found, in order of time; complete after ``end(at:isFinished:)``.
  public private(set) var findings: [Finding] = []

  /// Makes an auditor.
  public init() {}

  /// Begins a session whose events refer to a catalog.
  public mutating func begin(catalog: Catalog) {}

  /// Takes the next event.
  public mutating func take(_ event: Event) {}

  /// Ends the session and closes what was open.
  public mutating func end(at time: Ticks, isFinished: Bool) {}
}
