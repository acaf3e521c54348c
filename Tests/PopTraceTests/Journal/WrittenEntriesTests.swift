import PopupScheduling
import Testing

@testable import PopTrace

@Suite("What need not be said before an event")
struct WrittenEntriesTests {
  private enum Table: CaseIterable { case names, lists, specs, popups, changes }

  /// A session with four entries of each table, of which those at index 0 and 1 were said, 0 in this half.
  private final class Said {
    var statements = JournalWriter.WrittenEntries()
    var catalog = Catalog()

    init() {
      for index in 0..<4 {
        catalog.names.append("name \(index)")
        catalog.names.append([Symbol(index)])
        catalog.appendPopup(numbered: Int64(index))
        catalog.appendPage(numbered: Int64(index), PageSpec())
        catalog.append(PopupSpec(name: Symbol(index)))
      }
      for (round, indices) in [[0, 1], [0]].enumerated() {
        statements.begin(UInt64(round) + 1)
        for index in indices {
          for table in Table.allCases { note(index, in: table) }
          statements.pages.note(index, in: .none, catalog)
        }
      }
    }

    func covers(_ kind: EventKind = .idle, _ change: (inout Event) -> Void) -> Bool {
      var event = Event(kind)
      change(&event)
      return statements.covers(event, catalog)
    }
    /// Whether attributes are covered, one of which refers to an entry.
    func coversAttributes(_ index: Int = 0, _ entry: Int64 = 0) -> Bool {
      var values = PopupSpec(name: Symbol(0)).values
      values[index] = entry
      let references = PopupReferences(of: PopupSpec(values: values), pageCount: catalog.pages.count)
      return statements.covers(references, catalog)
    }
    func note(_ index: Int, in table: Table) {
      switch table {
      case .names: statements.names.note(index)
      case .lists: statements.lists.note(index)
      case .specs: statements.specs.note(index)
      case .popups: statements.note(popup: index)
      case .changes: statements.changes.note(index)
      }
    }
    /// Whether an entry was said in this half, and how many were in all.
    func state(_ id: Int32, _ table: Table) -> (isWritten: Bool, count: Int) {
      switch table {
      case .names: (statements.names.isWritten(id), statements.names.count)
      case .lists: (statements.lists.isWritten(id), statements.lists.count)
      case .specs: (statements.specs.isWritten(id), statements.specs.count)
      case .popups: (statements.popups.isWritten(id), statements.popups.count)
      case .changes: (statements.changes.isWritten(id), statements.changes.count)
      }
    }
    func isWritten(_ id: Int32, in table: Table) -> Bool { state(id, table).isWritten }
    func count(of table: Table) -> Int { state(0, table).count }
    func isWritten(_ page: PageID) -> Bool { statements.pages.isWritten(page, catalog) }
    func isWritten(page index: Int) -> Bool { statements.pages.isWritten(index) }
    var bases: SegmentBases { statements.bases }
    var hasOddNumbers: Bool { statements.hasOddNumbers }
  }

  @Test("What was said in this half is covered, and what was said in another, or never, is not")
  func entries() {
    let said = Said()
    #expect(said.bases == SegmentBases(names: 2, lists: 2, specs: 2, pages: 2, popups: 2, changes: 2))
    for id in [-1, 0, 1, 2, 3, 4, 5000, .max] as [Int32] {
      #expect(said.covers { $0.name = Symbol(id) } == (id < 1), "name \(id)")
      #expect(said.covers { $0.attributes = id } == (id < 1), "attributes \(id)")
      #expect(said.covers { $0.page = PageID(id) } == (id < 1), "page \(id)")
      for table in [Table.names, .lists, .specs, .changes] {
        #expect(said.isWritten(id, in: table) == (id < 1), "\(table) \(id)")
      }
      #expect(said.isWritten(PageID(id)) == (id < 1))
      #expect(said.isWritten(page: Int(id)) == (id == 0))
    }
    #expect(!said.covers(.popupChanged) { $0.attributes = 0 } && !said.covers(.popupChanged) { _ in })
    #expect(!said.covers { ($0.name, $0.page) = (Symbol(0), PageID(1)) })
    #expect(!said.covers { ($0.attributes, $0.page) = (1, PageID(0)) })
    #expect(said.covers { ($0.name, $0.attributes, $0.page) = (Symbol(0), 0, PageID(0)) })
  }

  @Test("A page that is another than it was said to be is not covered")
  func changedPage() {
    let said = Said()
    said.catalog.pages[0].scene = 4
    #expect(!said.covers { $0.page = PageID(0) } && said.isWritten(page: 0))
    said.catalog.pages = []
    #expect(!said.covers { $0.page = PageID(0) })
  }

