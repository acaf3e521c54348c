import PopSimulation
import PopTrace
import PopupScheduling

/// The sessions that everything is measured on, simulated: the same ones on every machine.
enum Workload {
  /// Short sessions of about 30 events each, as most sessions of an app are.
  ///
  /// - Parameter number: Of the first one that is drawn; behind the last one, afterwards.
  static func shortSessions(_ count: Int, policy: PolicyConfiguration, from number: inout Int) -> [Session] {
    var sessions: [Session] = []
    while sessions.count < count {
      var session = live(number, policy)
      number += 1
      guard session.events.count >= 30 else { continue }
      cut(&session, to: 30)
      sessions.append(session)
    }
    return sessions
  }

  static func shortSessions(_ count: Int, policy: PolicyConfiguration) -> [Session] {
    var number = 0
    return shortSessions(count, policy: policy, from: &number)
  }

  /// Sessions as they come from the field, some 200 events each.
  static func fieldSessions(_ count: Int, policy: PolicyConfiguration) -> [Session] {
    (0..<count).map { live($0, policy) }
  }

  /// One session of at least so many events.
  static func longSession(_ events: Int, policy: PolicyConfiguration) -> Session {
    let script = ScriptMaker.script(seed: 99, session: 0, flavour: .field, lasting: Int64(events) * 900)
    return LiveWorld(policy: StandardPolicy(policy), name: "bench", configuration: policy.text).run(script)
  }

  private static func live(_ number: Int, _ policy: PolicyConfiguration) -> Session {
    let script = ScriptMaker.script(seed: 1, session: number, flavour: .field)
    return LiveWorld(policy: StandardPolicy(policy), name: "bench", configuration: policy.text).run(script)
  }

  /// Ends a session at the last turn that fits into so many events, as if the app had been killed there.
  private static func cut(_ session: inout Session, to count: Int) {
    var end = count
    while end > 0, end < session.log.events.count, session.log.events[end].time == session.log.events[end - 1].time {
      end -= 1
    }
    session.log.events.removeSubrange(max(end, 1)...)
    session.header.ended = nil
  }
}
