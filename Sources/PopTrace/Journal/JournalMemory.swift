import CJournal
import PopSystem

/// The memory of a journal: a file mapped into memory, all of whose blocks there are, or memory alone.
///
/// What is stored in it belongs to the system at once: it is in the file when the process is killed, whatever the process was doing.
@safe
final class JournalMemory: Sendable {
  // ``JournalState`` says which side may write to which half; the place of the mapping never changes.
  private let mapping: MappedMemory
  let head: JournalHead
  let state = JournalState()
  /// Where the file is to be; empty for memory alone.
  private let path: String
  private let mutex = Mutex()
  // Touched with the lock only.
  /// The file that the head is mapped from; nil for memory alone.
  private nonisolated(unsafe) var file: SystemFile?
  /// The halves that are mapped from an earlier file, which has no name any more.
  private nonisolated(unsafe) var strays: [Int] = []
  private nonisolated(unsafe) var wasCut = false

  private init(_ mapping: consuming MappedMemory, _ head: JournalHead, _ file: SystemFile?, _ path: String) {
    self.mapping = mapping
    self.head = head
    unsafe self.file = file
    self.path = path
  }

  var base: UnsafeMutableRawPointer { unsafe mapping.base }
  var byteCount: Int { head.byteCount }
  var isFile: Bool { !path.isEmpty }

  /// Makes a journal's file and maps it; the file must not be there yet.
  ///
  /// It has its name once its head is in it. Nothing here waits for the storage: what is in the system's memory outlives the process, and
  /// ``syncHead()`` is for power cuts.
  static func create(_ path: String, _ head: JournalHead) throws(SystemError) -> JournalMemory {
    let draft = draftPath(path, head)
    let mapped = try SystemFile.open(draft, .createNew)
    return try FileSystem.withDraft(draft) { () throws(SystemError) in
      try mapped.allocate(head.byteCount)
      try mapped.write(head.encoded(), at: 0)
      let memory = JournalMemory(try MappedMemory(mapped, byteCount: head.byteCount), head, mapped, path)
      memory.touch(0..<head.byteCount)
      guard try FileSystem.publish(draft, as: path) else { throw SystemError("There is a journal \(path) already.") }
      return memory
    }
  }

  static func anonymous(_ head: JournalHead) throws(SystemError) -> JournalMemory {
    let memory = JournalMemory(try MappedMemory(byteCount: head.byteCount), head, nil, "")
    unsafe memory.base.copyMemory(from: head.encoded(), byteCount: head.encoded().count)
    memory.touch(0..<head.byteCount)
    return memory
  }

  /// Writes to every page once, so that the system has mapped them all before the first event comes: a page that is written to for the first
  /// time costs as much as a hundred events.
  private func touch(_ range: Range<Int>) {
    // No page is smaller than this; where they are larger some are touched more often than needed.
    for offset in stride(from: range.lowerBound, to: range.upperBound, by: 4096) {
      let word = unsafe (base + offset).assumingMemoryBound(to: UInt64.self)
      unsafe poptrace_store_release(word, poptrace_load_acquire(word))
    }
  }

  func sync() throws(SystemError) { try sync(first: byteCount) }
  /// Has the system store the head, and with it the nonce that tells this journal's records from all others.
  func syncHead() throws(SystemError) { try sync(first: head.headBytes) }

  private func sync(first size: Int) throws(SystemError) {
    guard isFile else { return }
    try mapping.sync(first: size)
    // What was copied, and is not mapped.
    let (mapped, hasStrays) = mutex.withLock { unsafe (file, !strays.isEmpty) }
    if hasStrays { try mapped?.sync() }
  }

  /// Why something that was written is not there any more; nil where all is.
  var damage: TraceError? {
    guard mutex.withLock({ unsafe wasCut || hasBeenCut }) else { return nil }
    return TraceError(
      .unwritable, "Somebody cut the journal off, or changed it, while the session was recorded: events are missing.")
  }

  /// Why what is written would not outlive the process; nil where it would.
  var problem: TraceError? {
    if let damage { return damage }
    guard mutex.withLock({ unsafe !strays.isEmpty || hasNoName }) else { return nil }
    return TraceError(
      .unwritable,
      "Somebody took the journal away while the session was recorded: until there is another one, what comes would be lost if the app were killed."
    )
  }

  func noteDamage() { mutex.withLock { unsafe wasCut = true } }
  var isGone: Bool { mutex.withLock { hasNoName } }

