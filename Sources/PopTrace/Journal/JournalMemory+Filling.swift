import CJournal

extension JournalMemory {
  /// How many bytes of a half are whole records by now, while another thread is filling it.
  ///
  /// A record's first word is written last, with release ordering, and is read here with acquire ordering: of what it vouches for, nothing is
  /// written any more.
  ///
  /// - Parameters:
  ///   - start: Where the half begins.
  ///   - end: Where it ends.
  ///   - generation: The round the half is in; what is left over from an earlier one is not counted.
  func filledBytes(from start: Int, to end: Int, _ nonce: UInt64, _ generation: UInt64) -> Int {
    var position = start
    while position + JournalLayout.word <= end {
      let record = unsafe (base + position).assumingMemoryBound(to: UInt64.self)
      let first = unsafe poptrace_load_acquire(record)
      let words = Int(first & 0xFFFF)
      guard words >= 2, position + words * JournalLayout.word <= end, first >> 24 & 0xFF == generation & 0xFF else {
        break
      }
      let seed = JournalRecord.seed(nonce: nonce, generation: generation, offset: position)
      let check = JournalRecord.check(seed, first & ~JournalRecord.checkMask, words: words) { index in
        unsafe record[index]
      }
      guard first & JournalRecord.checkMask == check & JournalRecord.checkMask else { break }
      position += words * JournalLayout.word
    }
    return position - start
  }
}
