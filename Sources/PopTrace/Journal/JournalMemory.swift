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

  private init(_ base: UnsafeMutableRawPointer, _ byteCount: Int, _ file: consuming SystemFile?) {
    unsafe self.base = unsafe base
    self.byteCount = byteCount
    self.file = file
  }

  deinit { unsafe munmap(base, byteCount) }

  /// Makes a journal's file and maps it; the file must not be there yet.
  static func create(_ path: String, _ head: JournalHead) throws(TraceError) -> JournalMemory {
    let file = try SystemFile.open(path, .createNew)
    do throws(TraceError) {
      try file.allocate(head.byteCount)
      try file.write(head.encoded(), at: 0)
      // From here on the head survives a power cut, and with it the nonce that tells this journal's records from all others.
      try file.sync()
      let base = unsafe mmap(nil, head.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor, 0)
      guard let base = unsafe base, unsafe base != MAP_FAILED else {
        throw FileSystem.failure(.unwritable, "map", path)
      }
      let memory = unsafe JournalMemory(base, head.byteCount, file)
      memory.touch()
      return memory
    } catch {
      _ = unsafe unlink(path)
      throw error
    }
  }

  /// Makes a journal in memory alone, for a caller without a place for a file.
  static func anonymous(_ head: JournalHead) throws(TraceError) -> JournalMemory {
    let base = unsafe mmap(nil, head.byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let base = unsafe base, unsafe base != MAP_FAILED else {
      throw FileSystem.failure(.unwritable, "find memory for", "a journal")
    }
    let memory = unsafe JournalMemory(base, head.byteCount, nil)
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
  func sync() throws(TraceError) {
    guard file != nil else { return }
    guard FileSystem.retrying({ unsafe msync(base, byteCount, MS_SYNC) }) == 0 else {
      throw FileSystem.failure(.unwritable, "store", "the journal")
    }
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
