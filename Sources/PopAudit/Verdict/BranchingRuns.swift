import PopReplay
import PopTrace
import PopupScheduling

/// Plays a session in several continuations (CausalReplay, *Continuations*): in one run as long as nothing is otherwise in one of them than in
/// another, and from where they part in one each. What they have in common is played and audited once.
struct BranchingRuns<Policy: SchedulingPolicy> {
  struct Branch {
    var replayer: Replayer<Policy>
    var run = AuditedRun()
    /// The numbers of the continuations that it is the run of.
    var numbers: [Int] = []
    /// Whether it did the same as another run, so that what was found in that one is found in it.
    var isOther = false

    /// Whether what was found in it is its own: it is not another one's, nor beyond a limit.
    var isOwn: Bool { !isOther && replayer.failure == nil }
    /// How many of its continuations are the median one, or give every answer at once, or never.
    var extremes: Int { numbers.count { $0 <= Continuation.extremes.count } }

    /// Its run is over; it is not audited where what was found in a run that did the same is found in it.
    mutating func end(
      _ session: Session, unlessRecorded: Bool, unlessSameAs other: EventLog?, beside reference: AuditedRun.Other?
    ) {
      isOther =
        run.isUntouched
        && (unlessRecorded && replayer.isRecording(session) || other.map { replayer.log.isSame(as: $0) } == true)
      if replayer.failure == nil, !isOther { run.end(with: replayer, of: session, beside: reference) }
    }
  }

  private let policy: Policy
  /// Those that are not over; each parted from the one before it, which waits for its end.
  private var branches: [Branch] = []
  private var spare: [Branch] = []
  private var options = ReplayOptions()
  /// The branch that ended last.
  var ended: Branch

  init(policy: Policy) {
    self.policy = policy
    ended = Branch(replayer: Replayer(policy: policy))
  }

  /// Leaves out the continuations that have not ended.
  mutating func stop() { while let branch = branches.popLast() { putAside(branch) } }

  private mutating func putAside(_ branch: consuming Branch) {
    branch.replayer.forgetPlan()
    spare.append(consume branch)
  }

  /// A branch that ``ended`` can be exchanged for, to keep that.
  func makeBranch() -> Branch { Branch(replayer: Replayer(policy: policy)) }

  /// Begins a planned session in the continuations that the options name.
  mutating func begin(_ plan: SessionPlan, of session: Session, _ options: ReplayOptions) {
    self.options = options
    stop()
    var branch = spare.popLast() ?? makeBranch()
    branch.replayer.begin(plan, of: session, options: options)
    branch.run.follow(session)
    branches.append(consume branch)
  }

  /// Plays on to the end of the next run, which then is in ``ended``; false when there is none.
  ///
  /// The first of the continuations comes first, and its log is kept in its run.
  ///
  /// - `unlessRecorded`: Whether a run that does what was recorded is not audited: what is found in the recording is found in it.
  /// - `other`: A run that ended at the same time; one that does the same is not audited either.
  /// - `reference`: What it is compared with; nil for nothing.
  mutating func next(
    _ plan: SessionPlan, of session: Session, unlessRecorded: Bool = false, unlessSameAs other: EventLog? = nil,
    beside reference: AuditedRun.Other? = nil
  ) -> Bool {
    guard var branch = branches.popLast() else { return false }
    while branch.replayer.playOn() {
      branch.run.goOn(with: branch.replayer)
      var next = spare.popLast() ?? makeBranch()
      next.replayer.part(from: &branch.replayer)
      next.run.part(from: branch.run)
      swap(&next, &branch)
      branches.append(consume next)
    }
    let live = branch.replayer.live
    branch.numbers.removeAll(keepingCapacity: true)
    for number in options.continuations.indices where live & 1 << UInt32(number) != 0 { branch.numbers.append(number) }
    let turn = branch.replayer.turnToEndStandstill
    if turn == nil { branch.end(session, unlessRecorded: unlessRecorded, unlessSameAs: other, beside: reference) }
    let isFirst = branch.numbers.first == 0
    if let last = branches.indices.last { branch.replayer.giveLogBack(to: &branches[last].replayer, keepsIt: isFirst) }
    if isFirst { branch.replayer.exchangeLog(for: &branch.run.log) }
    if branch.replayer.failure == nil, let turn {
      var options = options
      options.continuations = [options.continuations[branch.numbers[0]]]
      options.lastTurn = turn
      branch.replayer.begin(plan, of: session, options: options)
      branch.run.follow(session)
      _ = branch.replayer.playOn()
      branch.end(session, unlessRecorded: false, unlessSameAs: other, beside: reference)
      branch.replayer.exchangeLog(for: &branch.run.log)
    }
    swap(&ended, &branch)
    putAside(consume branch)
    return true
  }
}

extension Replayer {
  /// Whether what was played is the recording, event for event, and would be audited as that was.
  func isRecording(_ session: Session) -> Bool {
    session.header.marksReentrantStimuli && end == session.end && log.events.count == session.log.events.count
      && log.isSame(as: session.log)
  }
}
