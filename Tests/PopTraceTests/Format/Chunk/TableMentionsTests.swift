import PopupScheduling
import Testing

@testable import PopTrace

@Suite("What a segment needs of its session's tables")
struct TableMentionsTests {
  @Test("All new entries up to the highest are needed, and of the older ones those that are mentioned")
  func marking() {
    var mentions = SegmentMentions.Table(base: 5, end: 3)
    #expect(mentions.all.isEmpty && mentions.count == 0 && mentions.end == 5)
    for id in [4, -1, 7, 0, 4, 6, -9] as [Int32] { mentions.mark(id) }
    #expect(mentions.older == [4, 0] && mentions.end == 8 && mentions.count == 5)
    mentions.sort()
    #expect(mentions.all == [0, 4, 5, 6, 7])
    #expect([-1, 0, 4, 5, 6, 7].map(mentions.entry) == [-1, 0, 1, 2, 3, 4])
    mentions.mark(5)
    #expect(mentions.end == 8)
    let whole = SegmentMentions.Table(base: 2, end: 9)
    #expect(whole.all == Array(2..<9) && whole.entry(of: 8) == 6 && whole.entry(of: -3) == -1)
  }

  /// A session whose entries refer to one another, each of which has five of them.
  private func session() -> Session {
    var session = Session()
    for index in 0..<5 {
      session.catalog.names.append("name \(index)")
      session.catalog.names.append([Symbol(4 - index)])
      session.catalog.appendPopup(numbered: Int64(index))
      var page = PageSpec()
      page.classes = NameListID(index)
      if index > 0 { page.container = PageID(index - 1) }
      session.catalog.appendPage(numbered: Int64(index), page)
      session.catalog.append(PopupSpec(name: Symbol(index)))
      var change = PopupChange()
      change.level = Int32(index)
      if index == 2 { change.pages = NameListID(1) }
      session.catalog.changes.append(change)
    }
    return session
  }

  private func needed(
    _ session: Session, _ events: [Event], isLast: Bool = false, saysAll: Bool = false, changed: [Int] = [],
    bases: SegmentBases? = nil
  ) -> [[Int]] {
    var session = session
    session.log.events = events
    var piece = SegmentPiece(session: 0, events: events.indices, isFirst: false, isLast: isLast)
    (piece.saysAllTables, piece.changedPages) = (saysAll, changed)
    let known = bases ?? SegmentBases(names: 5, lists: 5, specs: 5, pages: 5, popups: 5, changes: 5, timers: 7)
    let mentions = SegmentMentions(piece, of: session, bases: known)
    #expect(mentions.basesBefore == known)
    let all = [mentions.names, mentions.lists, mentions.specs, mentions.pages, mentions.popups, mentions.changes]
    return all.map(\.all) + [[mentions.timersBase, mentions.timersEnd]]
  }

  private func event(_ kind: EventKind, _ change: (inout Event) -> Void) -> Event {
    var event = Event(kind)
    change(&event)
    return event
  }

  @Test("An event needs what it refers to, and what that refers to in turn")
  func events() {
    let session = session()
    #expect(needed(session, []) == [[], [], [], [], [], [], [7, 7]])
    let tapped = event(.popupTapped) { ($0.popup, $0.name) = (PopupID(3), Symbol(1)) }
    #expect(needed(session, [tapped]) == [[1], [], [], [], [3], [], [7, 7]])
    // A page, and those it stands in, with their classes and the names of these.
    let page = event(.pageDidAppear) { $0.page = PageID(1) }
    #expect(needed(session, [page]) == [[3, 4], [0, 1], [], [0, 1], [], [], [7, 7]])
    let submitted = event(.popupSubmitted) { ($0.popup, $0.spec) = (PopupID(0), SpecID(2)) }
    #expect(needed(session, [submitted]) == [[2], [], [2], [], [0], [], [7, 7]])
    let changed = event(.popupChanged) { ($0.popup, $0.attributes) = (PopupID(0), 2) }
    #expect(needed(session, [changed]) == [[3], [1], [], [], [0], [2], [7, 7]])
    let timer = event(.timerFired) { $0.timer = TimerID(9) }
    #expect(needed(session, [timer]) == [[], [], [], [], [], [], [7, 10]])
    #expect(needed(session, [], changed: [0]) == [[4], [0], [], [0], [], [], [7, 7]])
  }

  @Test("Attributes need every name, list and page of theirs")
  func attributes() {
    var session = session()
    var spec = PopupSpec(name: Symbol(0))
    (spec.chain, spec.key, spec.host, spec.user) = (Symbol(1), Symbol(2), Symbol(3), Symbol(4))
    (spec.pages, spec.instance) = (NameListID(3), PageID(0))
    session.catalog.replace(SpecID(1), with: spec)
    let submitted = event(.popupSubmitted) { ($0.popup, $0.spec) = (PopupID(0), SpecID(1)) }
    #expect(needed(session, [submitted]) == [[0, 1, 2, 3, 4], [0, 3], [1], [0], [0], [], [7, 7]])
    spec = PopupSpec(name: .none)
    spec.callerPage = PageID(2)
    session.catalog.replace(SpecID(1), with: spec)
    #expect(needed(session, [submitted]) == [[2, 3, 4], [0, 1, 2], [1], [0, 1, 2], [0], [], [7, 7]])
  }

