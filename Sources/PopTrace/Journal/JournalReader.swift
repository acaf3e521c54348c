import PopupScheduling

/// Reads the journal that a recording left behind: what of its session is not in the trace yet.
///
/// Every record vouches for itself; what a power cut has rolled back is a gap, never a wrong event.
public struct JournalReader: Sendable {
  /// What is known of the session.
  public var header: SessionHeader { head.session }

  let head: JournalHead
  private let bytes: [UInt8]
  let limits: ResourceLimits

  /// What a journal had beyond what was known of its session.
  public struct Remains: Hashable, Sendable {
    /// Events that were added.
    public var addedEvents = 0
    /// Events that were known already.
    public var duplicateEvents = 0
    /// Events that were left out because they could not be relied on: what they refer to was rolled back.
    public var unsoundEvents = 0
    /// Stretches that were rolled back in front of something whole.
    public var holes = 0
    /// Whether the session came to its end.
    public var hasEnded = false

    /// Makes what an empty journal has.
    public init() {}

    mutating func note(_ builder: JournalSessionBuilder) {
      holes = builder.holes
      duplicateEvents = builder.duplicateEvents
      unsoundEvents = builder.unsoundEvents
      hasEnded = builder.hasEnded
    }
  }

  /// Opens a journal's bytes.
  ///
  /// - Throws: A ``TraceError`` where the bytes are no journal, or one of a newer layout, or its head is damaged.
  public init(_ bytes: [UInt8], limits: ResourceLimits = ResourceLimits()) throws(TraceError) {
    head = try JournalHead(bytes, limits: limits)
    self.bytes = bytes
    self.limits = limits
  }

  init(path: String, limits: ResourceLimits = ResourceLimits()) throws(TraceError) {
    try self.init(try TraceError.contents(of: path, upTo: JournalLayout.fileLimit), limits: limits)
  }

  /// Adds what the journal says of a session to what is known of it.
  ///
  /// Events that are known already are not added again, whatever order things were written in; they are told by their sequence numbers.
  ///
  /// - Throws: A ``TraceError`` where that would be more than the limits allow.
  public func complete(_ session: inout Session) throws(TraceError) -> Remains {
    var remains = Remains()
    let known = session.log.events.count
    var builder = builder(of: session)
    // Which popups lost their numbers is known when all has been read. All is then read again without the events about them, for these decide
    // whether later events count: a session that is completed once more has to stay the same.
    if !builder.unknownPopups.isEmpty { builder = self.builder(of: session, without: builder.unknownPopups) }
    builder.note(losses)
    builder.leaveOutWhatCannotBeWritten(from: known)
    session = builder.session
    session.noteGaps(from: known)
    // A kill may have come before all events were written that stand for what was before.
    session.settlePrefix()
    remains.addedEvents = session.log.events.count - known
    remains.note(builder)
    if let flaw = flaw(in: session) {
      throw TraceError(.corrupt, "The journal and the trace beside it do not go together: \(flaw.message)")
    }
    return remains
  }

  /// The halves that can be read, the older one first.
  func halves() -> [JournalRecords] {
    let starts = (0..<JournalLayout.halfCount).map(head.start).filter { $0 < bytes.count }
    return starts.compactMap { start in
      let half = Array(bytes[start...].prefix(head.halfBytes))
      return JournalRecords(half, at: start, nonce: head.nonce, isSearching: true, limits: limits)
    }.sorted { $0.begin.generation < $1.begin.generation }
  }

  package var lastGeneration: UInt64 { halves().last?.begin.generation ?? 0 }

  private func builder(of session: Session, without popups: Set<PopupID> = []) -> JournalSessionBuilder {
    var builder = JournalSessionBuilder(session, limits: limits)
    builder.unknownPopups = popups
    for var half in halves() { builder.take(&half) }
    builder.settleNumbers()
    return builder
  }

  func flaw(in session: Session) -> SessionFlaw? {
    SessionCheck(limits: limits, takesAnyLength: true).flaw(in: session)
  }

  var losses: TraceLosses { TraceLosses { offset in bytes.word(at: offset) } }
}
