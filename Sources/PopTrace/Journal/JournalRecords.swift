import PopupScheduling

/// The records of one half of a journal, from bytes that may be damaged or forged.
///
/// Behind the last record nothing follows, or something left over that its check gives away. Where a page of the file was rolled back, records
/// follow behind the hole; they are found by their checks.
struct JournalRecords {
  /// The bytes of the half.
  let bytes: [UInt8]
  /// Where the half begins in the file.
  let start: Int
  /// What the half says of itself.
  let begin: JournalBegin
  /// How many stretches were passed over in front of a record.
  private(set) var holes = 0
  private let nonce: UInt64
  private var position: Int
  /// Whether everything between two records is looked through for further ones.
  private let isSearching: Bool

  /// A record whose check holds.
  struct Record {
    let kind: JournalRecord.Kind
    /// How many words it has, the first included.
    let words: Int
    private let bytes: [UInt8]
    private let offset: Int

    fileprivate init(_ kind: JournalRecord.Kind, _ words: Int, _ bytes: [UInt8], _ offset: Int) {
      self.kind = kind
      self.words = words
      self.bytes = bytes
      self.offset = offset
    }

    /// The word at an index, which must be one of the record's.
    subscript(_ index: Int) -> UInt64 {
      precondition(index < words)
      return bytes.word(at: offset + index * JournalLayout.word)
    }

    /// The two integers of a word.
    func low(_ index: Int) -> Int32 { Int32(truncatingIfNeeded: self[index]) }
    func high(_ index: Int) -> Int32 { Int32(truncatingIfNeeded: self[index] >> 32) }

    /// Some of its bytes behind the first two words.
    func bytes(_ count: Int) -> ArraySlice<UInt8>? {
      let first = offset + 2 * JournalLayout.word
      guard count >= 0, count <= (words - 2) * JournalLayout.word else { return nil }
      return bytes[first..<first + count]
    }
  }

  /// How many entries of any one table the half has room for.
  var mostEntries: Int { bytes.count / (2 * JournalLayout.word) }

  /// Opens a half; nil where it has no beginning that can be relied on.
  ///
  /// - Parameter isSearching: Whether holes are looked for, as in a file that a power cut may have damaged.
  init?(_ bytes: [UInt8], at start: Int, nonce: UInt64, isSearching: Bool, limits: ResourceLimits) {
    self.bytes = bytes
    self.start = start
    self.nonce = nonce
    self.isSearching = isSearching
    // The generation is what the check begins with, and stands in the record itself.
    guard bytes.count >= JournalBegin.words * JournalLayout.word else { return nil }
    let generation = bytes.word(at: JournalLayout.word)
    guard let record = Self.record(at: 0, bytes, start, nonce, generation), record.kind == .begin,
      let begin = JournalBegin(record, limits: limits)
    else { return nil }
    self.begin = begin
    position = JournalBegin.words * JournalLayout.word
  }

  /// The next record; nil when there are no more.
  mutating func next() -> Record? {
    if let record = Self.record(at: position, bytes, start, nonce, begin.generation) {
      position += record.words * JournalLayout.word
      return record
    }
    guard isSearching else { return nil }
    var candidate = position + JournalLayout.word
    while candidate + JournalLayout.word <= bytes.count {
      if let record = Self.record(at: candidate, bytes, start, nonce, begin.generation) {
        holes += 1
        position = candidate + record.words * JournalLayout.word
        return record
      }
      candidate += JournalLayout.word
    }
    return nil
  }

  private static func record(
    at position: Int, _ bytes: [UInt8], _ start: Int, _ nonce: UInt64, _ generation: UInt64
  ) -> Record? {
    guard position + JournalLayout.word <= bytes.count else { return nil }
    let first = bytes.word(at: position)
    let words = Int(first & 0xFFFF)
    guard words >= 2, position + words * JournalLayout.word <= bytes.count,
      let kind = JournalRecord.Kind(rawValue: UInt8(first >> 16 & 0xFF)), first >> 24 & 0xFF == generation & 0xFF
    else { return nil }
    let tag = first & ~JournalRecord.checkMask
    let seed = JournalRecord.seed(nonce: nonce, generation: generation, offset: start + position)
    let check = JournalRecord.check(seed, tag, words: words) { word in
      bytes.word(at: position + word * JournalLayout.word)
    }
    guard first & JournalRecord.checkMask == check & JournalRecord.checkMask else { return nil }
    return Record(kind, words, bytes, position)
  }
}
