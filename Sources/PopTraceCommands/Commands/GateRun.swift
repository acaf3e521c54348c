#if Tool
import PopAudit
import PopDocument
import PopGate
import PopReplay
import PopTrace
import PopupScheduling
import PopReport

struct GateRun {
  private let run: ReportRun
  private let judgeAll: (ReportRun) throws(CommandFailure) -> [ReportDocument]
  /// Makes what finds out what brings a finding; nothing does where recordings are judged by themselves.
  private var makeSearch: (ReplaySetting) -> BlameSearch? = { _ in nil }

  /// Judges recordings by themselves.
  init(
    ofRecordings setting: GateSetting, _ input: CorpusInputOptions, _ reportOptions: ReportOptions, jobs: Int,
    in context: ToolContext
  ) throws(CommandFailure) {
    var all = try input.expanded(in: context, isQuiet: reportOptions.isQuiet, else: setting.traces)
    all.alsoRead([setting.file, setting.baselinePath, input.names])
    try reportOptions.refuse(all)
    var setting = setting
    setting.isAudit = true
    let popups = try input.popups(isEstimating: false)
    judgeAll = { run throws(CommandFailure) in try run.run(judgedBy: RecordingJudge.each(popups: popups)) }
    run = ReportRun(
      heads: [ReportHead(ofRecordings: setting, part: input)], inputs: try all.part(input.shard), jobs: jobs,
      setting: setting, options: reportOptions, context: context)
  }

  init(
    _ given: GateSetting, _ input: CorpusInputOptions, _ reportOptions: ReportOptions, jobs: Int,
    premises file: String?, in context: ToolContext
  ) throws(CommandFailure) {
    guard let policy = given.policy else {
      throw .usage("there is no policy to judge; give --policy, or 'policy:' in \(ConfigurationFile.name)")
    }
    let candidate = try context.policies.resolve(policy)
    let baseline = try context.policies.resolve(given.against)
    let flags = ReplayFlags.ofGate(given.configuration, premises: file)
    var all = try input.expanded(in: context, isQuiet: reportOptions.isQuiet, else: given.traces)
    all.alsoRead([candidate.file, baseline?.file, given.file, given.baselinePath, input.names, file])
    try reportOptions.refuse(all)
    let replays = try ReplaySetting(
      flags, isEstimating: given.estimates, of: all, areReadOnce: input.stdinPaths,
      areJudged: input.takesAll, jobs: jobs, isQuiet: reportOptions.isQuiet, in: context)
    let inputs = try all.part(input.shard)
    var setting = given
    setting.policyLines = candidate.lines
    let popups = try input.popups(isEstimating: setting.estimates)
    judgeAll = { run throws(CommandFailure) in
      try run.run(replays) {
        ReplayJudge.each(
          [candidate], against: baseline, $0, showsAll: reportOptions.showsAll, popups: popups,
          takesObserved: given.configuration.takesObserved)
      }
    }
    makeSearch = { BlameSearch(candidate, against: baseline, $0) }
    run = ReportRun(
      heads: [ReportHead(candidate, against: baseline, replays, setting, part: input)], inputs: inputs, jobs: jobs,
      setting: setting, options: reportOptions, context: context)
  }

  var inputs: InputList { run.inputs }

  func rehearse(_ nights: Int, seed: UInt64) throws(CommandFailure) -> RehearsalReport {
    var rehearsal = Rehearsal(run.setting.configuration, asOf: run.setting.asOf)
    let blank = rehearsal
    let report = try judge {
      rehearsal = blank
      return { rehearsal.add($0) }
    }
    return rehearsal.report(
      report.blame,
      into: RehearsalReport(policy: report.head.policy, reference: report.head.reference, nights: nights, seed: seed))
  }

  /// - Parameter makeKeeper: Makes what is told of every session that counts.
  func judge(
    keeping makeKeeper: @escaping () -> (SessionReport) -> Void = { { _ in } }
  ) throws(CommandFailure) -> ReportDocument {
    var run = run
    run.makeKeeper = makeKeeper
    if run.setting.blames {
      run.blame = { targets, replays throws(CommandFailure) in try entries(of: targets, replays.flatMap(makeSearch)) }
    }
    return try judgeAll(run)[0]
  }

  private func entries(
    of targets: BlameTargets, _ search: BlameSearch?
  ) throws(CommandFailure) -> [BlameEntry] {
    var entries: [BlameEntry] = []
    var wanted = Dictionary(uniqueKeysWithValues: targets.sessions.map { ($0.position, $0.fingerprints) })
    if var search {
      try inputs.readAgain(Array(wanted.keys)) { origin in
        let found = search.entries(on: origin, fingerprints: wanted[origin.position] ?? [])
        if !found.isEmpty { wanted[origin.position] = nil }
        entries += found
      }
    }
    guard targets.isWhole else { return targets.chosen(of: entries) }
    // What no keys are known for is accepted by its rule.
    for (position, fingerprints) in wanted {
      entries += fingerprints.map {
        BlameEntry(fingerprint: $0, trace: position.trace, index: position.index, keys: [])
      }
    }
    return targets.chosen(of: entries)
  }
}

/// The service that runs the build, as far as the environment shows it.
struct SurroundingCI {
  private let isGitHub: Bool
  private let isXcode: Bool
  /// Whether nobody sits in front of it, so that nothing is to be accepted by the way.
  let isUnattended: Bool

