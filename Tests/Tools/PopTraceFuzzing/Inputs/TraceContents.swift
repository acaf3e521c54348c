import PopTrace
import PopupScheduling

/// What is in a trace file, and that it stays the same when it is written again.
struct TraceContents {
  /// Its sessions.
  private(set) var sessions: [Session] = []
  /// What is missing of it.
  private(set) var damage: [TraceDamage] = []
  /// Whether it has no end.
  private(set) var isUnfinished = false

  /// Takes sessions that were read elsewhere.
  init(_ sessions: [Session]) { self.sessions = sessions }

  /// Reads a file strictly; nil where that cannot be done.
  init?(_ bytes: [UInt8]) {
    do throws(TraceError) {
      var reader = try TraceReader(bytes, limits: .fuzzing)
      try read(&reader)
    } catch {
      return nil
    }
  }

  /// Reads what is whole of a file.
  init(recovering bytes: [UInt8]) throws(FuzzFinding) {
    var reader = TraceReader(recovering: bytes, limits: .fuzzing)
    do throws(TraceError) { try read(&reader) } catch { throw FuzzFinding("a recovering reader threw \(error)") }
  }

  private mutating func read(_ reader: inout TraceReader) throws(TraceError) {
    var session = Session()
    while try reader.next(&session) { sessions.append(session) }
    damage = reader.damage
    isUnfinished = reader.isUnfinished
  }

  /// Writes the sessions, a few events a chunk and all in shared chunks, and reads them again.
  func requireRewritten(_ what: String) throws(FuzzFinding) {
    guard !sessions.isEmpty else { return }
    for options in [TraceWriter.Options.small, .shared] {
      let bytes: [UInt8]
      do throws(TraceError) { bytes = try written(options) } catch {
        throw FuzzFinding("\(what) cannot be written: \(error)")
      }
      let again = try Self(sound: bytes, "\(what) was written, and")
      try require(!again.isUnfinished, "\(what) was written without its end")
      try requireSame(as: again, "\(what) was written, and reads as something else")
    }
  }

  /// Reads a file that must be sound.
  init(sound bytes: [UInt8], _ what: String) throws(FuzzFinding) {
    do throws(TraceError) {
      var reader = try TraceReader(bytes)
      try read(&reader)
    } catch {
      throw FuzzFinding("\(what) is refused by the strict reader: \(error)")
    }
  }

  private func written(_ options: TraceWriter.Options) throws(TraceError) -> [UInt8] {
    var writer = TraceWriter(options: options)
    for session in sessions { try writer.append(session) }
    return try writer.finish()
  }

  /// Says that two files hold the same.
  func requireSame(as other: TraceContents, _ what: String) throws(FuzzFinding) {
    try require(
      sessions.count == other.sessions.count, "\(what): \(sessions.count) sessions and \(other.sessions.count)")
    for (index, pair) in zip(sessions, other.sessions).enumerated() {
      let (left, right) = (Self.lines(of: pair.0), Self.lines(of: pair.1))
      guard left != right else { continue }
      let line = zip(left, right).first { $0 != $1 }
      throw FuzzFinding(
        "\(what): session \(index), \(left.count) lines and \(right.count): \(line?.0 ?? "") and \(line?.1 ?? "")")
    }
  }

  /// Says that every event there is also in another file, and in its place.
  func requireKept(in other: TraceContents) throws(FuzzFinding) {
    try require(sessions.count <= other.sessions.count, "\(sessions.count) sessions became \(other.sessions.count)")
    for (index, pair) in zip(sessions, other.sessions).enumerated() {
      let (before, after) = (pair.0.events.map(\.sequence), pair.1.events.map(\.sequence))
      try require(
        after.starts(with: before), "session \(index) had \(before.count) events, and not all are there any more")
    }
  }

  private static func lines(of session: Session) -> [String] {
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    let about =
      "gaps \(session.gaps), \(session.skippedEvents) skipped, \(session.isScenario ? "scenario" : "recording")"
    return [about] + String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

extension TraceWriter.Options {
  /// A few events a chunk, of raw blocks.
  fileprivate static var small: Self {
    var options = Self()
    options.eventsPerChunk = 7
    options.compresses = false
    return options
  }

  /// Chunks that several sessions share; of raw blocks as well, for it is not libzstd that is on trial, and its contexts take most of the time.
  fileprivate static var shared: Self {
    var options = archive
    options.compresses = false
    return options
  }
}
