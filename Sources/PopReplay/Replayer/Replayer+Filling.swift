public import PopTrace
import PopupScheduling

extension Replayer {
  /// The most holes of one recording that are filled: each costs a replay.
  private static var mostHoles: Int { 16 }

  /// A recording whose holes are filled with what the policy decided there, as far as that is known (<doc:CausalReplay#Where-something-is-missing>).
  ///
  /// A hole in the middle of one turn took decisions alone where a replay gives just as many events there as are missing, and gives back
  /// everything behind the hole as well: then all that happened is known.
  ///
  /// - Parameters:
  ///   - session: A recording, made by the policy that this replays, in the same configuration.
  ///   - limits: How much a replay may take.
  /// - Returns: The recording, whose later holes may be left; nil where not even the first could be filled.
  /// - Complexity: That of a replay for each hole.
  public mutating func filled(_ session: Session, limits: ResourceLimits = ResourceLimits()) -> Session? {
    guard !session.isScenario, session.skippedEvents == 0, session.gaps.count <= Self.mostHoles else { return nil }
    var result = session
    while let gap = result.gaps.first, gap > 0, fill(&result, gap, limits) {}
    guard result.gaps.count < session.gaps.count else { return nil }
    return switch identity(of: result, limits: limits) {
    case .ok, .lossy: result
    case .mismatch, .overLimit: nil
    }
  }

  /// Fills the first hole of a recording; false where its events are not, or not only, the decisions that the turn before it lacks.
  private mutating func fill(_ session: inout Session, _ gap: Int, _ limits: ResourceLimits) -> Bool {
    var options = ReplayOptions()
    options.timing = .recorded
    options.limits = limits
    begin(session, options: options)
    repeat { guard nextTurn() else { return false } } while turn.upperBound <= gap
    let next = Int(session.log.events[gap].sequence)
    guard turn.lowerBound < gap, gap < next, next <= turn.upperBound else { return false }
    let run = log
    guard run.events[gap..<next].allSatisfy(\.kind.isDecision) else { return false }
    var filled = EventLog()
    for event in session.log.events[..<gap] { filled.append(event, of: session.log) }
    for event in run.events[gap..<next] { filled.append(event, of: run) }
    for event in session.log.events[gap...] { filled.append(event, of: session.log) }
    session.log = filled
    session.catalog = catalog
    session.gaps = session.gaps.dropFirst().map { $0 + next - gap }
    return true
  }
}
