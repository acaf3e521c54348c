import Foundation
package import PopTrace
import PopupScheduling

/// Small journals to begin fuzzing from, recorded as apps record.
package enum JournalSeed {
  /// The most bytes that are kept of the records of each half.
  private static let kept = 2400

  /// The journal of a session that was killed after its last event.
  package static func short(_ session: Session) throws -> [UInt8] {
    try record(session, further: 0) { journal, trace in CompactJournal(journal: journal, keeping: kept, trace: trace) }
  }

  /// The journal and the trace of a session that had come to the third half, and went on with taps until then.
  ///
  /// - Parameter chunks: How many chunks the trace has: 2 where the second half had been sealed, 1 where it had not.
  package static func long(_ session: Session, chunks: Int) throws -> [UInt8] {
    try record(session, further: 2 * 520) { journal, trace in
      let info = TraceInfo(trace)
      guard info.chunks.count == 2 else { return nil }
      let end = info.chunks[chunks - 1].bytes.upperBound
      return CompactJournal(journal: journal, keeping: kept, trace: Array(trace[..<end]))
    }
  }

  /// Records a session, and looks at its files until something can be made of them.
  private static func record(
    _ session: Session, further taps: Int, _ look: (_ journal: [UInt8], _ trace: [UInt8]) -> CompactJournal?
  ) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("poptrace-seed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = RecorderOptions()
    options.journalHalfBytes = 1 << 15
    options.compresses = false
    var header = session.header
    header.ended = nil
    var recorder = try TraceRecorder(header: header, directory: folder.path, name: "a", options: options)
    for event in session.events {
      while !recorder.record(event, at: event.time, over: session.log.over(of: event), in: session.catalog) {}
    }
    var sequence = (session.events.last?.sequence ?? -1) + 1
    for tap in 0..<taps {
      var event = Event(.popupTapped)
      event.popup = PopupID(tap % max(1, session.catalog.popupNumbers.count))
      event.name = Symbol(tap % session.catalog.names.texts.count)
      event.sequence = sequence
      while !recorder.record(event, at: session.end + Ticks(Int64(tap)), in: session.catalog) { usleep(100) }
      sequence += 1
      // So that no half is filled before the other one is sealed: what is refused then is counted, and differs from time to time.
      if tap % 100 == 99 { usleep(100_000) }
    }
    for _ in 0..<5000 {
      let journal = try [UInt8](readingFile: folder.appendingPathComponent("a.popjournal"))
      let trace = (try? [UInt8](readingFile: folder.appendingPathComponent("a.poptrace"))) ?? []
      // A recorder that is not used any more has ended.
      guard recorder.losses.afterEnd == 0 else { break }
      if let compact = look(journal, trace) { return compact.bytes }
      usleep(1000)
    }
    throw CocoaError(.fileReadUnknown)
  }
}
