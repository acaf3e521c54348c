import CJournal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The memory of a journal: a file mapped into memory, all of whose blocks there are, or memory alone.
///
/// What is stored in it belongs to the system at once: it is in the file when the process is killed, whatever the process was doing.
@safe
final class JournalMemory: Sendable {
  // ``JournalState`` says which side may write to which half; the place of the mapping never changes.
  nonisolated(unsafe) let base: UnsafeMutableRawPointer
  private let head: JournalHead
  /// Where the file is to be; empty for memory alone.
  private let path: String
  private let mutex = Mutex()
  // Touched with the lock only.
  /// The file that the head is mapped from; nil for memory alone.
  private nonisolated(unsafe) var file: MappedFile?
  /// The halves that are mapped from an earlier file, which has no name any more.
  private nonisolated(unsafe) var strays: [Int] = []
  private nonisolated(unsafe) var wasCut = false

  private final class MappedFile {
    let file: SystemFile
    init(_ file: consuming SystemFile) { self.file = file }
  }

  private init(_ base: UnsafeMutableRawPointer, _ head: JournalHead, _ file: MappedFile?, _ path: String) {
    unsafe self.base = unsafe base
    self.head = head
    unsafe self.file = file
    self.path = path
  }

  var byteCount: Int { head.byteCount }
  /// Whether it is a file, which somebody can take away.
  var isFile: Bool { !path.isEmpty }

  deinit { unsafe munmap(base, byteCount) }

