import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("Completing a session from its journal")
struct JournalCompletionTests {
  /// A journal of these halves, as a file that is cut off behind the last of them.
  private func journal(_ halves: [(inout HandMadeHalf) -> Void], generations: [UInt64] = [1, 2]) throws -> [UInt8] {
    let nobody = ProcessIdentity(number: 0, started: 0, boot: 0)
    var header = SessionHeader()
    header.session = "one"
    let head = try JournalHead(session: header, halfBytes: 1, nonce: HandMadeHalf.nonce, owner: nobody)
    var bytes = head.encoded()
    for (number, make) in halves.enumerated() {
      bytes += [UInt8](repeating: 0, count: head.start(of: number) - bytes.count)
      var half = HandMadeHalf(generation: generations[number], at: head.start(of: number))
      make(&half)
      bytes += half.bytes
    }
    return bytes
  }

  private func lost(_ sequence: Int32, of popup: Int32 = 0) -> Event {
    var event = Event(.popupViewLost)
    (event.sequence, event.popup) = (sequence, PopupID(popup))
    return event
  }

  private func complete(_ journal: [UInt8], _ session: Session? = nil) throws -> (
    session: Session, remains: JournalReader.Remains
  ) {
    let reader = try JournalReader(journal)
    var session = session ?? Session(header: reader.header)
    let remains = try reader.complete(&session)
    return (session, remains)
  }

  @Test("Of two halves the older one comes first, wherever it stands")
  func order() throws {
    for (generations, sequences) in [([1, 2], [0, 1]), ([3, 2], [0, 1])] as [([UInt64], [Int32])] {
      let isReversed = generations[0] > generations[1]
      let bytes = try journal(
        [{ $0.add(self.lost(isReversed ? 1 : 0)) }, { $0.add(self.lost(isReversed ? 0 : 1)) }], generations: generations
      )
      let (session, remains) = try complete(bytes)
      #expect(session.events.map(\.sequence) == sequences && remains.addedEvents == 2 && remains.duplicateEvents == 0)
      #expect(try JournalReader(bytes).lastGeneration == generations.max())
    }
    #expect(
      try JournalReader(journal([])).lastGeneration == 0 && complete(journal([])).remains == JournalReader.Remains())
  }

  @Test("What was known is not there twice, and gaps are those between the numbers, old and new")
  func gaps() throws {
    var session = Session()
    session.header.session = "one"
    _ = session.catalog.popup(numbered: 0)
    session.log.events = [lost(0), lost(3)]
    session.gaps = [1]
    let bytes = try journal([
      { half in for sequence in [3, 4, 6] as [Int32] { half.add(self.lost(sequence)) } }, { $0.add(self.lost(9)) },
    ])
    let (completed, remains) = try complete(bytes, session)
    #expect(completed.events.map(\.sequence) == [0, 3, 4, 6, 9] && completed.gaps == [1, 3, 4])
    var expected = JournalReader.Remains()
    (expected.addedEvents, expected.duplicateEvents) = (3, 1)
    #expect(remains == expected)
    let alone = try complete(journal([{ $0.add(self.lost(2)) }]))
    #expect(alone.session.gaps == [0] && alone.session.header.session == "one")
  }

  @Test("Events about popups whose numbers are lost are left out, and holes are counted once however often it is read")
  func lostNumbers() throws {
    let bytes = try journal([
      { half in
        // The number 1 is popup 0's, so that of popup 1, which was not said, is lost.
        half.add(.popup, [0, 1])
        half.addHole(words: 3)
        half.add(self.lost(0))
        half.add(self.lost(1, of: 1))
        half.add(self.lost(2))
      },
      { half in
        half.addHole(words: 8)
        half.add(.popup, [0, 1])
        half.add(self.lost(3))
        half.add(.end, [1, 50])
      },
    ])
    let (session, remains) = try complete(bytes)
    #expect(session.events.map(\.sequence) == [0, 2, 3] && session.gaps == [1])
    #expect(remains.holes == 2 && remains.unsoundEvents == 1 && remains.addedEvents == 3 && remains.hasEnded)
    #expect(Array(session.catalog.popupNumbers) == [1, 0] && session.header.refusedEvents == 1)
    #expect(session.header.ended == Ticks(50))
    #expect(try complete(bytes, session).remains.addedEvents == 0)
  }

  @Test("What was lost is what the head says where that is more, and nothing where it says less than nothing")
  func losses() throws {
    var bytes = try journal([{ $0.add(self.lost(0)) }])
    for (number, offset) in [JournalLayout.dropped, JournalLayout.refused, JournalLayout.clamped].enumerated() {
      bytes[offset] = UInt8(number) + 5
    }
    let header = try complete(bytes).session.header
    #expect([header.droppedEvents, header.refusedEvents, header.clampedTimes] == [5, 6, 7])
    for offset in [JournalLayout.dropped, JournalLayout.refused, JournalLayout.clamped] { bytes[offset + 7] = 0xFF }
    #expect(try JournalReader(bytes).losses == TraceLosses())
  }

  @Test("A journal that would make of a session more than the limits allow is refused")
  func beyondLimits() throws {
    let bytes = try journal([{ $0.add(self.lost(0)) }])
    var session = Session()
    for number in 0..<4 { _ = session.catalog.popup(numbered: Int64(number)) }
    var limits = ResourceLimits()
    limits.entriesPerTable = 3
    let reader = try JournalReader(bytes, limits: limits)
    let error = #expect(throws: TraceError.self) { try reader.complete(&session) }
    #expect(error?.code == .corrupt && error?.message.contains("do not go together") == true)
    limits.entriesPerTable = 4
    _ = try JournalReader(bytes, limits: limits).complete(&session)
    #expect(session.events.count == 1)
  }

  @Test("Pages that stand in one another in a circle, once two halves are put together, are taken apart")
  func circles() throws {
    func page(_ index: Int, in container: Int32) -> [UInt64] {
      var spec = PageSpec()
      spec.container = PageID(container)
      return HandMadeHalf.words(JournalPage.words) {
        JournalPage.store(spec, number: Int64(index), index: index, in: $0)
      }
    }
    let bytes = try journal([
      { half in
        half.add(.page, page(0, in: -1))
        half.add(.page, page(1, in: 0))
        half.add(self.lost(0))
      },
      { half in
        half.add(.page, page(1, in: -1))
        half.add(.page, page(0, in: 1))
        half.add(.page, page(1, in: 0))
      },
    ])
    let session = try complete(bytes).session
    #expect(PageForest(session.catalog.pages).firstFlaw.isNone && session.events.count == 1)
    #expect(session.catalog.pages.count { !$0.container.isNone } == 1)
  }
}