  @Test("Popups whose numbers are their indices need no saying, and those that come next are counted")
  func popups() {
    let said = Said()
    for id in [-1, 0, 1] as [Int32] { #expect(said.covers { $0.popup = PopupID(id) }) }
    #expect(!said.covers { $0.popup = PopupID(3) } && said.bases.popups == 2)
    #expect(said.covers { $0.popup = PopupID(2) } && said.bases.popups == 3)
    #expect(said.covers { $0.popup = PopupID(3) } && said.bases.popups == 4)
    // The session has no more.
    #expect(!said.covers { $0.popup = PopupID(4) } && said.bases.popups == 4)
    said.catalog.appendPopup(numbered: 9)
    #expect(!said.covers { $0.popup = PopupID(4) } && said.bases.popups == 4)
  }

  @Test("Once a popup has another number than its index, each is said in each half")
  func oddNumbers() {
    let said = Said()
    #expect(!said.hasOddNumbers && !said.isWritten(0, in: .popups))
    said.statements.noteOddNumber()
    #expect(said.hasOddNumbers)
    #expect(!said.covers { $0.popup = PopupID(0) } && said.covers { $0.popup = .none })
    said.note(0, in: .popups)
    #expect(said.covers { $0.popup = PopupID(0) } && !said.covers { $0.popup = PopupID(1) })
    #expect(said.isWritten(0, in: .popups) && said.bases.popups == 2)
    said.statements.begin(3)
    #expect(!said.covers { $0.popup = PopupID(0) } && said.bases.popups == 2)
  }

  @Test("Timers are counted up to the last that a trace can name")
  func timers() {
    let said = Said()
    #expect(said.covers { $0.timer = TimerID(7) } && said.bases.timers == 8)
    #expect(said.covers { $0.timer = TimerID(3) } && said.bases.timers == 8)
    said.statements.note(TimerID(8))
    said.statements.note(TimerID(2))
    #expect(said.bases.timers == 9)
    #expect(!said.covers { $0.timer = TimerID(SlotCheck.timerLimit + 1) } && said.bases.timers == 9)
    #expect(said.covers { $0.timer = TimerID(SlotCheck.timerLimit) })
    #expect(said.bases.timers == Int(SlotCheck.timerLimit) + 1)
  }

  @Test("Attributes are covered where all that they refer to is; of pages, those that the session has")
  func attributes() {
    let said = Said()
    #expect(said.coversAttributes())
    for (index, attribute) in PopupSpec.attributes.enumerated() {
      for entry in [-1, 0, 1, 3, 4, 2000] as [Int64] {
        let isCovered =
          switch attribute.shape {
          case .name, .list: entry < 1
          // Pages that an app made up are left out.
          case .page: entry < 1 || entry > 3
          case .length, .number, .word, .choice, .flag: true
          }
        #expect(said.coversAttributes(index, entry) == isCovered, "\(attribute.name) \(entry)")
      }
    }
  }

  @Test("What is said again was there, and what is said behind it counts")
  func counts() {
    let said = Said()
    for table in Table.allCases {
      said.note(1, in: table)
      #expect(said.count(of: table) == 2)
      said.note(3, in: table)
      #expect(said.count(of: table) == 4)
      let areRight = said.isWritten(3, in: table) && said.isWritten(1, in: table) && !said.isWritten(2, in: table)
      #expect(table == .popups || areRight)
    }
    said.statements.pages.note(1, in: .none, said.catalog)
    said.statements.pages.note(3, in: .none, said.catalog)
    #expect(said.bases == SegmentBases(names: 4, lists: 4, specs: 4, pages: 4, popups: 4, changes: 4))
  }
}

@Suite("The popups that lost, as a journal takes them")
struct LostPopupsTests {
  @Test("They are the first eight, two to a word", arguments: 0...10)
  func popups(count: Int) {
    let popups = (0..<count).map { PopupID($0 * 3) }
    let lost = LostPopups(popups)
    let kept = min(count, 8)
    #expect(lost.count == kept && lost.isEmpty == (count == 0) && lost.words == (kept + 1) / 2)
    #expect((0..<kept).map { lost[$0] } == Array(popups.prefix(8)))
    let words = (0..<lost.words).map { word in
      HandMadeHalf.pair(Int32(word * 6), 2 * word + 1 < kept ? Int32(word * 6 + 3) : -1)
    }
    #expect((0..<lost.words).map(lost.word) == words)
    #expect(lost.areBelow(kept * 3 - 2) && (kept == 0 || !lost.areBelow(kept * 3 - 3)))
  }

  @Test("None of them is below a limit that is no popup")
  func none() {
    #expect(!LostPopups([PopupID(0), .none]).areBelow(9) && LostPopups([PopupID]()).areBelow(0))
    // Of a part of a list, those of the part.
    #expect(LostPopups([4, 5, 6, 7].map { PopupID($0) }[1..<3]).word(0) == HandMadeHalf.pair(5, 6))
  }
}
