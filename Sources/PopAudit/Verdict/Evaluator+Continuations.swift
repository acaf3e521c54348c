import PopReplay
import PopTrace
import PopupScheduling

extension Evaluator {
  /// Goes on with a session in every way that its recording leaves open, and keeps what is the same in all of them.
  ///
  /// At once and never first, between which all other answers lie; the draws only where those two differ.
  mutating func tryContinuations(_ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ reference: Reference)
  {
    robustness.clear()
    guard options.continuations > 0, !session.isScenario, replayer.standstill == nil, replayer.assumption != nil else {
      return
    }
    robustness.begin(median, reference)
    let known = replayer
    robustness.add(median, median, reference, reach(of: known, session, reference)) { known.settledTimes(of: $0) }
    guard replayer.hasUnknownAnswer else { return }
    for continuation in Continuation.extremes { go(on: continuation, session, plan, median, reference) }
    guard options.continuations > 2, robustness.differs else { return }
    for continuation in Continuation.draws { go(on: continuation, session, plan, median, reference) }
  }

  private mutating func go(
    on continuation: Continuation, _ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ reference: Reference
  ) {
    var replay = options.replay
    replay.continuation = continuation
    let isAudited = continued.play(
      plan, of: session, with: &continuer, replay, unlessSameAs: median.log, beside: reference)
    guard continuer.failure == nil else { return robustness.addUnknown() }
    let known = continuer
    robustness.add(
      isAudited ? continued : median, median, reference, reach(of: known, session, reference)
    ) { known.settledTimes(of: $0) }
  }

  private func reach(of replayer: Replayer<Candidate>, _ session: Session, _ reference: Reference) -> RunReach {
    RunReach(
      opening: replayer.openFrom ?? .distantFuture, cut: reference.cut ?? .distantFuture,
      isOpenEnded: !session.isFinished)
  }

  /// In how many estimated runs the candidate has a new error; nil where that is decided, or not asked (CausalReplay, *The estimate*).
  mutating func estimate(
    _ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ reference: Reference, _ verdict: SessionVerdict
  ) -> Int? {
    guard let reactions = options.reactions, robustness.hasErrorInSomeRun, !robustness.hasErrorInEveryRun,
      verdict.counts.regressions() == 0
    else { return nil }
    guard replayer.hasUnknownAnswer else {
      return hasNewError(median, 0, reference) ? Continuation.estimates.count : 0
    }
    var replay = options.replay
    replay.reactions = SessionReactions(reactions, session)
    var affected = 0
    for (number, continuation) in Continuation.estimates.enumerated() {
      replay.continuation = continuation
      let isAudited = continued.play(
        plan, of: session, with: &continuer, replay, unlessSameAs: median.log, beside: reference)
      // A run that goes beyond a limit says nothing, and the median run stands for it.
      let run = isAudited && continuer.failure == nil ? continued : median
      if hasNewError(run, number, reference) { affected += 1 }
    }
    return affected
  }

  /// Whether a run has an error that the reference's run with the same users has not, in the part that is judged.
  private func hasNewError(_ run: AuditedRun, _ number: Int, _ reference: Reference) -> Bool {
    run.findings.indices.contains { index in
      let finding = run.findings[index]
      let isKnown = reference.has(run.fingerprints[index], inEstimate: number)
      return finding.time < reference.cut ?? .distantFuture
        && RegressionCriterion.isNewError(isKnown ? .same : .new, finding.rule.severity)
    }
  }
}

/// What all runs of a session have in common with its median run (<doc:CausalReplay#Continuations>).
///
/// Used again for the next session it allocates nothing once its arrays are large enough.
struct Robustness: Sendable {
  /// How many runs were taken, the median run included.
  private(set) var runs = 0
  /// Whether one of them differs from the median run in some aspect or finding.
  private(set) var differs = false
  /// Whether each of them has a new error.
  private(set) var hasErrorInEveryRun = false
  /// Whether some of them has one.
  private(set) var hasErrorInSomeRun = false
  /// By popup: the aspects that are the same in all of them and do not depend on what is beyond them.
  private var common: [Aspects] = []
  /// By popup: when its first presentation came in the run in which it came soonest, and in the one in which it came last or not at all.
  private var spans: [ComparedOutcome.FirstPresentation] = []
  /// By index in the median run's findings: in how many runs it is.
  private var held: [Int32] = []
  /// By index in the reference's findings: in how many runs it is not.
  private var missing: [Int32] = []

  struct Aspects: OptionSet, Sendable {
    var rawValue: UInt8
    static let shown = Aspects(rawValue: 1)
    static let place = Aspects(rawValue: 2)
    static let end = Aspects(rawValue: 4)
    static let all = Aspects(rawValue: 7)
  }

  mutating func begin(_ median: AuditedRun, _ reference: Reference) {
    clear()
    hasErrorInEveryRun = true
    common.append(contentsOf: repeatElement(.all, count: median.outcomes.popupCount))
    spans.append(contentsOf: repeatElement(.unknown, count: median.outcomes.popupCount))
    held.append(contentsOf: repeatElement(0, count: median.findings.count))
    if reference.isPresent {
      missing.append(contentsOf: repeatElement(0, count: reference.run.findings.count))
    }
  }

  /// A run cannot be judged, so that nothing is known to be the same in it.
  mutating func addUnknown() {
    runs += 1
    differs = true
    hasErrorInEveryRun = false
    for index in common.indices { common[index] = [] }
    for index in spans.indices { spans[index].addUnknown() }
  }