  @Test("The last piece of a session, and one that says all tables, says what no other said")
  func whole() {
    let bases = SegmentBases(names: 4, lists: 3, specs: 4, pages: 4, popups: 2, changes: 4, timers: 0)
    for isLast in [false, true] {
      let needed = needed(session(), [], isLast: isLast, saysAll: !isLast, bases: bases)
      // The last page stands in all others, whose classes are all lists and names.
      let all = Array(0..<5)
      #expect(needed == [all, all, [4], all, [2, 3, 4], [4], [0, 0]])
    }
    #expect(needed(session(), [], bases: bases) == [[], [], [], [], [], [], [0, 0]])
  }

  @Test("Much is more than a chunk may have room for: of one table's entries, or of names' bytes")
  func heavy() {
    let most = SegmentMentions.heavy
    var session = Session()
    for number in 0..<most { session.catalog.appendPopup(numbered: Int64(number)) }
    func isHeavy() -> Bool {
      let piece = SegmentPiece(session: 0, events: 0..<0, isFirst: true, isLast: true)
      return SegmentMentions(piece, of: session, bases: SegmentBases()).isHeavy(session.catalog)
    }
    #expect(!isHeavy())
    session.catalog.appendPopup(numbered: 1 << 40)
    #expect(isHeavy())
    session = Session()
    session.catalog.names.append(String(repeating: "x", count: 1 << 19))
    session.catalog.names.append(String(repeating: "y", count: 1 << 19))
    #expect(!isHeavy())
    session.catalog.names.append("z")
    #expect(isHeavy())
    // Names that are said again count as well.
    var event = Event(.callback)
    event.name = Symbol(0)
    session.log.events = [event]
    session.catalog.names.append(String(repeating: "w", count: 1 << 19 + 1))
    let piece = SegmentPiece(session: 0, events: 0..<1, isFirst: false, isLast: true)
    let mentions = SegmentMentions(piece, of: session, bases: SegmentBases(names: 3))
    #expect(mentions.names.all == [0, 3] && mentions.isHeavy(session.catalog))
  }

  @Test("A piece in halves has all of its events, its beginning in the first and its end in the second")
  func halves() {
    for events in [4..<9, 4..<8, 4..<5] {
      var piece = SegmentPiece(session: 3, events: events, isFirst: true, isLast: true)
      (piece.saysAllTables, piece.changedPages) = (true, [2])
      let halves = piece.halves
      #expect(halves.map(\.isFirst) == [true, false] && halves.map(\.isLast) == [false, true])
      #expect(halves.flatMap { Array($0.events) } == Array(events) && halves[0].events.count == events.count / 2)
      #expect(halves.allSatisfy { $0.session == 3 && $0.saysAllTables && $0.changedPages == [2] })
    }
  }

  // MARK: - Reading

  @Test("What is mentioned is told as the last, the one before, the next new one, or so far back")
  func reading() {
    func ways(_ mode: EventShape.Mention) -> EventDecoder.MentionWays { EventDecoder.MentionWays(mode.rawValue) }
    var mentions = EventDecoder.Mentions(3, limit: 6)
    #expect(mentions.take(ways(.none), back: 0) == -1 && mentions.isSound)
    #expect(mentions.take(ways(.column), back: 0) == 2 && mentions.take(ways(.new), back: 99) == 3)
    #expect(mentions.take(ways(.last), back: 99) == 3 && mentions.take(ways(.beforeLast), back: 99) == 2)
    #expect(mentions.take(ways(.none), back: 99) == -1 && mentions.take(ways(.beforeLast), back: 0) == 3)
    #expect(mentions.take(ways(.column), back: 3) == 0 && mentions.take(ways(.new), back: 0) == 4)
    #expect(mentions.take(ways(.column), back: -1) == 5 && mentions.isSound)
    let back = (0...6).map { mentions.back(by: Zigzag.encode($0))?.rawValue }
    #expect(back == [5, 4, 3, 2, 1, 0, nil])
    #expect(mentions.back(by: Zigzag.encode(-1)) == nil)
    // One out of range is noticed, and stays so.
    for beyond in [EventShape.Mention.new, .column] {
      var some = mentions
      _ = some.take(ways(beyond), back: beyond == .column ? 6 : 0)
      #expect(!some.isSound)
      _ = some.take(ways(.last), back: 0)
      #expect(!some.isSound)
    }
    var first = EventDecoder.Mentions(0, limit: 0)
    _ = first.take(ways(.last), back: 0)
    #expect(!first.isSound)
    var second = EventDecoder.Mentions(0, limit: 1)
    #expect(second.take(ways(.new), back: 0) == 0 && second.isSound)
    _ = second.take(ways(.beforeLast), back: 0)
    #expect(!second.isSound)
  }

  @Test("A cause is given in one way at a time")
  func causes() {
    let modes: [EventShape.Cause] = [.none, .previous, .asPrevious, .latestOfKind, .column]
    for (index, mode) in modes.enumerated() {
      let ways = EventDecoder.CauseWays(mode.rawValue, kind: 9)
      let bits = [ways.none, ways.previous, ways.asPrevious, ways.latestOfKind, ways.column]
      #expect(bits == (0..<5).map { $0 == index ? -1 : 0 } && ways.kind == 9)
    }
  }
}
