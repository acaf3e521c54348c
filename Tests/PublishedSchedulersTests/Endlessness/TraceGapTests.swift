import PopAudit
import PopReplay
import PopSimulation
import PopTrace
import PopupScheduling
import PublishedSchedulers
import Testing

/// Whatever a candidate does, the stimuli it is given are such as an app can bring about: what hangs on something unreached is unreached too
/// (AuditWords, *Severity*).
@Suite("A replay brings about nothing that no app can")
struct TraceGapTests {
  @Test("in generated sessions", arguments: EndlessnessTests.policies.indices)
  func generated(index: Int) {
    let (name, policy) = EndlessnessTests.policies[index]
    for number in stride(from: index, to: 1000, by: EndlessnessTests.policies.count) {
      let flavour = WorldFlavour.allCases[number % WorldFlavour.allCases.count]
      let script = ScriptMaker.script(seed: 43, session: number, flavour: flavour)
      let recorder = [PolicyConfiguration.v0, .v2, .v4, .v6][number / EndlessnessTests.policies.count % 4]
      let recording = LiveWorld(policy: StandardPolicy(recorder)).run(script)
      check(policy, recording, "\(name), seed 43, session \(number)")
    }
  }

  private func check(_ policy: some SchedulingPolicy, _ recording: Session, _ index: Comment) {

    var replayer = Replayer(policy: policy)
    var auditor = Auditor()
    var options = ReplayOptions()
    options.limits.turnsAtOneInstant = 300
    replayer.begin(recording, options: options)
    auditor.begin(catalog: recording.catalog, tick: recording.header.tick)
    var nameCount = replayer.nameCount
    while replayer.nextTurn() {
      if replayer.nameCount != nameCount {
        nameCount = replayer.nameCount
        auditor.learn(replayer.catalog)
      }
      for event in replayer.log.events[replayer.turn] { auditor.take(event) }
    }
    auditor.end(at: replayer.end, isFinished: false)

    let gap = auditor.findings.first { !$0.rule.isOfPolicy }
    #expect(gap == nil, "\(index): at \(gap?.time.rawValue ?? 0), \(gap?.because ?? "")")
  }
}