  /// Does what can be done where somebody took the file away or cut it off.
  ///
  /// One that is too short is made as long as it was: to touch what is mapped behind the end of a file is SIGBUS. One that is gone is followed by
  /// another file, and the mapping moves over to that; a half that is being filled is only copied, and moves when the recording side has left
  /// it (``JournalState/isLeft``) and this is called again.
  ///
  /// - Returns: Whether it has moved over to another file as a whole.
  func mend() throws(SystemError) -> Bool {
    mutex.lock()
    defer { mutex.unlock() }
    guard let old = unsafe file else { return false }
    if hasBeenCut {
      unsafe wasCut = true
      try old.truncate(to: byteCount)
    }
    if hasNoName { try beginAnew(after: old) }
    guard unsafe !strays.isEmpty else { return false }
    for half in unsafe strays where state[half] != .filling { try bringOver(half) }
    for half in unsafe strays { try bringOver(half) }
    return unsafe strays.isEmpty
  }

  /// Makes another file with all there is, and maps the head from it.
  private func beginAnew(after old: SystemFile) throws(SystemError) {
    try FileSystem.makeDirectory(FileSystem.directory(of: path))
    let draft = Self.draftPath(path, head)
    try FileSystem.withDraft(draft) { () throws(SystemError) in
      let new = try SystemFile.open(draft, .createNew)
      try new.allocate(byteCount)
      try new.write(bytes(0..<byteCount), at: 0)
      try mapping.map(0..<head.headBytes, from: new)
      unsafe (file, strays) = (new, Array(0..<JournalLayout.halfCount))
      // The recording side may have stored a count between the copy and the mapping. The system replaces a mapping in one step, and from its
      // return on all stores go to the new file. Counts are stored whole, by one thread, and only grow: of two the larger one is the later one.
      let counts = try old.read(first: 3 * JournalLayout.word, from: JournalLayout.dropped)
      for offset in (0..<counts.count / JournalLayout.word).map({ $0 * JournalLayout.word }) {
        let word = unsafe (base + JournalLayout.dropped + offset).assumingMemoryBound(to: UInt64.self)
        let count = counts.word(at: offset)
        while case let there = unsafe poptrace_load_acquire(word), there < count {
          _ = unsafe poptrace_exchange(word, there, count)
        }
      }
      try FileSystem.replace(path, with: draft)
    }
  }

  /// Copies a half into the file, and maps it from there unless it is being filled.
  private func bringOver(_ half: Int) throws(SystemError) {
    guard let new = unsafe file else { return }
    // A full half stays full: it is made free with the lock.
    let isFree = state.take(half)
    defer { if isFree { state[half] = .free } }
    let isFilling = !isFree && state[half] == .filling
    // Before the copy, so that it lacks no more than the event that is being written.
    if isFilling { state.isLeft = true }
    let range = head.start(of: half)..<head.start(of: half + 1)
    try new.write(bytes(range), at: range.lowerBound)
    guard !isFilling else { return }
    try mapping.map(range, from: new)
    touch(range)
    unsafe strays.removeAll { $0 == half }
  }

  func release(_ half: Int) { mutex.withLock { state[half] = .free } }

  private var hasBeenCut: Bool {
    guard let size = unsafe try? file?.size() else { return false }
    return size < byteCount
  }

  private var hasNoName: Bool { unsafe file?.isAt(path) == false }

  private static func draftPath(_ path: String, _ head: JournalHead) -> String {
    path + JournalLayout.draftMark + head.owner.nameText + "-" + String(RandomNumber.next(), radix: 16)
  }

  func bytes(_ range: Range<Int>) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= byteCount)
    return unsafe [UInt8](UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  var losses: TraceLosses {
    TraceLosses { offset in unsafe poptrace_load_acquire((base + offset).assumingMemoryBound(to: UInt64.self)) }
  }

  func store(_ value: Int64, at offset: Int) {
    unsafe poptrace_store_release(
      (base + offset).assumingMemoryBound(to: UInt64.self), UInt64(bitPattern: max(0, value)))
  }

  /// How many bytes of a half are whole records of a round by now, while another thread is filling it.
  ///
  /// A record's first word is written last, with release ordering, and is read here with acquire ordering: of what it vouches for, nothing is
  /// written any more.
  func filledBytes(of half: Int, generation: UInt64) -> Int {
    let (start, end) = (head.start(of: half), head.start(of: half + 1))
    var position = start
    while position + JournalLayout.word <= end {
      let record = unsafe (base + position).assumingMemoryBound(to: UInt64.self)
      let first = unsafe poptrace_load_acquire(record)
      let words = JournalRecord.words(
        of: first, generation: generation, nonce: head.nonce, offset: position,
        most: (end - position) / JournalLayout.word
      ) { index in unsafe record[index] }
      guard let words else { break }
      position += words * JournalLayout.word
    }
    return position - start
  }
}
