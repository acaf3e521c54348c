import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("The head of a journal")
struct JournalHeadTests {
  private let owner = ProcessIdentity(number: 12, started: 34, boot: 56)
  /// Whole pages of memory are no smaller than this.
  private let page = max(MappedMemory.pageSize, 16_384)

  private func head(halfBytes: Int = 1, name: String = "one") throws -> JournalHead {
    var session = SessionHeader()
    (session.session, session.app) = (name, "Shop")
    return try JournalHead(session: session, halfBytes: halfBytes, nonce: 78, owner: owner)
  }

  @Test("It comes back as it was, and says where the halves are")
  func comesBack() throws {
    let head = try head()
    let read = try JournalHead(head.encoded(), limits: ResourceLimits())
    #expect(read == head && read.owner == owner && read.nonce == 78 && read.session.session == "one")
    #expect(JournalHead.owner(in: head.encoded()) == owner)
    #expect(head.headBytes == page && head.halfBytes == max(page, 32_768))
    #expect(head.start(of: 0) == page && head.start(of: 1) == page + head.halfBytes)
    #expect(head.byteCount == page + 2 * head.halfBytes && head.encoded().count < page)
  }

  @Test("Halves are whole pages, neither too small nor too large, and none smaller than was asked for")
  func sizes() throws {
    // Halves are 32 KiB … 16 MiB, as the option says.
    let most = 16 << 20
    for (asked, given) in [
      (0, 32_768), (32_768, 32_768), (32_769, 32_768 + page), (1 << 20, 1 << 20), (1 << 20 + 1, 1 << 20 + page),
      (most - page, most - page), (most, most - page), (.max, most - page),
    ] {
      let head = try head(halfBytes: asked)
      #expect(head.halfBytes == given, "\(asked)")
      #expect(try JournalHead(head.encoded(), limits: ResourceLimits()) == head)
    }
  }

  @Test("A session's header takes as many pages as it needs, and no more than there may be")
  func longHeader() throws {
    let line = try head(name: "x").encoded().count - 1
    // A head takes less than 4 MiB, whatever the app says about itself.
    let most = (4 << 20) - page
    for (size, pages) in [(page, 1), (page + 1, 2), (most, most / page)] {
      let head = try head(name: String(repeating: "x", count: size - line))
      #expect(head.headBytes == pages * page && head.encoded().count == size)
      guard size < 1 << 20 else { continue }
      #expect(try JournalHead(head.encoded(), limits: ResourceLimits()) == head)
    }
    let error = #expect(throws: TraceError.self) { try head(name: String(repeating: "x", count: most - line + 1)) }
    #expect(error?.code == .tooLarge)
  }

  /// What is read of a head whose words are others, under a checksum that is theirs.
  private func read(_ change: (inout [UInt8]) -> Void) throws -> TraceError.Code? {
    var bytes = try head().encoded()
    bytes += [UInt8](repeating: 0, count: page - bytes.count)
    change(&bytes)
    let end = JournalLayout.text + Int(truncatingIfNeeded: bytes.word(at: 56))
    if end >= JournalLayout.text, end <= bytes.count {
      set(64, XXH64.hash(bytes[..<64] + bytes[JournalLayout.text..<end]), &bytes)
    }
    do throws(TraceError) {
      _ = try JournalHead(bytes, limits: ResourceLimits())
      return nil
    } catch {
      return error.code
    }
  }

  private func set(_ offset: Int, _ word: UInt64, _ bytes: inout [UInt8]) {
    for byte in 0..<8 { bytes[offset + byte] = UInt8(truncatingIfNeeded: word >> UInt64(8 * byte)) }
  }

  /// The word that says how long the head is.
  private func sized(_ byteCount: UInt64) -> UInt64 { byteCount << 32 | UInt64(JournalLayout.version) }

  @Test("What is no journal, or of another layout, is said to be that")
  func foreign() throws {
    #expect(try read { _ in } == nil)
    #expect(try read { self.set(0, JournalLayout.magic + 1, &$0) } == .notATrace)
    let (size, version) = (UInt64(page) << 32, UInt64(JournalLayout.version))
    #expect(
      try read { self.set(8, size | version + 1, &$0) } == .newerVersion
        && read { self.set(8, size | version - 1, &$0) } == .newerVersion)
    func advice(_ version: UInt64) throws -> Bool {
      var bytes = try head().encoded()
      set(8, size | version, &bytes)
      let error = #expect(throws: TraceError.self) { try JournalHead(bytes, limits: ResourceLimits()) }
      return error?.message.contains("Use a newer one.") ?? false
    }
    #expect(try advice(version + 1) && !advice(version - 1))
    let bytes = try head().encoded()
    for count in [0, 8, JournalLayout.text - 1] {
      let error = #expect(throws: TraceError.self) { try JournalHead(Array(bytes[..<count]), limits: ResourceLimits()) }
      #expect(error?.code == .notATrace)
    }
    let error = #expect(throws: TraceError.self) { try JournalHead(Array(bytes.dropLast()), limits: ResourceLimits()) }
    #expect(error?.code == .corrupt)
  }

  @Test("A size out of range is none, and the last one in range is")
  func range() throws {
    let halves = UInt64(2) << 32
    let (least, most) = (UInt64(32 << 10), UInt64(16 << 20))
    for size in [least, least + 8, most] { #expect(try read { self.set(16, halves | size, &$0) } == nil) }
    for size in [0, least - 8, least + 4, most + 8] {
      #expect(try read { self.set(16, halves | size, &$0) } == .corrupt)
    }
    for count in [0, 1, 3] as [UInt64] { #expect(try read { self.set(16, count << 32 | least, &$0) } == .corrupt) }
    let head = UInt64(4 << 20)
    for size in [head, head - 8] { #expect(try read { self.set(8, self.sized(size), &$0) } == nil) }
    for size in [0, 8, 252, head + 8, head - 4] { #expect(try read { self.set(8, self.sized(size), &$0) } == .corrupt) }
  }

  @Test("The line of the session's header is as long as it says, and fits the head")
  func line() throws {
    let length = UInt64(try head().encoded().count - JournalLayout.text)
    // The head ends right behind it, or a word earlier.
    let even = (length + 7) / 8 * 8
    let text = UInt64(JournalLayout.text)
    #expect(try read { self.set(8, self.sized(text + even), &$0) } == nil)
    #expect(try read { self.set(8, self.sized(text + even - 8), &$0) } == .corrupt)
    for length in [UInt64(page) - text + 1, .max, 1 << 62] {
      #expect(try read { self.set(56, length, &$0) } == .corrupt)
    }
    // A word of the head that is another under the old checksum.
    for offset in stride(from: 24, to: 72, by: 8) where offset != 56 {
      var bytes = try head().encoded()
      bytes[offset + 3] ^= 1
      let error = #expect(throws: TraceError.self) { try JournalHead(bytes, limits: ResourceLimits()) }
      #expect(error?.code == .corrupt && error?.position == .byte(0))
    }
  }
}
