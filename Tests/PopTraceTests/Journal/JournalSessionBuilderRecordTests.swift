import PopupScheduling
import Testing

@testable import PopTrace

/// What a session becomes by the records of a half: entries and events that are as they say, and none that cannot be.
@Suite("What a half says")
struct JournalSessionBuilderRecordTests {
  private static func pair(_ low: Int32, _ high: Int32) -> UInt64 { HandMadeHalf.pair(low, high) }

  /// What a session becomes that knows nothing else.
  private func take(
    limits: ResourceLimits = ResourceLimits(), _ make: (inout HandMadeHalf) -> Void
  ) throws -> JournalSessionBuilder {
    var half = HandMadeHalf()
    make(&half)
    var builder = JournalSessionBuilder(Session(), limits: limits)
    var records = try #require(half.opened(limits: limits))
    builder.take(&records)
    return builder
  }

  // MARK: - Names and lists

  @Test("A name is its text; one that is cut off, no UTF-8, or beyond the limits is none")
  func names() throws {
    var limits = ResourceLimits()
    limits.namesPerSession = 4
    let builder = try take(limits: limits) { half in
      half.add(name: "Home", at: 0)
      half.add(.name, [Self.pair(1, 17), 0x41, 0x42])
      half.add(.name, [Self.pair(2, -1), 0x41])
      half.add(.name, [Self.pair(3, 1), 0xFF])
      half.add(name: "Cart", at: 4)
      half.add(name: "Cart", at: -1)
      half.add(name: "Cart", at: 3)
    }
    let catalog = builder.session.catalog
    #expect(catalog.names.texts == ["Home", "?1", "?2", "Cart"])
  }

  @Test("No entry has an index that the half has no room for")
  func room() throws {
    var half = HandMadeHalf()
    half.add(name: "a", at: 60)
    half.add(name: "b", at: 61)
    // 14 words of records and the rest: two words are the shortest entry, so that the half has room for 61 at most.
    let room = 61 * 16 - half.bytes.count
    var builder = JournalSessionBuilder(Session(), limits: ResourceLimits())
    var records = try #require(half.opened(room: room))
    builder.take(&records)
    #expect(builder.session.catalog.names.texts.count == 61)
    #expect(builder.session.catalog.names.text(Symbol(60)) == "a")
  }