  /// Makes a journal's file and maps it; the file must not be there yet.
  ///
  /// It has its name once its head is in it, and not before: whoever looks at the directory meanwhile sees a draft. Nothing here waits for
  /// the storage: what is in the system's memory outlives the process, and ``syncHead()`` is for power cuts.
  static func create(_ path: String, _ head: JournalHead) throws(TraceError) -> JournalMemory {
    let draft = draftPath(path, head)
    let mapped = MappedFile(try SystemFile.open(draft, .createNew))
    do throws(TraceError) {
      try mapped.file.allocate(head.byteCount)
      try mapped.file.write(head.encoded(), at: 0)
      let descriptor = mapped.file.descriptor
      let base = unsafe mmap(nil, head.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
      guard let base = unsafe base, unsafe base != MAP_FAILED else {
        throw FileSystem.failure(.unwritable, "map", path)
      }
      let memory = unsafe JournalMemory(base, head, mapped, path)
      memory.touch(0..<head.byteCount)
      guard try FileSystem.publish(draft, as: path) else {
        throw TraceError(.unwritable, "There is a journal \(path) already.")
      }
      return memory
    } catch {
      _ = unsafe unlink(draft)
      throw error
    }
  }

  /// Makes a journal in memory alone, for a caller without a place for a file.
  static func anonymous(_ head: JournalHead) throws(TraceError) -> JournalMemory {
    let base = unsafe mmap(nil, head.byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let base = unsafe base, unsafe base != MAP_FAILED else {
      throw FileSystem.failure(.unwritable, "find memory for", "a journal")
    }
    let memory = unsafe JournalMemory(base, head, nil, "")
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

  /// Has the system store what was written, so that a power cut does not take it back.
  func sync() throws(TraceError) { try sync(first: byteCount) }

  /// Has the system store the head, and with it the nonce that tells this journal's records from all others.
  func syncHead() throws(TraceError) { try sync(first: head.headBytes) }

  private func sync(first size: Int) throws(TraceError) {
    guard isFile else { return }
    guard FileSystem.retrying({ unsafe msync(base, size, MS_SYNC) }) == 0 else {
      throw FileSystem.failure(.unwritable, "store", "the journal")
    }
    // What was copied, and is not mapped.
    let (mapped, hasStrays) = mutex.withLock { unsafe (file, !strays.isEmpty) }
    if hasStrays { try mapped?.file.sync() }
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

  /// Takes note that what was written is not there any more.
  func noteDamage() { mutex.withLock { unsafe wasCut = true } }

  /// Whether its name leads to it no more.
  var isGone: Bool { mutex.withLock { hasNoName } }

  /// Does what can be done where somebody took the file away or cut it off.
  ///
  /// One that is too short is made as long as it was: to touch what is mapped behind the end of a file is SIGBUS. What was written there is gone;
  /// and nothing can keep a process from dying that writes there before.
  ///
  /// One that is gone is followed by another file that says the same, and the mapping moves over to that, part by part: nothing may move under
  /// the recording side. The head and the halves that are not being filled move at once. The half that is being filled is copied as far as it is,
  /// and the recording side is asked to leave it (``JournalState/isLeft``); it moves when that has been done and this is called again.
  ///
  /// - Returns: Whether it has moved over to another file as a whole.
  func mend(_ state: JournalState) throws(TraceError) -> Bool {
    mutex.lock()
    defer { mutex.unlock() }
    guard let old = unsafe file else { return false }
    if hasBeenCut {
      unsafe wasCut = true
      try old.file.truncate(to: byteCount)
    }
    if hasNoName { try beginAnew(after: old) }
    guard unsafe !strays.isEmpty else { return false }
    for half in unsafe strays where state[half] != .filling { try bringOver(half, state) }
    for half in unsafe strays { try bringOver(half, state) }
    return unsafe strays.isEmpty
  }

  /// Makes another file with all there is, and maps the head from it.
  private func beginAnew(after old: MappedFile) throws(TraceError) {
    try FileSystem.makeDirectory(RecordingDirectory.path(of: path))
    let draft = Self.draftPath(path, head)
    do throws(TraceError) {
      let new = MappedFile(try SystemFile.open(draft, .createNew))
      try new.file.allocate(byteCount)
      try new.file.write(bytes(0..<byteCount), at: 0)
      try map(0..<head.headBytes, from: new)
      unsafe (file, strays) = (new, Array(0..<JournalLayout.halfCount))
      // The recording side may have stored a count between the copy and the mapping. The system replaces a mapping in one step, and returns once
      // every processor has forgotten where the old one led and what was stored there is seen by all: from here on all stores go to the new file.
      // Counts are stored whole, by one thread, and only grow: of two the larger one is the later one.
      let counts = try old.file.read(first: 3 * JournalLayout.word, from: JournalLayout.dropped)
      for offset in stride(from: 0, to: counts.count / JournalLayout.word * JournalLayout.word, by: JournalLayout.word)
      {
        let word = unsafe (base + JournalLayout.dropped + offset).assumingMemoryBound(to: UInt64.self)
        let count = counts.word(at: offset)
        while case let there = unsafe poptrace_load_acquire(word), there < count {
          _ = unsafe poptrace_exchange(word, there, count)
        }
      }
      guard try FileSystem.rename(draft, to: path) else {
        throw TraceError(.unwritable, "Somebody took \(draft) away while it was written.")
      }
    } catch {
      try? FileSystem.remove(draft)
      throw error
    }
  }

  /// Copies a half into the file, and maps it from there unless it is being filled.
  private func bringOver(_ half: Int, _ state: JournalState) throws(TraceError) {
    guard let new = unsafe file else { return }
    // A full half stays full: it is made free with the lock.
    let isFree = state.take(half)
    defer { if isFree { state[half] = .free } }
    let isFilling = !isFree && state[half] == .filling
    // Before the copy, so that it lacks no more than the event that is being written.
    if isFilling { state.isLeft = true }
    let range = head.start(of: half)..<head.start(of: half + 1)
    try new.file.write(bytes(range), at: range.lowerBound)
    guard !isFilling else { return }
    try map(range, from: new)
    touch(range)
    unsafe strays.removeAll { $0 == half }
  }

  /// Maps a part of a file in the place of that part of the journal.
  private func map(_ range: Range<Int>, from mapped: MappedFile) throws(TraceError) {
    let (access, descriptor) = (PROT_READ | PROT_WRITE, mapped.file.descriptor)
    // A call that fails may leave nothing in that place. Whether the system gives such a mapping is seen somewhere else before.
    let trial = unsafe mmap(nil, range.count, access, MAP_SHARED, descriptor, off_t(range.lowerBound))
    guard let trial = unsafe trial, unsafe trial != MAP_FAILED, unsafe munmap(trial, range.count) == 0,
      unsafe mmap(
        base + range.lowerBound, range.count, access, MAP_SHARED | MAP_FIXED, descriptor, off_t(range.lowerBound))
        != MAP_FAILED
    else { throw FileSystem.failure(.unwritable, "map", path) }
  }

  /// Gives a half back to the recording side.
  func release(_ half: Int, _ state: JournalState) { mutex.withLock { state[half] = .free } }

  private var hasBeenCut: Bool {
    guard let size = unsafe try? file?.file.size() else { return false }
    return size < byteCount
  }

  private var hasNoName: Bool {
    guard let status = unsafe try? file?.file.status() else { return false }
    guard let there = FileSystem.identity(of: path) else { return errno == ENOENT || errno == ENOTDIR }
    return there != FileIdentity(status)
  }

  private static func draftPath(_ path: String, _ head: JournalHead) -> String {
    path + RecordingDirectory.draftMark + head.owner.nameText + "-" + String(RandomNumber.next(), radix: 16)
  }

  /// A copy of some of its bytes.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= byteCount)
    return unsafe [UInt8](UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// What has been lost so far.
  var losses: TraceLosses {
    var losses = TraceLosses()
    losses.dropped = load(JournalLayout.dropped)
    losses.refused = load(JournalLayout.refused)
    losses.clamped = load(JournalLayout.clamped)
    return losses
  }

  /// Loads a word of the head that changes.
  func load(_ offset: Int) -> Int64 {
    Int64(
      bitPattern: unsafe poptrace_load_acquire((base + offset).assumingMemoryBound(to: UInt64.self)))
  }

  /// Stores a word of the head that changes.
  func store(_ value: Int64, at offset: Int) {
    unsafe poptrace_store_release(
      (base + offset).assumingMemoryBound(to: UInt64.self), UInt64(bitPattern: max(0, value)))
  }
}
