import CJournal
import PopSystem

/// Which half of a journal is whose: the one thing that the recording and the sealing side both touch.
///
/// The recording side makes a free half its own, and a full one of its own; the sealing side makes full ones free, and takes a free one for as
/// long as it maps it from another file. No lock is needed: but for a free one, which whoever is first takes, one side at a time writes a word.
@safe
final class JournalState: Sendable {
  private nonisolated(unsafe) let words: UnsafeMutablePointer<UInt64>
  private var stuck: UnsafeMutablePointer<UInt64> { unsafe words + JournalLayout.halfCount }
  private var left: UnsafeMutablePointer<UInt64> { unsafe stuck + 1 }
  let wake = WakeUp()
  private static let free: UInt64 = 0
  private static let filling: UInt64 = 1

  enum Half: Hashable, Sendable {
    case free
    case filling
    /// So many bytes of it are to be sealed; `isLast` where nothing comes behind it.
    case full(byteCount: Int, isLast: Bool)
  }

  init() {
    unsafe words = .allocate(capacity: JournalLayout.halfCount + 2)
    unsafe words.initialize(repeating: Self.free, count: JournalLayout.halfCount + 2)
  }

  deinit { unsafe words.deallocate() }

  /// Whether the recording side has ended, so that no call comes from it any more.
  var hasLast: Bool {
    (0..<JournalLayout.halfCount).contains { half in
      if case .full(_, true) = self[half] { true } else { false }
    }
  }

  /// Whether the sealing side cannot make halves free for now: storing has failed, or the trace is as long as it may be.
  var isStuck: Bool {
    get { unsafe poptrace_load_acquire(stuck) != 0 }
    set { unsafe poptrace_store_release(stuck, newValue ? 1 : 0) }
  }

  /// Whether the recording side is to leave its half, which is in a file that has no name any more; it asks before each event.
  var isLeft: Bool {
    @inline(__always) get { unsafe poptrace_load(left) != 0 }
    set { unsafe poptrace_store_release(left, newValue ? 1 : 0) }
  }

  /// Takes a half that is free, so that it is being filled; false where it is not free.
  func take(_ half: Int) -> Bool {
    precondition(half >= 0 && half < JournalLayout.halfCount)
    return unsafe poptrace_exchange(words + half, Self.free, Self.filling) != 0
  }

  /// Waits until a half is free, for so long at most, and not where the sealing side is stuck; says how much is left of that time.
  func wait(for half: Int, nanoseconds: Int64) -> Int64 {
    guard nanoseconds > 0 else { return 0 }
    let start = SystemClock.nanoseconds()
    var left = nanoseconds
    while left > 0, self[half] != .free, !isStuck {
      DetachedThread.pause()
      left = max(0, nanoseconds - (SystemClock.nanoseconds() - start))
    }
    return left
  }

  subscript(_ half: Int) -> Half {
    get {
      precondition(half >= 0 && half < JournalLayout.halfCount)
      let word = unsafe poptrace_load_acquire(words + half)
      switch word {
      case Self.free: return .free
      case Self.filling: return .filling
      default: return .full(byteCount: Int(word >> 2), isLast: word & 3 == 3)
      }
    }
    set {
      precondition(half >= 0 && half < JournalLayout.halfCount)
      let word =
        switch newValue {
        case .free: Self.free
        case .filling: Self.filling
        case .full(let count, let isLast): UInt64(count) << 2 | (isLast ? 3 : 2)
        }
      unsafe poptrace_store_release(words + half, word)
    }
  }
}

/// The halves of a journal under way, for the thread that takes full ones over, the oldest first. A half stays as it is until it is released.
struct JournalHalves {
  private let memory: JournalMemory
  private var generation: UInt64 = 1

  init(_ memory: JournalMemory) { self.memory = memory }
  private var half: Int { Int((generation - 1) % UInt64(JournalLayout.halfCount)) }

  /// The bytes of the half that is read next, and whether nothing comes behind them; nil where it is not full yet.
  var full: (byteCount: Int, isLast: Bool)? {
    guard case .full(let byteCount, let isLast) = memory.state[half] else { return nil }
    return (byteCount, isLast)
  }

  /// How many bytes of the half that is read next are whole records by now, while the recording side is filling it.
  var filledBytes: Int { memory.filledBytes(of: half, generation: generation) }

  func records(in byteCount: Int) throws(TraceError) -> JournalRecords {
    let start = memory.head.start(of: half)
    let bytes = memory.bytes(start..<start + byteCount)
    guard let records = JournalRecords(bytes, at: start, nonce: memory.head.nonce, isSearching: false, limits: .none),
      records.begin.generation == generation
    else { throw TraceError(.corrupt, "The journal has been changed by somebody else while the session was recorded.") }
    return records
  }

  /// Gives the half that was read back to the recording side, and goes on with the other one.
  mutating func release() {
    let half = half
    generation += 1
    memory.release(half)
  }

  /// Keeps the half that was read, so that the recording side has no other to go on in, and waits for the last one.
  mutating func keep() { generation += 1 }
}
