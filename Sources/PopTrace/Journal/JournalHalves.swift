/// The halves of a journal under way, for the thread that takes full ones over one after another, the oldest first.
///
/// A half stays as it is until it is released, so that a thread that cannot store what it says finds it again.
struct JournalHalves {
  private let memory: JournalMemory
  private let head: JournalHead
  private let state: JournalState
  /// The number that the half which is read next begins with.
  private var generation: UInt64 = 1

  init(memory: JournalMemory, head: JournalHead, state: JournalState) {
    self.memory = memory
    self.head = head
    self.state = state
  }

  private var half: Int { Int((generation - 1) % UInt64(JournalLayout.halfCount)) }
  private var start: Int { head.start(of: half) }

  /// The bytes of the half that is read next, and whether nothing comes behind them; nil where it is not full yet.
  var full: (byteCount: Int, isLast: Bool)? {
    guard case .full(let byteCount, let isLast) = state[half] else { return nil }
    return (byteCount, isLast)
  }

  /// How many bytes of the half that is read next are whole records by now, while the recording side is filling it.
  var filledBytes: Int { memory.filledBytes(from: start, to: start + head.halfBytes, head.nonce, generation) }

  /// The records of the half that is read next, as many as there are in some bytes from its beginning.
  func records(in byteCount: Int) throws(TraceError) -> JournalRecords {
    let bytes = memory.bytes(start..<start + byteCount)
    guard let records = JournalRecords(bytes, at: start, nonce: head.nonce, isSearching: false, limits: .none),
      records.begin.generation == generation
    else { throw TraceError(.corrupt, "The journal has been changed by somebody else while the session was recorded.") }
    return records
  }

  /// Gives the half that was read back to the recording side, and goes on with the other one.
  mutating func release() {
    let half = half
    generation += 1
    memory.release(half, state)
  }

  /// Keeps the half that was read, so that the recording side has no other to go on in, and waits for the last one.
  mutating func keep() { generation += 1 }
}
