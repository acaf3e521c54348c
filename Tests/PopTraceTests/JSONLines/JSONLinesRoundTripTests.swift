import PopupScheduling
import Testing

@testable import PopTrace

@Suite struct JSONLinesRoundTripTests {
  /// An event with everything it refers to resolved, so that two sessions can be compared whatever their symbols are.
  private struct Resolved: Equatable {
    var event: Event
    var texts: [String]
    var numbers: [Int64]
  }

  private func resolved(_ event: Event, of session: Session) -> Resolved {
    let catalog = session.catalog
    var plain = event
    var texts = [event.name.isNone ? "-" : catalog.names.text(event.name)]
    var numbers = [catalog.number(of: event.popup), catalog.number(of: event.page)]
    numbers += session.log.over(of: event).map { catalog.number(of: $0) }
    plain.name = .none
    plain.popup = .none
    plain.page = .none
    plain.overStart = 0
    plain.attributes = -1
    func list(_ id: NameListID) -> String {
      id.isNone ? "-" : "\(catalog.names.list(id).map { catalog.names.text($0) })"
    }
    func name(_ symbol: Symbol) -> String { symbol.isNone ? "-" : catalog.names.text(symbol) }
    if event.kind == .popupSubmitted, event.attributes >= 0 {
      for (attribute, value) in zip(PopupSpec.attributes, catalog.spec(event.spec).values) {
        switch attribute.shape {
        case .name: texts.append(name(Symbol(Int(value))))
        case .list: texts.append(list(NameListID(Int(value))))
        case .page: numbers.append(catalog.number(of: PageID(Int(value))))
        case .length, .number, .word, .choice, .flag: numbers.append(value)
        }
      }
    }
    if event.kind == .popupChanged, event.attributes >= 0 {
      let change = catalog.changes[Int(event.attributes)]
      texts += [
        "\(String(describing: change.level)) \(String(describing: change.expires))", change.pages.map(list) ?? "nil",
      ]
    }
    if !event.page.isNone {
      let page = catalog.pages[event.page.index]
      texts += [list(page.classes), "\(page.presentation) \(page.scene) \(String(describing: page.navigation))"]
      numbers.append(catalog.number(of: page.container))
    }
    return Resolved(event: plain, texts: texts, numbers: numbers)
  }

  private func expectSame(_ left: Session, _ right: Session) {
    #expect(left.header == right.header)
    #expect(left.isScenario == right.isScenario)
    #expect(left.gaps == right.gaps)
    #expect(left.skippedEvents == right.skippedEvents)
    #expect(left.events.count == right.events.count)
    for (one, other) in zip(left.events, right.events) {
      #expect(resolved(one, of: left) == resolved(other, of: right))
    }
    #expect(left.anchors.keys.sorted() == right.anchors.keys.sorted())
    for (index, anchor) in left.anchors {
      guard let other = right.anchors[index] else { continue }
      #expect(anchor.fields == other.fields && anchor.nth == other.nth && anchor.every == other.every)
      #expect(anchor.delay == other.delay)
      #expect(resolved(anchor.pattern, of: left) == resolved(other.pattern, of: right))
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>, [false, true])
  func losesNothing(seed: UInt64, isScenario: Bool) throws {
    let session = RandomSession.make(seed: seed, count: 60, isScenario: isScenario)
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    let read = try JSONLines.sessions(in: text)
    #expect(read.count == 1)
    expectSame(session, read[0])
    var again: [UInt8] = []
    JSONLines.write(read[0], into: &again)
    #expect(String(decoding: again, as: UTF8.self) == String(decoding: text, as: UTF8.self))
  }

  @Test func keepsASessionWhoseKindCannotBeSeen() throws {
    var session = Session()
    session.log.events = [Event(.idle)]
    session.log.events[0].sequence = 0
    session.skippedEvents = 4
    for isScenario in [false, true] {
      session.isScenario = isScenario
      var text: [UInt8] = []
      JSONLines.write(session, into: &text)
      expectSame(session, try JSONLines.sessions(in: text)[0])
    }
  }

  @Test func keepsPagesThatNoEventMentions() throws {
    var session = Session()
    let container = session.catalog.page(numbered: 9)
    let tabs = session.catalog.names.intern("UITabBarController")
    session.catalog.pages[container.index].classes = session.catalog.names.intern([tabs])
    var event = Event(.pageDidAppear)
    event.sequence = 0
    event.page = session.catalog.page(numbered: 10)
    session.catalog.pages[event.page.index].container = container
    session.log.events = [event]
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    let read = try JSONLines.sessions(in: text)[0]
    #expect(read.standsIn(10) == ["UITabBarController"])
  }

  @Test func writesFieldsInAStableOrder() throws {
    let lines = """
      {"poptrace":1,"app":"Shop"}
      {"t":0,"event":"page.did-appear","page":1,"class":"Home","chain":["UIViewController"]}
      {"t":1,"event":"popup.submitted","popup":7,"name":"offer","kind":"campaign","pages":["Home"],"keepAlive":true,"expires":5000}
      {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7,"nth":2},"delay":2000}

      """
    var text: [UInt8] = []
    JSONLines.write(try JSONLines.sessions(in: Array(lines.utf8))[0], into: &text)
    #expect(String(decoding: text, as: UTF8.self) == lines)
  }

  @Test func writesSingleEvents() throws {
    let line =
      #"{"id":12,"t":1250,"event":"popup.shown","popup":7,"page":3,"generation":1,"over":[8],"cause":11}"# + "\n"
    let session = try JSONLines.sessions(in: Array(("{\"poptrace\":1}\n" + line).utf8))[0]
    var text = Array("> ".utf8)
    JSONLines.write(session.events[0], of: session, into: &text)
    #expect(String(decoding: text, as: UTF8.self) == "> " + line)
  }
}

extension Session {
  /// The classes of the container of a page.
  fileprivate func standsIn(_ number: Int64) -> [String] {
    let page = catalog.pages[catalog.knownPage(numbered: number).index]
    return catalog.names.list(catalog.pages[page.container.index].classes).map { catalog.names.text($0) }
  }
}
