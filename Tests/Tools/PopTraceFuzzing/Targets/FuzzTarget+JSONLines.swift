import PopTrace
import PopupScheduling

extension FuzzTarget {
  /// JSON Lines: what is taken is written, and what was written is taken and written the same.
  package static let jsonLines = FuzzTarget(
    "jsonlines", "imports JSON Lines; what was taken is exported and imported again", body: importing)

  private static func importing(_ bytes: [UInt8]) throws {
    let sessions: [Session]
    do throws(TraceError) { sessions = try JSONLines.sessions(in: bytes, limits: .fuzzing) } catch {
      let isPlaced = error.position != nil || error.code == .empty || error.code == .tooLarge
      return try require(isPlaced, "an error without its place: \(error)")
    }
    let first = text(of: sessions)
    let again: [Session]
    do throws(TraceError) { again = try JSONLines.sessions(in: first, limits: .fuzzing) } catch {
      throw FuzzFinding("what was imported is exported as something that cannot be imported: \(error)")
    }
    try require(text(of: again) == first, "what was imported and exported reads as something else")
    let read: [Session]
    do throws(TraceError) { read = try throughTrace(again) } catch {
      // A text may ask for what no trace can hold; that is said, and is not a fault.
      let isRefused = error.code == .unwritable || error.code == .tooLarge
      return try require(isRefused, "a trace of what was imported cannot be read: \(error)")
    }
    try require(text(of: read) == first, "what was imported is something else once it was a trace")
  }

  private static func throughTrace(_ sessions: [Session]) throws(TraceError) -> [Session] {
    guard !sessions.isEmpty else { return [] }
    var writer = TraceWriter()
    for session in sessions { try writer.append(session) }
    var reader = try TraceReader(try writer.finish(), limits: .fuzzing)
    var session = Session()
    var read: [Session] = []
    while try reader.next(&session) { read.append(session) }
    return read
  }

  private static func text(of sessions: [Session]) -> [UInt8] {
    var text: [UInt8] = []
    for session in sessions { JSONLines.write(session, into: &text) }
    return text
  }
}
