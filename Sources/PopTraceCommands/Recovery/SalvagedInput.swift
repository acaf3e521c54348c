#if Tool
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopupScheduling

/// What is whole of one input: a trace, what the journals beside it have besides, or journals alone.
struct SalvagedInput {
  let path: String
  private var salvage: TraceSalvage?
  private let journal: JournalBeside?
  /// What the journals had, once everything has been gone through.
  private var remains = JournalReader.Remains()
  /// Events of completed sessions that are nowhere, and were not left out as they were recorded.
  private var missingEvents = 0

  /// Opens an input.
  init(_ path: String, of inputs: InputList) throws(CommandFailure) {
    self.path = path
    let journals = inputs.journals(of: path)
    guard JournalBeside.trace(ofJournal: path) == nil else {
      journal = try JournalBeside.alone(journals, limits: inputs.limits)
      return
    }
    journal = JournalBeside.of(journals, limits: inputs.limits)
    // Nothing of the first chunk may have been written before the process was killed.
    if journal?.isReadable == true, FileSystem.size(ofFile: path) == 0 { return }
    let input = try PlacedBytes(path)
    do { salvage = try TraceSalvage(input, limits: inputs.limits) } catch { throw CommandFailure(error, input: path) }
  }

  /// Whether there is nothing whole in it.
  var isEmpty: Bool { salvage?.isEmpty ?? true && journal?.isReadable != true }

  /// Whether something of it is missing.
  var hasLost: Bool { !words.losses.isEmpty }

  /// Goes through its sessions from the first one on. The last ones have what only the journals know.
  mutating func each(_ body: (Session) throws(CommandFailure) -> Void) throws(CommandFailure) {
    salvage?.rewind()
    var held: Session?
    var session = Session()
    while true {
      do { guard try salvage?.next(&session) == true else { break } } catch { throw CommandFailure(error, input: path) }
      guard journal != nil else {
        try body(session)
        continue
      }
      if let last = held { try body(last) }
      held = session
    }
    guard let journal else { return }
    let completed = try journal.complete(held, isOpen: true)
    remains = completed.remains
    missingEvents = 0
    for session in completed.sessions {
      // Numbers that the recorder gave and that are nowhere, but for those of events that it did not take.
      let header = session.header
      let numbers = Int(session.log.events.last?.sequence ?? -1) + 1 - session.log.events.count
      if session.header.prefixEvents == 0, !session.isScenario {
        missingEvents += max(0, numbers - Int(clamping: header.droppedEvents &+ header.refusedEvents))
      }
      try body(session)
    }
  }

  /// What there is to say about it once everything has been gone through.
  var words: (remarks: [String], losses: [String]) {
    var (remarks, losses): ([String], [String]) = ([], [])
    if let salvage {
      let words = SalvageRemarks(salvage: salvage)
      (remarks, losses) = (words.remarks, words.losses)
    }
    if remains.addedEvents > 0 { remarks.append("\(counted(remains.addedEvents, "event")) from its journal") }
    for failure in journal?.failures ?? [] { losses.append("A journal of it cannot be read: \(failure.message)") }
    if missingEvents > 0, losses.isEmpty {
      let verb = missingEvents == 1 ? "is" : "are"
      losses.append("\(counted(missingEvents, "event")) \(verb) neither in the trace nor in its journal.")
    }
    if remains.unsoundEvents > 0 {
      losses.append(
        "\(counted(remains.unsoundEvents, "event")) of its journal cannot be relied on: what they refer to was rolled back."
      )
    }
    if remains.holes > 0 {
      losses.append("\(counted(remains.holes, "stretch", plural: "stretches")) of its journal was rolled back.")
    }
    return (remarks, losses)
  }
}
#endif
