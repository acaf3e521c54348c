import PopupScheduling
import Testing

@testable import PopTrace

/// A trace of a newer minor version stays one that lacks events, however often it is written again.
@Suite struct SkippedEventTests {
  private func again(_ session: Session) throws -> [Session] {
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    let one = try sessions(in: try file(of: [session]))[0]
    let packed = try sessions(in: try file(of: [one, session], .archive))
    return [one] + packed + (try JSONLines.sessions(in: text))
  }

  /// As it is read from a file whose fourth event is of an unknown kind: its number is left out, and nothing else is missing.
  private func session(lacking indices: [Int]) -> Session {
    var session = TinySession.make()
    for index in indices.reversed() { session.log.events.remove(at: index) }
    session.skippedEvents = 1
    return session
  }

  @Test func skippedEventsAreStillSkippedAndNotLost() throws {
    let session = session(lacking: [3])
    for read in try again(session) {
      #expect(read.skippedEvents == 1)
      #expect(read.gaps.isEmpty)
      #expect(read.events.map(\.sequence) == [0, 1, 2, 4])
    }
  }

  @Test func whatIsLostBesidesIsStillLost() throws {
    var session = session(lacking: [0, 3])
    session.gaps = [0, 2]
    for read in try again(session) {
      #expect(read.skippedEvents == 1)
      #expect(read.gaps == [0, 2])
    }
    // Even where fewer numbers are left out than events were skipped.
    session.skippedEvents = 7
    for read in try again(session) { #expect(read.gaps == [0, 2]) }
  }

  @Test func importKeepsWhatTheHeaderSays() throws {
    let text = """
      {"poptrace":1,"session":"e","skipped":3,"scenario":false}
      {"id":3,"t":5,"event":"idle"}

      """
    let imported = try JSONLines.sessions(in: Array(text.utf8))[0]
    let read = try sessions(in: try file(of: [imported]))[0]
    #expect(read.skippedEvents == 3 && read.gaps.isEmpty)
    var exported: [UInt8] = []
    JSONLines.write(read, into: &exported)
    #expect(String(decoding: exported, as: UTF8.self) == text)
  }
}
