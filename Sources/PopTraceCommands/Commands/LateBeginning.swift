#if Tool
import PopAudit
import PopReplay
import PopDocument
import PopReport
import PopTrace
import PopupScheduling

/// Has sessions begin late: at the last quiet moment before a position, from which they still give themselves back.
struct LateBeginning {
  private let position: SessionPosition
  private var checker: IdentityChecker
  /// How many recordings were to begin late, and how many of them begin at their beginning all the same.
  private(set) var sessions = 0
  private(set) var unchanged = 0

  /// After how many moments from which a session does not give itself back it is taken whole.
  private static let mostMoments = 8

  init(at position: SessionPosition, _ policies: PolicyRegistry, _ limits: ResourceLimits) {
    self.position = position
    checker = policies.makeIdentityChecker(limits)
  }

  /// What there is to say of those that could not begin late; nil where all could.
  var remark: String? {
    guard unchanged > 0 else { return nil }
    return "\(grouping(unchanged)) of \(counted(sessions, "session")) \(unchanged == 1 ? "begins" : "begin") where "
      + "\(unchanged == 1 ? "it" : "they") began: before the place asked for there is no moment at which nothing was open"
  }

  /// A session from the last quiet moment before the position on; as it is where there is none, or nothing to leave out. A scenario stays
  /// as it is, its times are not known before it runs.
  mutating func cut(_ session: Session) -> Session {
    guard !session.isScenario else { return session }
    let asked = position.firstIndex(in: session)
    guard asked > session.header.prefixEvents else { return session }
    sessions += 1
    let moments = QuietMoments(of: session)
    var index = moments.last(notAfter: asked)
    var step = 1
    for _ in 0..<Self.mostMoments where index > session.header.prefixEvents {
      let late = session.beginning(at: index)
      if givesItselfBack(late) { return late }
      // The policy may remember more than what is open: then an earlier moment is tried. Where even the whole session does not give itself
      // back, no other moment helps.
      guard givesItselfBack(session) else { return late }
      index = moments.last(notAfter: max(0, index - step))
      step *= 4
    }
    unchanged += 1
    return session
  }

  private mutating func givesItselfBack(_ session: Session) -> Bool {
    for timing in ReplayOptions.Timing.allCases {
      if case .mismatch = checker.check(session, timing: timing) { return false }
    }
    return true
  }
}
#endif
