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
  // ``JournalState`` says which side may write to which half; the mapping itself never changes.
  nonisolated(unsafe) let base: UnsafeMutableRawPointer
  let byteCount: Int
  private let file: SystemFile?
  /// The descriptor of that file; less than 0 for memory alone.
  private let descriptor: Int32

  private init(_ base: UnsafeMutableRawPointer, _ byteCount: Int, _ file: consuming SystemFile?, _ descriptor: Int32) {
    unsafe self.base = unsafe base
    self.byteCount = byteCount
    self.file = file
    self.descriptor = descriptor
  }

  deinit { unsafe munmap(base, byteCount) }

  /// Makes a journal's file and maps it; the file must not be there yet.
  ///
  /// It has its name once its head is in it, and not before: whoever looks at the directory meanwhile sees a draft. Nothing here waits for
  /// the storage: what is in the system's memory outlives the process, and ``syncHead()`` is for power cuts.
  static func create(_ path: String, _ head: JournalHead) throws(TraceError) -> JournalMemory {
    let draft =
      path + RecordingDirectory.draftMark + head.owner.nameText + "-" + String(RandomNumber.next(), radix: 16)
    let file = try SystemFile.open(draft, .createNew)
    do throws(TraceError) {
      try file.allocate(head.byteCount)
      try file.write(head.encoded(), at: 0)
      let descriptor = file.descriptor
      let base = unsafe mmap(nil, head.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
      guard let base = unsafe base, unsafe base != MAP_FAILED else {
        throw FileSystem.failure(.unwritable, "map", path)
      }
      let memory = unsafe JournalMemory(base, head.byteCount, file, descriptor)
      memory.touch()
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
    let memory = unsafe JournalMemory(base, head.byteCount, nil, -1)
    unsafe memory.base.copyMemory(from: head.encoded(), byteCount: head.encoded().count)
    memory.touch()
    return memory
  }

  /// Writes to every page once, so that the system has mapped them all before the first event comes: a page that is written to for the first
  /// time costs as much as a hundred events.
  private func touch() {
    // No page is smaller than this; where they are larger some are touched more often than needed.
    for offset in stride(from: 0, to: byteCount, by: 4096) {
      let word = unsafe (base + offset).assumingMemoryBound(to: UInt64.self)
      unsafe poptrace_store_release(word, poptrace_load_acquire(word))
    }
  }

  /// Has the system store what was written, so that a power cut does not take it back.
  func sync() throws(TraceError) { try sync(first: byteCount) }

  /// Has the system store the head, and with it the nonce that tells this journal's records from all others.
  func syncHead(_ head: JournalHead) throws(TraceError) { try sync(first: head.headBytes) }

  private func sync(first size: Int) throws(TraceError) {
    guard descriptor >= 0 else { return }
    guard FileSystem.retrying({ unsafe msync(base, size, MS_SYNC) }) == 0 else {
      throw FileSystem.failure(.unwritable, "store", "the journal")
    }
  }

  /// Why what is written would not outlive the process; nil where it would.
  var problem: TraceError? {
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    if status.st_nlink == 0 {
      return TraceError(
        .unwritable,
        "Somebody took the journal away while the session was recorded: what is not in the trace yet would be lost if the app were killed."
      )
    }
    guard status.st_size < byteCount else { return nil }
    return TraceError(.unwritable, "Somebody cut the journal off while the session was recorded.")
  }

  /// Makes a file that somebody has cut off as long as it was: to touch what is mapped behind the end of a file is SIGBUS.
  ///
  /// What was written there is gone. Nothing can keep the process from dying if it writes there before; a handler for the signal is for the
  /// app to have, not for a library.
  func mend() {
    var status = stat()
    guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0, status.st_size < byteCount else { return }
    _ = FileSystem.retrying { ftruncate(descriptor, off_t(byteCount)) }
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
