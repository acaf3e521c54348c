import CJournal

/// The position in a journal of a record that is being written: its words, stored straight into the mapping.
///
/// The first word says what the record is and vouches for it; it is stored last, once the others are.
@safe
struct JournalSlot {
  /// How many words the record has, the first included.
  let words: Int
  // Inside of the half: the maker of a slot has made sure of the room.
  private let record: UnsafeMutablePointer<UInt64>

  @inline(__always)
  init(_ base: UnsafeMutableRawPointer, at position: Int, words: Int) {
    self.words = words
    unsafe record = (base + position).assumingMemoryBound(to: UInt64.self)
  }

  /// The word at an index of the record behind the first.
  @inline(__always)
  subscript(_ index: Int) -> UInt64 {
    get {
      precondition(index > 0 && index < words)
      return unsafe record[index]
    }
    nonmutating set {
      precondition(index > 0 && index < words)
      unsafe record[index] = newValue
    }
  }

  /// Stores text behind the first two words, and zeros up to the end of the record.
  @inline(__always)
  func store(_ text: UnsafeBufferPointer<UInt8>) {
    let room = (words - 2) * JournalLayout.word
    precondition(text.count <= room && text.count > room - JournalLayout.word)
    guard words > 2, let start = text.baseAddress else { return }
    unsafe record[words - 1] = 0
    unsafe UnsafeMutableRawPointer(record + 2).copyMemory(from: start, byteCount: text.count)
  }

  /// Has the processor fetch the memory of some records behind this one: after a rest it is in no cache.
  @inline(__always)
  func fetchAhead() { unsafe poptrace_prefetch(record + 128) }

  /// Stores the first word, and with it the record.
  @inline(__always)
  func finish(_ first: UInt64) { unsafe poptrace_store_release(record, first) }
}