  @Test("A list has the members that it says, which were said before")
  func lists() throws {
    let builder = try take { half in
      for index in 0..<4 { half.add(name: "name \(index)", at: Int32(index)) }
      half.add(list: [], at: 0)
      half.add(list: [3], at: 1)
      half.add(list: [0, 2], at: 2)
      half.add(list: [2, 1, 0], at: 3)
      // Of a member that is not said, or none; with fewer words than members; and fewer than none.
      half.add(list: [0, 4], at: 4)
      half.add(list: [-1], at: 4)
      half.add(.list, [Self.pair(4, 3), Self.pair(0, 1)])
      half.add(.list, [Self.pair(4, -1), Self.pair(0, 1)])
      half.add(.list, [Self.pair(4, 2), Self.pair(1, 0)])
    }
    let names = builder.session.catalog.names
    #expect(
      (0..<names.listCount).map { names.list(NameListID($0)).map(\.rawValue) } == [
        [], [3], [0, 2], [2, 1, 0], [1, 0],
      ])
  }

  @Test("There are as many lists, attributes, pages, popups and changes as the limits allow")
  func limits() throws {
    var limits = ResourceLimits()
    (limits.namesPerSession, limits.entriesPerTable) = (3, 2)
    let builder = try take(limits: limits) { half in
      for index in 0..<5 as Range<Int32> {
        half.add(list: [], at: index)
        half.add(.spec, spec(PopupSpec(name: .none), at: Int(index)))
        half.add(.page, page(PageSpec(), number: Int64(index), at: Int(index)))
        half.add(.popup, [UInt64(index), UInt64(index) + 10])
        half.add(.change, [Self.pair(index, 1), Self.pair(5, -1), 0])
      }
      half.add(.popup, [.max, 1])
    }
    let bases = SegmentBases(names: 0, lists: 3, specs: 2, pages: 2, popups: 2, changes: 2)
    #expect(builder.session.catalog.sizes == bases)
  }

  // MARK: - Attributes, pages and changes

  private func spec(_ spec: PopupSpec, pages: Int = 9, at index: Int = 0) -> [UInt64] {
    HandMadeHalf.words(JournalSpec.words) { JournalSpec.store(spec, pageCount: pages, index: index, in: $0) }
  }

  private func page(_ spec: PageSpec, number: Int64 = 0, at index: Int = 0) -> [UInt64] {
    HandMadeHalf.words(JournalPage.words) { JournalPage.store(spec, number: number, index: index, in: $0) }
  }

  @Test("Attributes, pages and changes are left out where what they refer to is not said")
  func references() throws {
    let names: [WritableKeyPath<PopupSpec, Symbol>] = [\.name, \.chain, \.key, \.host, \.user]
    let builder = try take { half in
      half.add(name: "a", at: 0)
      half.add(list: [0], at: 0)
      var inside = PageSpec()
      half.add(.page, page(inside))
      inside.classes = NameListID(0)
      inside.container = PageID(0)
      half.add(.page, page(inside, number: 1, at: 1))
      for classes in [1, -2] as [Int32] {
        var other = PageSpec()
        other.classes = NameListID(classes)
        half.add(.page, page(other, number: 2, at: 2))
      }
      for container in [2, 3, -2] as [Int32] {
        var other = PageSpec()
        other.container = PageID(container)
        half.add(.page, page(other, number: 2, at: 2))
      }
      half.add(.page, page(PageSpec(), number: 1 << 53 + 1, at: 2))
      half.add(.page, page(PageSpec(), number: -1, at: 2))
      half.add(.page, page(PageSpec(), number: 1 << 53, at: 2))
      for path in names {
        var other = PopupSpec(name: .none)
        other[keyPath: path] = Symbol(1)
        half.add(.spec, spec(other))
        other[keyPath: path] = Symbol(-2)
        half.add(.spec, spec(other))
      }
      for path in [\PopupSpec.instance, \.callerPage] {
        var other = PopupSpec(name: Symbol(0))
        other[keyPath: path] = PageID(3)
        half.add(.spec, spec(other))
      }
      var known = PopupSpec(name: Symbol(0))
      known.pages = NameListID(1)
      half.add(.spec, spec(known))
      (known.pages, known.instance, known.callerPage) = (NameListID(0), PageID(1), PageID(2))
      half.add(.spec, spec(known))
      half.add(.change, [Self.pair(0, 2), Self.pair(0, 1), 0])
      half.add(.change, [Self.pair(0, 2), Self.pair(0, 0), 0])
    }
    let catalog = builder.session.catalog
    #expect(catalog.pages.map(\.container.rawValue) == [-1, 0, -1])
    #expect(catalog.pages.map(\.classes.rawValue) == [-1, 0, -1] && catalog.pageNumbers == [0, 1, 1 << 53])
    #expect(builder.writtenPages == [0, 1, 2])
    #expect(catalog.specs.map(\.callerPage) == [PageID(2)])
    #expect(catalog.changes.map(\.pages) == [NameListID(0)])
  }

  @Test("Pages of another half are not those that this one says")
  func writtenPages() throws {
    var builder = JournalSessionBuilder(Session(), limits: ResourceLimits())
    for (generation, pages) in [[0, 1, 0], [1]].enumerated() {
      var half = HandMadeHalf(generation: UInt64(generation) + 1)
      for index in pages { half.add(.page, page(PageSpec(), number: Int64(index), at: index)) }
      var records = try #require(half.opened())
      builder.take(&records)
    }
    #expect(builder.writtenPages == [1])
  }

  @Test("A popup's number is the one that is said, and else its index")
  func popups() throws {
    let builder = try take { half in
      half.add(.popup, [1, 50])
      half.add(.popup, [2, 60, 0])
      half.add(.popup, [2, 1 << 53 + 1])
      half.add(.popup, [3, 1 << 53])
      half.add(lost(4))
    }
    #expect(Array(builder.session.catalog.popupNumbers) == [0, 50, 2, 1 << 53, 4])
    #expect(builder.session.events.map(\.popup) == [PopupID(4)])
  }

  // MARK: - Events

  private func lost(_ popup: Int32, _ change: (inout Event) -> Void = { _ in }) -> Event {
    var event = Event(.popupViewLost, time: Ticks(5))
    (event.sequence, event.popup) = (0, PopupID(popup))
    change(&event)
    return event
  }

  /// The events of a half that says one entry of each table, and another popup than its index says.
  private func events(_ add: (inout HandMadeHalf) -> Void) throws -> JournalSessionBuilder {
    try take { half in
      half.add(name: "a", at: 0)
      half.add(list: [0], at: 0)
      half.add(.page, page(PageSpec()))
      half.add(.spec, spec(PopupSpec(name: Symbol(0))))
      half.add(.change, [Self.pair(0, 1), Self.pair(5, -1), 0])
      add(&half)
    }
  }

  @Test("An event has every slot as it was")
  func slots() throws {
    var shown = Event(.popupShown, time: Ticks(5))
    (shown.sequence, shown.cause, shown.popup, shown.page) = (3, 2, PopupID(1), PageID(0))
    (shown.generation, shown.flags, shown.reason) = (4, [.restored], .slot)
    var set = Event(.timerSet, time: Ticks(5))
    (set.sequence, set.timer, set.at, set.purpose) = (4, TimerID(6), Ticks(-9), .autoDismiss)
    (set.scene, set.scheduler) = (40_000, 50_000)
    var submitted = Event(.popupSubmitted, time: Ticks(8))
    (submitted.sequence, submitted.popup, submitted.spec) = (9, PopupID(2), SpecID(0))
    var changed = Event(.popupChanged, time: Ticks(8))
    (changed.sequence, changed.popup, changed.attributes) = (10, PopupID(2), 0)
    var called = Event(.callback, time: Ticks(8))
    (called.sequence, called.name) = (11, Symbol(0))
    let all = [shown, set, submitted, changed, called]
    let builder = try events { half in for event in all { half.add(event) } }
    #expect(builder.session.events == all)
    #expect(builder.unsoundEvents == 0 && builder.duplicateEvents == 0 && builder.timersEnd == 7)
    #expect(builder.lastSequence == 11 && builder.lastTime == Ticks(8))
  }

  @Test("Popups that lost are those that it says, up to eight", arguments: 0...9)
  func over(count: Int32) throws {
    var event = Event(.popupHidden, time: .zero)
    (event.sequence, event.popup, event.generation, event.reason) = (0, PopupID(0), 1, .dismissed)
    let popups = (0..<count).map { 20 - $0 }
    let builder = try events { $0.add(event, over: popups) }
    guard count < 9 else { return #expect(builder.session.events.isEmpty && builder.unsoundEvents == 1) }
    let read = try #require(builder.session.events.first)
    #expect(builder.session.log.over(of: read).map(\.rawValue) == popups && read.overCount == UInt8(count))
    #expect(builder.session.catalog.popupNumbers.count == (count == 0 ? 1 : 21))
    // With a word less than they take.
    guard count > 0 else { return }
    var words = HandMadeHalf.words(of: event, over: popups)
    words.removeLast()
    #expect(try events { $0.add(.event, words) }.session.events.isEmpty)
  }

  /// Each makes of an event that is sound one that is not.
  private static let unsound: [@Sendable (inout Event) -> Void] = [
    { $0.name = Symbol(1) }, { $0.name = Symbol(-2) }, { $0.page = PageID(1) }, { $0.page = PageID(-2) },
    { $0.attributes = 1 }, { $0.attributes = -2 }, { $0.popup = .none }, { $0.cause = 5 }, { $0.timer = TimerID(3) },
    { $0.generation = -1 }, { $0.time = Ticks(4) }, { $0.time = Ticks(SlotCheck.timeLimit) },
    { $0.sequence = SlotCheck.sequenceLimit + 1 },
  ]

  @Test("An event refers to what its own half says, whatever earlier ones said", arguments: 0..<6, [false, true])
  func ownHalf(table: Int, isSaidAgain: Bool) throws {
    var builder = JournalSessionBuilder(Session(), limits: ResourceLimits())
    for generation in 1...2 as ClosedRange<UInt64> {
      var half = HandMadeHalf(generation: generation, nextSequence: Int32(generation) - 1)
      if generation == 1 || isSaidAgain {
        half.add(name: "a", at: 0)
        half.add(.page, page(PageSpec()))
        half.add(.spec, spec(PopupSpec(name: Symbol(0))))
        half.add(.change, [Self.pair(0, 1), Self.pair(5, -1), 0])
        half.add(.popup, [1, 70])
      }
      var event = Event(
        [.popupTapped, .popupWithdrawn, .popupSubmitted, .popupChanged, .popupViewLost, .popupHidden][table])
      (event.sequence, event.popup) = (Int32(generation) - 1, PopupID(table == 4 ? 1 : 0))
      switch table {
      case 0: event.name = Symbol(0)
      case 1: event.page = PageID(0)
      case 2, 3: event.attributes = 0
      case 5: (event.generation, event.reason) = (1, .dismissed)
      default: break
      }
      half.add(event, over: table == 5 ? [0, 1] : [])
      var records = try #require(half.opened())
      builder.take(&records)
    }
    #expect(builder.session.events.map(\.sequence) == (isSaidAgain ? [0, 1] : [0]))
    #expect(builder.unsoundEvents == (isSaidAgain ? 0 : 1))
  }

  @Test("One that refers to what is not said, or that no trace could hold, is left out and decides nothing")
  func unsound() throws {
    for (number, change) in Self.unsound.enumerated() {
      let builder = try events { half in
        half.add(lost(0) { $0.sequence = 4 })
        half.add(
          lost(0) {
            $0.sequence = 5
            change(&$0)
          })
        half.add(lost(0) { $0.sequence = 6 })
      }
      #expect(builder.session.events.map(\.sequence) == [4, 6] && builder.unsoundEvents == 1, "\(number)")
    }
    let changed = try events { half in
      for attributes in [0, 1] as [Int32] {
        var event = Event(.popupChanged, time: .zero)
        (event.sequence, event.popup, event.attributes) = (attributes, PopupID(0), attributes)
        half.add(event)
      }
      var words = HandMadeHalf.words(of: lost(0) { $0.sequence = 7 })
      words[6] |= 0xFF << 32
      half.add(.event, words)
      half.add(.event, Array(HandMadeHalf.words(of: lost(0) { $0.sequence = 8 }).dropLast()))
    }
    #expect(changed.session.events.map(\.sequence) == [0] && changed.unsoundEvents == 3)
  }

  @Test("One whose number was there is there once, whatever it says")
  func duplicates() throws {
    let builder = try events { half in
      for sequence in [0, 3, 3, 2, 4] as [Int32] { half.add(lost(0) { $0.sequence = sequence }) }
    }
    #expect(builder.session.events.map(\.sequence) == [0, 3, 4])
    #expect(builder.duplicateEvents == 2 && builder.unsoundEvents == 0)
  }

  @Test("There are as many as the limits allow")
  func eventLimit() throws {
    var limits = ResourceLimits()
    limits.eventsPerSession = 3
    let builder = try take(limits: limits) { half in
      for sequence in 0..<5 as Range<Int32> { half.add(lost(0) { $0.sequence = sequence }) }
    }
    #expect(builder.session.events.count == 3 && builder.unsoundEvents == 2)
  }

  @Test("Marks are taken off where the header does not say that there are any")
  func marks() throws {
    for isMarked in [false, true] {
      var session = Session()
      session.header.marksReentrantStimuli = isMarked
      var builder = JournalSessionBuilder(session, limits: ResourceLimits())
      var half = HandMadeHalf()
      half.add(lost(0) { $0.flags = .reentrant })
      var records = try #require(half.opened())
      builder.take(&records)
      #expect(builder.session.events.map { $0.flags.contains(.reentrant) } == [isMarked])
    }
  }

  // MARK: - The end

  @Test("A session has ended when it says so, and no earlier than its last event", arguments: [2, 5, 9] as [UInt64])
  func end(time: UInt64) throws {
    let builder = try take { half in
      half.add(lost(0))
      half.add(.end, [1, time])
    }
    #expect(builder.hasEnded && builder.session.header.ended == Ticks(Int64(max(5, time))))
  }

  @Test("Where the time of the end is not known, or cannot be, it has none")
  func unknownEnd() throws {
    for words in [[0, 9], [2, 9], [1, UInt64(SlotCheck.timeLimit)], [1, 9, 9], [1]] as [[UInt64]] {
      let builder = try take { $0.add(.end, words) }
      #expect(builder.hasEnded && builder.session.header.ended == nil, "\(words)")
    }
    #expect(try take { $0.add(.end, [1, UInt64(SlotCheck.timeLimit) - 1]) }.session.header.ended != nil)
    #expect(try !take { _ in }.hasEnded)
  }

  @Test("A half is whole where it says so at its end, and what it then says of losses and entries counts")
  func close() throws {
    var builder = JournalSessionBuilder(Session(), limits: ResourceLimits())
    var half = HandMadeHalf()
    half.add(.close, [1, 8, 70, 1 | 2 << 32, 3 | 4 << 32, 5 | 6 << 32, 7, 30, 20, 10])
    var records = try #require(half.opened())
    builder.take(&records)
    #expect(builder.hasClosed && builder.generation == 1 && builder.timersEnd == 7)
    let header = builder.session.header
    #expect(header.droppedEvents == 30 && header.refusedEvents == 20 && header.clampedTimes == 10)
    #expect(
      builder.session.catalog.sizes
        == SegmentBases(names: 1, lists: 2, specs: 3, pages: 4, popups: 5, changes: 6))
    #expect(builder.session.catalog.pageNumbers == [0, 1, 2, 3])
    // The next half goes on, was not closed, and takes nothing back.
    records = try #require(HandMadeHalf(generation: 2).opened())
    builder.take(&records)
    #expect(!builder.hasClosed && builder.generation == 2 && builder.session.header == header)
    // One whose words are out of range is none.
    half = HandMadeHalf(generation: 3)
    half.add(.close, [3, 1 << 40, 0, 0, 0, 0, 0, 0, 0, 0])
    records = try #require(half.opened())
    builder.take(&records)
    #expect(!builder.hasClosed)
  }

  @Test("Losses only grow, and those that went with the trace's file count as dropped")
  func losses() {
    var builder = JournalSessionBuilder(Session(), limits: ResourceLimits())
    var losses = TraceLosses()
    (losses.dropped, losses.refused, losses.clamped) = (3, 4, 5)
    builder.lostEvents = 100
    builder.note(losses)
    builder.note(TraceLosses())
    let header = builder.session.header
    #expect(header.droppedEvents == 103 && header.refusedEvents == 4 && header.clampedTimes == 5)
  }
}
