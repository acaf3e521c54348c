import PopTrace
import PopupScheduling

extension FuzzTarget {
  /// A journal, alone or with the trace beside it, as `poptrace` reads what a killed app left.
  package static let journal = FuzzTarget(
    "journal", "completes a session from its journal; what it is then can be written and read again"
  ) { input in
    let compact = CompactJournal(input)
    try complete(from: input, beside: [])
    let journal = compact.journal
    try complete(from: journal, beside: [])
    guard !compact.trace.isEmpty else { return }
    for trace in Resealed.variants(of: compact.trace) { try complete(from: journal, beside: trace) }
  }

  private static func complete(from journal: [UInt8], beside trace: [UInt8]) throws(FuzzFinding) {
    let reader: JournalReader
    do throws(TraceError) { reader = try JournalReader(journal, limits: .fuzzing) } catch { return }
    var session = Session(header: reader.header)
    if !trace.isEmpty {
      // As the tool does: only what is open and a recording goes on in a journal.
      guard let last = try TraceContents(recovering: trace).sessions.last, !last.isScenario, !last.isFinished else {
        return
      }
      session = last
    }
    let known = session.events.count
    let remains: JournalReader.Remains
    do throws(TraceError) { remains = try reader.complete(&session) } catch {
      let isKnown = error.code == .corrupt || error.code == .tooLarge
      return try require(isKnown, "a journal that cannot be completed is refused with: \(error)")
    }
    try require(
      session.events.count == known + remains.addedEvents,
      "\(remains.addedEvents) events were added to \(known), and there are \(session.events.count)")
    for (before, after) in zip(session.events, session.events.dropFirst()) {
      try require(
        before.sequence < after.sequence && before.time <= after.time,
        "event \(after.sequence) at \(after.time) follows \(before.sequence) at \(before.time)")
    }
    var again = session
    do throws(TraceError) {
      let more = try reader.complete(&again)
      try added(more)
    } catch {
      throw FuzzFinding("a session that a journal completed cannot be completed from it again: \(error)")
    }
    try TraceContents([session]).requireRewritten("what a journal completed")
  }

  private static func added(_ more: JournalReader.Remains) throws(TraceError) {
    guard more.addedEvents > 0 else { return }
    throw TraceError(.corrupt, "the second time \(more.addedEvents) events were added")
  }
}
