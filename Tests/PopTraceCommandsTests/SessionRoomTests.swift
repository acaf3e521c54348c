import PopTrace
import PopupScheduling
import Testing

@testable import PopTraceCommands

@Suite("Sessions whose memory is used again")
struct SessionRoomTests {
  /// A session with room for at least so many events, and one in it.
  private func session(room: Int) -> SessionOrigin {
    var session = Session()
    session.log.events.reserveCapacity(room)
    session.log.events.append(Event(.idle))
    return SessionOrigin(input: "", index: 1, session: session)
  }

  @Test("where there is none, a new one is made")
  func empty() {
    let pool = SessionBatches.Room(limits: ResourceLimits())
    #expect(pool.session().log.events.capacity == 0)
    pool.giveBack([])
    #expect(pool.session().log.events.capacity == 0)
  }

  @Test("what is given back is taken again, once")
  func again() {
    let pool = SessionBatches.Room(limits: ResourceLimits())
    pool.giveBack([session(room: 100), session(room: 1000)])
    #expect((0..<2).map { _ in pool.session().log.events.capacity >= 100 } == [true, true])
    #expect(pool.session().log.events.capacity == 0)
  }

  @Test("one with much room is let go, and the others are kept")
  func large() {
    let pool = SessionBatches.Room(limits: ResourceLimits())
    pool.giveBack([session(room: 10_000), session(room: 50)])
    let kept = pool.session().log.events.capacity
    #expect(kept > 0 && kept < 10_000)
    #expect(pool.session().log.events.capacity == 0)
  }

  @Test("no more is kept than a few batches have, and taking makes room for more")
  func bounded() {
    let pool = SessionBatches.Room(limits: ResourceLimits())
    let most = SessionBatches.Room.mostSpareEvents
    pool.giveBack((0..<200).map { _ in session(room: 2000) })
    var room = 0
    var taken: [Session] = []
    while true {
      let session = pool.session()
      guard session.log.events.capacity > 0 else { break }
      room += session.log.events.capacity
      taken.append(session)
    }
    #expect(room > most / 2 && room <= most)
    pool.giveBack(taken.map { SessionOrigin(input: "", index: 1, session: $0) })
    #expect(pool.session().log.events.capacity > 0)
  }
}
