import PopSimulation
import PopTrace
import PopupScheduling
import Testing

@testable import PopReplay

/// A replayer and a planner that have served other sessions serve the next one as new ones do: nothing of one session is left for another.
struct ReuseTests {
  private func late(_ pause: Int64) -> OneSlot {
    var policy = OneSlot()
    policy.pause = pause
    policy.requestsContent = true
    policy.locksInput = true
    policy.setsTimers = true
    policy.callsBack = true
    policy.hidesOnLeaving = true
    return policy
  }

  private let home = """
    {"poptrace":1,"session":"s"}
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":50,"event":"page.did-appear","page":1}

    """

  private func visit(_ old: Int, _ new: Int, at time: Int) -> String {
    """
    {"t":\(time),"event":"page.will-disappear","page":\(old)}
    {"t":\(time),"event":"page.will-appear","page":\(new)\(new == 1 ? "" : ",\"class\":\"Page\(new)\"")}
    {"t":\(time + 300),"event":"page.did-disappear","page":\(old)}
    {"t":\(time + 300),"event":"page.did-appear","page":\(new)}

    """
  }

  private func popup(_ number: Int, at time: Int, dwell: Int?, _ more: String = "") -> String {
    let submission =
      "{\"t\":\(time),\"event\":\"popup.submitted\",\"popup\":\(number),\"name\":\"p\(number)\"\(more)}\n"
    guard let dwell else { return submission }
    return submission + "{\"event\":\"popup.dismissed\",\"popup\":\(number),\"by\":\"button\","
      + "\"after\":{\"event\":\"popup.shown\",\"popup\":\(number)},\"delay\":\(dwell)}\n"
  }

  private let tap = """
    {"event":"popup.tapped","popup":7,"action":"open","after":{"event":"popup.shown","popup":7},"delay":500}
    {"event":"page.will-disappear","page":1,"after":{"event":"popup.tapped","popup":7},"delay":1}
    {"event":"page.will-appear","page":2,"class":"Detail","after":{"event":"popup.tapped","popup":7},"delay":1}
    {"event":"page.did-disappear","page":1,"after":{"event":"popup.tapped","popup":7},"delay":300}
    {"event":"page.did-appear","page":2,"after":{"event":"popup.tapped","popup":7},"delay":300}

    """

  /// A popup of every sort, most of them still under way where the session ends, in two scenes and of two schedulers.
  private var everything: String {
    var text = home
    text += """
      {"t":0,"event":"page.will-appear","page":5,"class":"Tabs","scene":3}
      {"t":0,"event":"page.will-appear","page":6,"class":"Side","container":5}
      {"t":70,"event":"page.did-appear","page":5}
      {"t":70,"event":"page.did-appear","page":6}
      {"t":80,"event":"edit.began","responder":"search"}

      """
    text += popup(7, at: 100, dwell: 700, ",\"showMs\":200,\"hideMs\":100") + tap
    text += popup(8, at: 150, dwell: 400, ",\"content\":\"async\",\"scheduler\":1")
    text += popup(9, at: 160, dwell: nil, ",\"autoDismiss\":900,\"scene\":3,\"showMs\":5000")
    text += popup(10, at: 170, dwell: 300, ",\"showMs\":50,\"kind\":\"hud\"")
    text += popup(11, at: 2100, dwell: nil, ",\"content\":\"async\"")
    text += """
      {"t":300,"event":"content.loaded","popup":8}
      {"event":"popup.withdrawn","popup":10,"after":{"event":"callback","popup":10,"name":"closed"}}
      {"event":"popup.updated","popup":9,"state":"x","after":{"event":"callback","every":true},"delay":5}
      {"event":"popup.submitted","popup":12,"name":"p12","instance":2,"after":{"event":"page.did-appear","page":2},"delay":9}

      """
    text += visit(2, 1, at: 2600) + visit(1, 3, at: 3100)
    text += """
      {"t":3500,"event":"scroll.began"}
      {"t":3600,"event":"edit.ended"}
      {"t":3800,"event":"popup.submitted","popup":13,"name":"p13","autoDismiss":60,"showMs":4000}
      {"t":3810,"event":"app.background"}
      {"t":3900,"event":"page.will-disappear","page":6}
      {"t":3950,"event":"back.pressed"}

      """
    return text
  }

  /// Sessions of all sorts, each of which leaves something else behind; as many as a prime number.
  private func sessions() throws -> [(name: String, session: Session)] {
    let everything = try session(everything)
    let visits =
      home + popup(1, at: 100, dwell: 900) + popup(2, at: 120, dwell: 900) + visit(1, 2, at: 2050)
      + popup(3, at: 3000, dwell: nil) + "{\"t\":4000,\"event\":\"idle\"}\n"
    let lostTap =
      home + popup(1, at: 100, dwell: 60) + popup(7, at: 200, dwell: 700) + tap + visit(2, 1, at: 2000)
      + visit(1, 3, at: 2500) + "{\"t\":4000,\"event\":\"idle\"}\n"
    let few = home + popup(1, at: 100, dwell: 900, ",\"showMs\":100") + "{\"t\":2000,\"event\":\"idle\"}\n"
    var many = home
    for number in 20..<60 { many += popup(number, at: number * 10, dwell: 40 + number, ",\"scene\":\(number % 7)") }
    var broken = record(everything, late(0))
    broken.header.ended = nil
    for index in 12..<broken.log.events.count { broken.log.events[index].sequence += 4 }
    broken.gaps = [12]
    var marked = record(everything, late(0))
    marked.header.marksReentrantStimuli = true
    let script = ScriptMaker.script(seed: 91, session: 0, flavour: .adversarial)
    return [
      ("nothing", record(try session("{\"poptrace\":1}\n{\"t\":5,\"event\":\"idle\"}\n"), Refusing())),
      ("everything, to be run", everything), ("everything", record(everything, late(0))),
      ("everything, late", record(everything, late(170))), ("one popup", record(try session(few), late(0))),
      ("one popup, to be run", try session(few)), ("visits", record(try session(visits), late(0))),
      ("visits, late", record(try session(visits), late(170))), ("a lost tap", record(try session(lostTap), late(0))),
      ("many popups", record(try session(many), late(0))), ("a gap", broken), ("marks", marked),
      ("simulated", LiveWorld(policy: StandardPolicy(.v5), name: "v5", configuration: "").run(script)),
    ]
  }