  init(_ variable: (String) -> String?) {
    func isSet(_ name: String) -> Bool { !["", "false", "0"].contains(variable(name) ?? "") }
    isGitHub = variable("GITHUB_ACTIONS") == "true"
    isXcode = isSet("XCODE_VERSION_ACTUAL")
    isUnattended = isGitHub || isSet("GITLAB_CI") || isSet("CI")
  }

  /// The forms of the report where nobody names any; `summary` is the file that GitHub shows as the step's.
  func requests(summary: String?) -> [ReportRequest] {
    guard isGitHub else { return [ReportRequest(isXcode ? .xcode : .text, to: "-")] }
    let requests = [ReportRequest(.text, to: "-"), ReportRequest(.github, to: "-")]
    guard let summary, !summary.isEmpty else { return requests }
    return requests + [ReportRequest(.githubSummary, to: summary, isShared: true)]
  }
}

/// Finds out which keys of a policy bring a finding: each that differs from the policy compared with is put back, alone and in pairs, and the
/// session is replayed. What they bring only together with others is blamed on these, too.
struct BlameSearch {
  /// A session with more events than this is not replayed again and again.
  static let longestSession = 50_000

  private let candidate: PolicyConfiguration
  /// What it is compared with; nil for the recording, whose policy every session names.
  private let against: PolicyConfiguration?
  private let setting: ReplaySetting
  private var checker: IdentityChecker
  private var planner = SessionPlanner()
  private var reference = Reference()

  init?(_ candidate: PolicyEntry, against: PolicyEntry?, _ setting: ReplaySetting) {
    guard let own = try? PolicyConfiguration(text: candidate.configuration) else { return nil }
    self.against = against.flatMap { try? PolicyConfiguration(text: $0.configuration) }
    if against != nil, self.against == nil { return nil }
    self.candidate = own
    self.setting = setting
    checker = setting.makeIdentityChecker()
  }

  /// - Complexity: No replay where one key differs, for without it nothing does. Else one for each key that differs, where none of them
  ///   brings a finding alone one for each pair, and where what brings it does not do so by itself one for each of the others.
  mutating func entries(on origin: SessionOrigin, fingerprints: [String]) -> [BlameEntry] {
    let session = origin.session
    guard let other = against ?? recorded(session) else { return [] }
    let keys = candidate.keysThatDiffer(from: other)
    var entries = fingerprints.map { fingerprint in
      BlameEntry(
        fingerprint: fingerprint, trace: origin.input, index: origin.index,
        keys: keys.map {
          BlameReport.Key($0.rawValue, candidate: candidate.value(of: $0), reference: other.value(of: $0))
        })
    }
    guard keys.count > 1 else {
      for index in entries.indices { entries[index].alone = keys.map(\.rawValue) }
      return entries
    }
    guard session.events.count <= Self.longestSession else { return [] }
    let plan = planner.plan(session, setting.limits)
    let identity = checker.check(session, plan: plan)
    let options = setting.evaluation(session.header.tick, continuations: 0)
    if against != nil {
      var other = Evaluator(candidate: StandardPolicy(other), options: options)
      other.play(session, as: &reference, identity: identity, plan: plan)
    } else {
      reference.read(session, identity: identity, plan: plan)
    }
    let reference = reference
    var known: [[PolicyConfiguration.Key]: Set<String>] = [keys: Set(fingerprints)]
    /// What is gone with some keys put back, which are given in order.
    func isGone(with keys: [PolicyConfiguration.Key]) -> Set<String> {
      if let gone = known[keys] { return gone }
      var gone: Set<String> = []
      if let variant = candidate.putting(keys, backTo: other) {
        var evaluator = Evaluator(candidate: StandardPolicy(variant), options: options)
        let verdict = evaluator.evaluate(session, against: reference) { _ in false }
        let left = Set(verdict.findings.filter { $0.status == .new }.map(\.fingerprint.description))
        gone = Set(fingerprints.filter { !left.contains($0) })
      }
      known[keys] = gone
      return gone
    }
    for index in entries.indices {
      let fingerprint = entries[index].fingerprint
      var found = keys.filter { isGone(with: [$0]).contains(fingerprint) }
      entries[index].alone = found.map(\.rawValue)
      if found.isEmpty {
        var pairs: [[PolicyConfiguration.Key]] = []
        for (number, first) in keys.enumerated() {
          for second in keys[(number + 1)...] where isGone(with: [first, second]).contains(fingerprint) {
            pairs.append([first, second])
          }
        }
        entries[index].pairs = pairs.map { $0.map(\.rawValue) }
        found = keys.filter { key in pairs.contains { $0.contains(key) } }
      }
      // Put back all others: where it is gone, some of them belong to it. One after the other is left out that it does without.
      var out = keys.filter { !found.contains($0) }
      if isGone(with: out).contains(fingerprint) {
        out = keys.reduce(into: []) { out, key in
          if !found.contains(key), !isGone(with: out + [key]).contains(fingerprint) { out.append(key) }
        }
      }
      entries[index].with = keys.filter { !found.contains($0) && !out.contains($0) }.map(\.rawValue)
    }
    return entries
  }

  private func recorded(_ session: Session) -> PolicyConfiguration? {
    let header = session.header
    let text =
      header.configuration.isEmpty
      ? setting.policies.entry(named: header.policy)?.configuration ?? "" : header.configuration
    return try? PolicyConfiguration(text: text)
  }
}
#endif