  /// Takes a run.
  ///
  /// - Parameters:
  ///   - settled: When the first presentation of a popup came in it, and its end.
  ///   - reach: Up to when it says something.
  mutating func add(
    _ run: AuditedRun, _ median: AuditedRun, _ reference: Reference, _ reach: RunReach,
    settled: (PopupID) -> (shown: Ticks, end: Ticks)
  ) {
    runs += 1
    for index in spans.indices where median.outcomes.knows(PopupID(index)) {
      spans[index].add(run.outcomes.firstPresentation(of: PopupID(index)))
    }
    for index in common.indices where !common[index].isEmpty && median.outcomes.knows(PopupID(index)) {
      let popup = PopupID(index)
      let same = median.outcomes.commonAspects(of: popup, with: run.outcomes)
      if same != .all { differs = true }
      let times = settled(popup)
      var kept = common[index].intersection(same)
      if !reach.settles(times.end) { kept.subtract([.place, .end]) }
      if !reach.settles(min(times.shown, times.end)) { kept.remove(.shown) }
      common[index] = kept
    }
    count(run, median, reference, reach)
  }

  private mutating func count(_ run: AuditedRun, _ median: AuditedRun, _ reference: Reference, _ reach: RunReach) {
    if run.fingerprints.count != median.fingerprints.count { differs = true }
    for index in held.indices {
      guard let place = run.fingerprints.index(of: median.fingerprints[index]) else {
        differs = true
        continue
      }
      if reach.shows(run.findings[place].time) { held[index] += 1 }
    }
    for index in missing.indices where !run.fingerprints.contains(reference.run.fingerprints[index]) {
      if reach.shows(reference.run.findings[index].time) { missing[index] += 1 }
    }
    let newErrors = run.findings.indices.lazy.filter { index in
      let isKnown = reference.hasInSomeRun(run.fingerprints[index])
      return RegressionCriterion.isNewError(isKnown ? .same : .new, run.findings[index].rule.severity)
    }
    if !newErrors.isEmpty { hasErrorInSomeRun = true }
    hasErrorInEveryRun = hasErrorInEveryRun && newErrors.contains { reach.shows(run.findings[$0].time) }
  }

  /// The grades of an outcome, of those its median run gives.
  func grades(_ grades: AspectGrades, of popup: PopupID) -> AspectGrades {
    guard popup.index < common.count else { return grades }
    let kept = common[popup.index]
    func grade(_ grade: Grade, _ aspect: Aspects) -> Grade {
      grade == .assumed && kept.contains(aspect) ? .robust : grade
    }
    return AspectGrades(
      shown: grade(grades.shown, .shown), where: grade(grades.where, .place), end: grade(grades.end, .end))
  }

  /// When the first presentation of a popup came soonest and last; nil where there is but one run.
  func firstPresentation(of popup: PopupID) -> ComparedOutcome.FirstPresentation? {
    runs > 1 && popup.index < spans.count ? spans[popup.index] : nil
  }

  /// In how many runs a finding of the median run is; nil where there is but one.
  func held(_ index: Int) -> ComparedFinding.Held? {
    index < held.count ? ComparedFinding.Held(in: Int(held[index]), of: runs) : nil
  }

  /// In how many runs a finding of the reference is missing; nil where there is but one.
  func missing(_ index: Int) -> ComparedFinding.Held? {
    index < missing.count ? ComparedFinding.Held(in: Int(missing[index]), of: runs) : nil
  }

  mutating func clear() {
    runs = 0
    differs = false
    hasErrorInEveryRun = false
    hasErrorInSomeRun = false
    common.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
    held.removeAll(keepingCapacity: true)
    missing.removeAll(keepingCapacity: true)
  }
}

extension OutcomeTracker {
  /// When a popup came up first; ``Ticks/distantFuture`` where it did not.
  func firstPresentation(of popup: PopupID) -> Ticks {
    let first = firstStay(of: popup)
    return first < 0 ? .distantFuture : stays[Int(first)].from
  }

  /// In which aspects the outcome of a popup is the same in another run; one that does not know the popup does not show it.
  func commonAspects(of popup: PopupID, with other: OutcomeTracker) -> Robustness.Aspects {
    var left = firstStay(of: popup)
    var right = other.firstStay(of: popup)
    var aspects: Robustness.Aspects = (left < 0) == (right < 0) ? .shown : []
    while left >= 0, right >= 0, stays[Int(left)].page == other.stays[Int(right)].page {
      left = stays[Int(left)].next
      right = other.stays[Int(right)].next
    }
    if left < 0, right < 0 { aspects.insert(.place) }
    if end(of: popup) == other.end(of: popup) { aspects.insert(.end) }
    return aspects
  }
}

/// What comparing a run with others needs of its replayer: up to when it says something.
struct RunReach {
  /// From when on the user may have gone elsewhere.
  var opening = Ticks.distantFuture
  /// When the reference's own run stood still, behind which nothing is known of it.
  var cut = Ticks.distantFuture
  /// Whether the recording ends because the app was killed, so that what had not ended by then may have ended in any way.
  var isOpenEnded = false

  /// Whether something settled at a time, or left as it is at the end, does not depend on what comes after what is known.
  func settles(_ time: Ticks) -> Bool {
    guard time < .distantFuture else { return !isOpenEnded && opening == .distantFuture && cut == .distantFuture }
    return shows(time)
  }

  /// Whether something that happens at a time does not depend on what comes after what is known.
  func shows(_ time: Ticks) -> Bool { time < opening && time < cut }
}
