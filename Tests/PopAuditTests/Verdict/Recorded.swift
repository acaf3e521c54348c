import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

/// A session written as JSON Lines.
func scenario(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Session {
  let head = "{\"poptrace\":1}\n"
  let sessions = try JSONLines.sessions(in: Array((head + text).utf8))
  return try #require(sessions.first, sourceLocation: sourceLocation)
}

/// What a policy makes of a scenario, as a recording under that policy's name.
func recording(_ scenario: Session, by policy: PolicyConfiguration, end: Int64? = nil) -> Session {
  var replayer = Replayer(policy: StandardPolicy(policy))
  var session = Session(header: scenario.header)
  replayer.begin(scenario, options: ReplayOptions())
  while replayer.nextTurn() {}
  replayer.exchangeLog(for: &session.log)
  session.catalog = replayer.catalog
  session.header.policy = "standard"
  session.header.configuration = policy.text
  session.header.ended = end.map { Ticks($0) } ?? replayer.end
  return session
}

/// A checker that knows the standard versions.
func standardChecker() -> IdentityChecker {
  IdentityChecker { name, configuration in
    guard name == "standard", let policy = try? PolicyConfiguration(text: configuration) else { return nil }
    return Evaluator(candidate: StandardPolicy(policy))
  }
}

/// The verdict on a version, against the recording.
func verdict(on session: Session, of policy: PolicyConfiguration, _ options: EvaluationOptions = EvaluationOptions())
  -> SessionVerdict
{
  var reference = Reference()
  var checker = standardChecker()
  reference.read(session, identity: checker.check(session))
  var evaluator = Evaluator(candidate: StandardPolicy(policy), options: options)
  return evaluator.evaluate(session, against: reference)
}

/// Two popups at once, each of which the user dismisses two seconds after it came up.
let twoAtOnce = """
  {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
  {"t":0,"event":"page.did-appear","page":1}
  {"t":1000,"event":"popup.submitted","popup":1,"name":"Update"}
  {"t":1500,"event":"popup.submitted","popup":2,"name":"Rate"}
  {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":2000}
  {"event":"popup.dismissed","popup":2,"by":"button","after":{"event":"popup.shown","popup":2},"delay":2000}

  """
