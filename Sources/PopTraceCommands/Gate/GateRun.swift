#if Tool
import PopGate
import PopReplay
import PopDocument

/// One judgement of a gate: who is judged, on what, and by what.
struct GateRun {
  private let setting: GateSetting
  private let candidate: PolicyEntry
  private let baseline: PolicyEntry?
  private let flags: ReplayFlags
  private let premises: ReplayPremises
  let inputs: InputList
  private let head: ReportHead
  private let wishes: ReportWishes
  private let jobs: Int
  private let popups: PopupSelection?
  private let context: ToolContext

  init(
    _ setting: GateSetting, _ input: CorpusInputOptions, _ names: NamesOption, _ wishes: ReportWishes, jobs: Int,
    premises file: String?, in context: ToolContext
  ) throws(CommandFailure) {
    guard let policy = setting.policy else {
      throw .usage("there is no policy to judge; give --policy, or 'policy:' in \(ConfigurationFile.name)")
    }
    candidate = try context.policies.resolve(policy)
    baseline = if let against = setting.against { try context.policies.resolve(against) } else { nil }
    flags = ReplayFlags(setting.configuration, premises: file)
    var all = try input.expanded(in: context, isQuiet: wishes.isQuiet, names: try names.table(), else: setting.traces)
    all.alsoRead([candidate.file, baseline?.file, setting.file, setting.baselinePath, names.names, file])
    try wishes.refuse(all)
    premises = try ReplayPremises(
      flags, isEstimating: setting.estimates, of: all, isReadOnce: input.stdinPaths, jobs: jobs,
      isQuiet: wishes.isQuiet, in: context)
    inputs = if let shard = input.shard { try all.part(shard) } else { all }
    var setting = setting
    setting.policyLines = candidate.lines
    self.setting = setting
    var head = ReportHead(
      policy: candidate.name, reference: baseline?.name ?? "recorded", premises: premises.report)
    head.provenance = ReportProvenance(
      of: candidate, against: baseline, replay: flags,
      gate: GateFlags(setting.configuration, estimates: setting.estimates), part: input)
    head.provenance?.options += setting.named
    self.head = head
    self.wishes = wishes
    self.jobs = jobs
    popups = try input.corpus.popups(isEstimating: setting.estimates)
    self.context = context
  }

  /// Judges, and draws nights from the sessions that were judged, once each.
  func rehearse(_ nights: Int, seed: UInt64) throws(CommandFailure) -> RehearsalReport {
    var rehearsal = Rehearsal(setting.configuration, asOf: setting.asOf)
    let report = try judge { rehearsal.add($0) }
    return rehearsal.report(
      report.blame,
      into: RehearsalReport(policy: head.policy, reference: head.reference, nights: nights, seed: seed))
  }

  /// Judges, and reports in the forms that are asked for.
  ///
  /// - Parameter keep: Told of every session that counts.
  func judge(keeping keep: @escaping (SessionReport) -> Void = { _ in }) throws(CommandFailure) -> ReportDocument {
    var run = ReportRun(
      head: head, inputs: inputs, jobs: jobs,
      gate: GateFlags(setting.configuration, estimates: setting.estimates), wishes: wishes,
      context: context)
    run.setting = setting
    run.keep = keep
    run.blame = setting.blames ? { targets throws(CommandFailure) in try entries(of: targets) } : nil
    let (candidate, baseline, policies, flags) = (candidate, baseline, context.policies, flags)
    let (premises, limits, showsAll, popups) = (premises, inputs.limits, wishes.showsAll, popups)
    return try run.run {
      ReplayEvaluator(
        candidates: [candidate], against: baseline, policies: policies, flags: flags, premises: premises,
        limits: limits, showsAll: showsAll, popups: popups)
    }
  }

  /// Reads again what is to be looked into, and finds out which keys bring it.
  private func entries(of targets: BlameTargets) throws(CommandFailure) -> [BlameEntry] {
    var entries: [BlameEntry] = []
    var wanted = Dictionary(uniqueKeysWithValues: targets.sessions.map { ($0.place, $0.fingerprints) })
    if var search = BlameSearch(
      candidate, against: baseline, policies: context.policies, flags: flags, premises: premises,
      limits: inputs.limits)
    {
      try SecondReading(inputs: inputs).forEach(Array(wanted.keys)) { origin in
        let place = ReportPlace(trace: origin.input, index: origin.index)
        let found = search.entries(
          on: origin.session, trace: place.trace, index: place.index, fingerprints: wanted[place] ?? [])
        if !found.isEmpty { wanted[place] = nil }
        entries += found
      }
    }
    guard targets.isWhole else { return targets.chosen(of: entries) }
    // What no keys are known for is accepted by its rule.
    for (place, fingerprints) in wanted {
      entries += fingerprints.map { BlameEntry(fingerprint: $0, trace: place.trace, index: place.index, keys: []) }
    }
    return targets.chosen(of: entries)
  }
}
#endif
