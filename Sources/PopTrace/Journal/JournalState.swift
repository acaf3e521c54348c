import CJournal

/// Which half of a journal is whose: the one thing that the recording and the sealing side both touch.
///
/// A half is free, being filled, or full. The recording side makes a free one its own and a full one of its own; the sealing side makes full
/// ones free. Each word is written by one side at a time, so no lock is needed, and recording never waits.
@safe
final class JournalState: Sendable {
  private nonisolated(unsafe) let words: UnsafeMutablePointer<UInt64>
  private static let free: UInt64 = 0
  private static let filling: UInt64 = 1

  /// What a half is.
  enum Half: Hashable, Sendable {
    case free
    case filling
    /// So many bytes of it are to be sealed; `isLast` where nothing comes behind it.
    case full(byteCount: Int, isLast: Bool)
  }

  init() {
    unsafe words = .allocate(capacity: JournalLayout.halfCount)
    unsafe words.initialize(repeating: Self.free, count: JournalLayout.halfCount)
  }

  deinit { unsafe words.deallocate() }

  /// Whether the recording side has ended, so that no call comes from it any more.
  var hasLast: Bool {
    (0..<JournalLayout.halfCount).contains { half in
      if case .full(_, true) = self[half] { true } else { false }
    }
  }

  /// What a half is now.
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