  private func options() -> [ReplayOptions] {
    var waiting = ReplayOptions()
    waiting.visits = .wait
    waiting.visitReaction = 250
    var never = waiting
    never.continuations = [.never]
    never.visitReaction = 0
    var few = ReplayOptions()
    few.limits.livePopups = 2
    few.limits.scenesPerSession = 2
    few.limits.turnsAtOneInstant = 2
    var all = [ReplayOptions(), .playback, waiting, never, few]
    for index in all.indices.dropLast() { all[index].limits.turnsAtOneInstant = 30 }
    return all
  }

  /// Runs every session after every other.
  private func expectReuse<Policy: SchedulingPolicy>(_ policy: Policy) throws {
    let sessions = try sessions()
    let options = options()
    let fresh = sessions.map { session in options.map { WholeRun(session.session, policy, $0) } }
    var replayer = Replayer(policy: policy)
    var planner = SessionPlanner()
    var runs = 0
    for step in 1..<sessions.count {
      for place in sessions.indices {
        let (name, session) = sessions[place * step % sessions.count]
        let chosen = runs % options.count
        runs += 1
        // Every third with a plan that is made beside the run before, which is then left before its end.
        var plan: SessionPlan?
        if runs % 3 == 0 {
          replayer.begin(session, options: options[0])
          for _ in 0..<place { _ = replayer.nextTurn() }
          plan = planner.plan(session, options[chosen].limits)
        }
        let run = WholeRun(session, options[chosen], plan: plan, in: &replayer)
        #expect(run == fresh[place * step % sessions.count][chosen], "\(name), \(step) steps on, run \(runs)")
      }
    }
  }

  @Test func withAPolicyThatTakesItsTime() throws { try expectReuse(late(300)) }

  @Test func withThePolicyThatWasRecorded() throws { try expectReuse(late(0)) }

  @Test func withAPolicyThatShowsNothing() throws { try expectReuse(Refusing()) }

  @Test func withAPolicyThatShowsEverything() throws { try expectReuse(ShowAtOnce()) }

  @Test func withAPolicyThatStandsStill() throws { try expectReuse(Restless()) }

  @Test func whereverARunIsLeftTheNextIsAsGood() throws {
    // One act locks input again and holds those behind it.
    let held = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","showMs":300}
      {"t":110,"event":"popup.submitted","popup":8,"name":"b","showMs":200}
      {"t":500,"event":"popup.dismissed","popup":7,"by":"button"}
      {"t":510,"event":"back.pressed"}
      {"t":520,"event":"back.pressed"}
      """)
    var policy = late(300)
    policy.hidesOnLeaving = false
    // A visit that waits for the second popup under this policy.
    let visits =
      home + popup(1, at: 100, dwell: 500) + popup(2, at: 110, dwell: 500) + visit(1, 2, at: 1500)
      + popup(3, at: 4000, dwell: 100) + visit(2, 1, at: 6000) + "{\"t\":9000,\"event\":\"idle\"}\n"
    var options = ReplayOptions()
    options.visits = .wait
    options.visitReaction = 250
    let sessions = [
      held, record(held, policy), record(try session(visits), late(0)), record(try session(everything), late(90)),
    ]
    var replayer = Replayer(policy: policy)
    for first in sessions.indices {
      for second in sessions.indices {
        let fresh = WholeRun(sessions[second], policy, options)
        var (turns, isOver) = (0, false)
        while !isOver {
          replayer.begin(sessions[first], options: options)
          for _ in 0..<turns where !isOver { isOver = !replayer.nextTurn() }
          turns += 1
          let run = WholeRun(sessions[second], options, in: &replayer)
          #expect(run == fresh, "\(second) after \(turns - 1) turns of \(first)")
        }
      }
    }
  }

  @Test func aSurveyThatHasReadOtherRecordingsReadsTheNextAsANewOne() throws {
    let sessions = try sessions()
    let used = Premises.Survey()
    for step in 1..<sessions.count {
      for place in sessions.indices {
        let (name, session) = sessions[place * step % sessions.count]
        let new = Premises.Survey()
        new.take(session, ResourceLimits())
        var expected = used.tally
        expected += new.tally
        used.take(session, ResourceLimits())
        #expect(used.tally == expected, "\(name), \(step) steps on")
      }
    }
  }
}
