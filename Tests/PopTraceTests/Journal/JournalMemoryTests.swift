import Foundation
import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("The memory of a journal")
struct JournalMemoryTests {
  let folder = TemporaryFolder()
  private var path: String { folder.path + "/a.popjournal" }

  private func create() throws -> (memory: JournalMemory, head: JournalHead, state: JournalState) {
    let head = try TraceRecorderTests.small.head(of: SessionHeader())
    let memory = try JournalMemory.create(path, head)
    return (memory, head, memory.state)
  }

  private func remove() throws { try FileManager.default.removeItem(atPath: path) }

  @Test("A file has its head and zeros behind it, under its name and no other; one in memory has the same")
  func created() throws {
    let (memory, head, _) = try create()
    let bytes = head.encoded() + [UInt8](repeating: 0, count: head.byteCount - head.encoded().count)
    #expect(memory.isFile && memory.byteCount == head.byteCount && folder.names == ["a.popjournal"])
    #expect(try folder.bytes(path) == bytes && memory.bytes(0..<memory.byteCount) == bytes)
    let other = try JournalMemory.anonymous(head)
    #expect(!other.isFile && other.bytes(0..<other.byteCount) == bytes)
    #expect(other.problem == nil && other.damage == nil && !other.isGone)
    #expect(try !other.mend())
    try other.sync()
    try other.syncHead()
  }

  @Test("A name that is taken is nobody else's, and nothing is left of the try")
  func takenName() throws {
    let (memory, head, _) = try create()
    memory.store(5, at: JournalLayout.dropped)
    #expect(throws: SystemError.self) { try JournalMemory.create(path, head) }
    #expect(folder.names == ["a.popjournal"] && memory.problem == nil && !memory.isGone)
    #expect(try JournalReader(path: path).losses.dropped == 5)
  }

  @Test("What is stored is in the file, each count at its place")
  func counts() throws {
    let (memory, _, _) = try create()
    for (number, offset) in [JournalLayout.dropped, JournalLayout.refused, JournalLayout.clamped].enumerated() {
      memory.store(Int64(number) + 1 << 33, at: offset)
    }
    let losses = try JournalReader(path: path).losses
    #expect(losses == memory.losses)
    #expect(losses.dropped == 0 + 1 << 33 && losses.refused == 1 + 1 << 33 && losses.clamped == 2 + 1 << 33)
  }

  @Test("One that is taken away moves to another file, half by half, and is at risk until all of it has")
  func moving() throws {
    let (memory, head, state) = try create()
    for half in 0..<2 { write(UInt64(half) + 5, to: half, memory, head) }
    let bytes = memory.bytes(0..<memory.byteCount)
    #expect(try !memory.mend() && memory.problem == nil)
    state[0] = .filling
    state[1] = .full(byteCount: 64, isLast: false)
    memory.store(7, at: JournalLayout.refused)
    try remove()
    #expect(memory.isGone && memory.problem?.message.contains("took the journal away") == true && memory.damage == nil)
    #expect(try !memory.mend())
    // The half that is being filled is asked to be left; until then what comes is at risk.
    #expect(!memory.isGone && state.isLeft && memory.problem != nil && folder.names == ["a.popjournal"])
    #expect(state[0] == .filling && state[1] == .full(byteCount: 64, isLast: false))
    memory.store(8, at: JournalLayout.refused)
    #expect(try JournalReader(path: path).losses.refused == 8)
    let read = try folder.bytes(path)
    #expect(read.count == bytes.count && read[head.start(of: 0)...] == bytes[head.start(of: 0)...])
    try memory.sync()
    state[0] = .full(byteCount: 64, isLast: false)
    #expect(try memory.mend() && memory.problem == nil)
    #expect(state[0] == .full(byteCount: 64, isLast: false) && state[1] == .full(byteCount: 64, isLast: false))
    #expect(try !memory.mend())
    memory.release(0)
    memory.release(1)
    #expect(state[0] == .free && state[1] == .free)
    // Once more, with free halves: they are free again.
    try remove()
    #expect(try memory.mend() && memory.problem == nil && state[0] == .free && state[1] == .free)
  }

  @Test("What is written into a half that has moved is in the new file", arguments: 0..<2)
  func writingBehind(half: Int) throws {
    let (memory, head, _) = try create()
    try remove()
    #expect(try memory.mend())
    write(0x0102_0304_0506_0708, to: half, memory, head)
    let read = try folder.bytes(path)
    #expect(read.word(at: head.start(of: half)) == 9)
    #expect(read.word(at: head.start(of: half) + 8) == 0x0102_0304_0506_0708)
  }

  /// Writes a record of two words.
  private func write(_ word: UInt64, to half: Int, _ memory: JournalMemory, _ head: JournalHead) {
    let slot = unsafe JournalSlot(memory.base, at: head.start(of: half), words: 2)
    slot[1] = word
    slot.finish(9)
  }

  @Test("Where another file cannot be made nothing is left of the try, and the next one makes it")
  func obstacle() throws {
    let (memory, _, _) = try create()
    try remove()
    try FileManager.default.createDirectory(atPath: path + "/full", withIntermediateDirectories: true)
    for _ in 0..<2 {
      #expect(throws: SystemError.self) { try memory.mend() }
      #expect(folder.names == ["a.popjournal"] && memory.isGone && memory.problem != nil)
    }
    try remove()
    #expect(try memory.mend() && !memory.isGone && memory.problem == nil)
    #expect(try JournalReader(path: path).losses == TraceLosses() && folder.names == ["a.popjournal"])
  }

  @Test("One under whose name there is another file, or whose directory is a file, is gone")
  func gone() throws {
    let (memory, _, _) = try create()
    try remove()
    try folder.write([1, 2], "a.popjournal")
    #expect(memory.isGone)
    #expect(try memory.mend() && !memory.isGone)
    try folder.remove()
    #expect(FileManager.default.createFile(atPath: folder.path, contents: nil))
    #expect(memory.isGone)
    #expect(throws: SystemError.self) { try memory.mend() }
    try folder.remove()
    #expect(try memory.mend() && !memory.isGone && memory.problem == nil)
  }

  @Test("One that is cut off is made as long as it was, and that something is missing is said to the end")
  func cutOff() throws {
    let (memory, head, _) = try create()
    for size in [head.byteCount, head.byteCount + 9] {
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      try handle.truncate(atOffset: UInt64(size))
      #expect(memory.damage == nil && memory.problem == nil)
    }
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: UInt64(head.byteCount) - 1)
    #expect(memory.damage?.message.contains("cut the journal off") == true && memory.problem == memory.damage)
    #expect(try !memory.mend())
    #expect(try folder.bytes(path).count == head.byteCount && memory.damage != nil && memory.problem != nil)
    let other = try JournalMemory.anonymous(head)
    other.noteDamage()
    #expect(other.damage != nil && other.problem != nil)
  }
}
