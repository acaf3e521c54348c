import PopAudit
import PopReplay
import PopTrace
import PopupScheduling

/// What the audit finds in a policy's run over a scenario.
func findings(of policy: some SchedulingPolicy, over session: Session) -> [Finding] {
  var replayer = Replayer(policy: policy)
  var auditor = Auditor()
  replayer.begin(session, options: ReplayOptions())
  auditor.begin(catalog: session.catalog, tick: session.header.tick)
  while replayer.nextTurn() {
    auditor.learn(replayer.catalog)
    for event in replayer.log.events[replayer.turn] { auditor.take(event) }
  }
  auditor.end(at: replayer.end, isFinished: true)
  return auditor.findings
}

/// A run in words, for the message of a test that fails.
func words(of policy: some SchedulingPolicy, _ session: Session) -> String {
  var replayer = Replayer(policy: policy)
  replayer.begin(session, options: ReplayOptions())
  var words: [String] = []
  while replayer.nextTurn() {
    for event in replayer.log.events[replayer.turn] {
      let popup = event.popup.isNone ? "" : " \(replayer.catalog.number(of: event.popup))"
      let page = event.page.isNone ? "" : " on \(replayer.catalog.number(of: event.page))"
      words.append("\(event.time.rawValue) \(event.kind.wireName)\(popup)\(page)")
    }
  }
  return words.joined(separator: "; ")
}
