import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("A scheduler's life so far")
struct SessionSoFarTests {
  /// The life of a session, told turn by turn.
  private func life(of session: Session) -> SessionSoFar {
    var life = SessionSoFar()
    for (index, event) in session.events.enumerated() {
      life.append(event, of: session.log)
      let isLast = index + 1 == session.events.count
      if isLast || session.events[index + 1].kind.isStimulus { life.turnEnded(in: session.catalog) }
    }
    return life
  }

  /// What a session would begin with at the end of another one, were nothing of that forgotten meanwhile.
  private func whole(_ session: Session) -> Session {
    var stretch = SessionStretch(mostEvents: .max, kept: .zero)
    for event in session.events { stretch.append(event, of: session.log) }
    var header = SessionHeader()
    header.marksReentrantStimuli = true
    return stretch.sessionFromQuietMoment(header, session.catalog).session
  }

  @Test(
    "Whatever is forgotten on the way, a recording begins with the same", arguments: [0, 1, 500, 2100, 9000, 40_000])
  func same(count: Int) throws {
    let session = FieldSession.make(events: count, seed: 5)
    var life = life(of: session)
    let begun = life.session(session.catalog).session
    let expected = whole(session)
    #expect(difference(begun, expected) == nil)
    #expect(life.lastTime == session.events.last?.time ?? .zero)
    guard count > 2100 else { return }
    #expect(begun.header.prefixEvents > 0 && begun.events.count < count / 4)
    // Soon nothing else is in memory any more.
    var idle = Event(.idle)
    (idle.time, idle.sequence) = (life.lastTime, session.events.last?.sequence ?? 0)
    var log = EventLog()
    log.append(idle, of: log)
    try expectSoon("a short life") {
      for _ in 0..<3000 {
        log.events[0].sequence += 1
        life.append(log.events[0], of: log)
        life.turnEnded(in: session.catalog)
      }
      return life.count < 6100
    }
  }
}
