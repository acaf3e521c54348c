import PopAudit
import PopReplay
import PopReport
import PopTrace
import PopupScheduling

/// Judges a candidate on one session after another, and puts the verdicts into words.
struct ReplayJudge: SessionJudge {
  /// Of how many sessions of an input the mended findings are shown with the events around them.
  private static let shownInFull = 1000

  private var candidate: any PolicyBench
  private var against: (any PolicyBench)?
  private var checker: IdentityChecker
  private var baseline = Baseline()
  private let flags: ReplayFlags

  init(candidate: PolicyEntry, against: PolicyEntry?, policies: PolicyRegistry, flags: ReplayFlags) {
    self.candidate = candidate.makeBench()
    self.against = against?.makeBench()
    self.flags = flags
    checker = policies.makeIdentityChecker()
  }

  mutating func report(on origin: SessionOrigin, for form: OutputFormat) -> SessionReport {
    let session = origin.session
    let identity = checker.check(session)
    let options = options(for: origin, form)
    if against != nil {
      against?.play(session, as: &baseline, identity: identity, options: options)
    } else {
      baseline.read(session, identity: identity)
    }
    return SessionReport(candidate.judge(session, against: baseline, options: options), on: origin)
  }

  private func options(for origin: SessionOrigin, _ form: OutputFormat) -> JudgeOptions {
    var options = JudgeOptions()
    options.replay = flags.options(tick: origin.session.header.tick)
    switch form {
    case .text:
      // Showing the events takes a second replay; by place and not by thread, so that any number of jobs gives the same.
      options.excerpts = origin.place <= Self.shownInFull ? .all : .new
      options.keepsNotes = false
    case .json: options.listsAllOutcomes = true
    }
    return options
  }
}
