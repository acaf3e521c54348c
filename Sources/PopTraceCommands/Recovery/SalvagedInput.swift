#if Tool
import PopReport
import PopTrace
import PopupScheduling

/// What is whole of one input: a trace, what the journal beside it has besides, or a journal alone.
struct SalvagedInput {
  let path: String
  private var salvage: TraceSalvage?
  private let journal: JournalBeside?
  /// What the journal had, once everything has been gone through.
  private var remains = JournalReader.Remains()

  /// Opens an input.
  init(_ path: String, limits: ResourceLimits) throws(CommandFailure) {
    self.path = path
    guard !path.hasSuffix(JournalBeside.suffix) else {
      journal = try JournalBeside(path, limits: limits)
      return
    }
    journal = JournalBeside.of(trace: path, limits: limits)
    let input = try PlacedBytes(path)
    do { salvage = try TraceSalvage(input, limits: limits) } catch { throw CommandFailure(error, input: path) }
  }

  /// Whether there is nothing whole in it.
  var isEmpty: Bool { salvage?.isEmpty ?? false && journal == nil }

  /// Whether something of it is missing.
  var hasLost: Bool { !(salvage?.losses.isEmpty ?? true) || remains.unsoundEvents > 0 || remains.holes > 0 }

  /// Goes through its sessions from the first one on. The last one has what only the journal knows.
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
    var last = held ?? journal.beginning
    remains = try journal.join(&last)
    if remains.addedEvents > 0 { last.header.isRecovered = true }
    if !last.log.events.isEmpty { try body(last) }
  }

  /// What there is to say about it once everything has been gone through.
  var words: (remarks: [String], losses: [String]) {
    var (remarks, losses): ([String], [String]) = ([], [])
    if let salvage {
      let words = SalvageRemarks(salvage: salvage)
      (remarks, losses) = (words.remarks, words.losses)
    }
    if remains.addedEvents > 0 { remarks.append("\(counted(remains.addedEvents, "event")) from its journal") }
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
