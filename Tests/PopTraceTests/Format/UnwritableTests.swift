import PopupScheduling
import Testing

@testable import PopTrace

@Suite("What a trace cannot hold is refused when it is written")
struct UnwritableTests {
  private func refusal(_ change: (inout Session) -> Void) -> String? {
    var session = TinySession.make()
    change(&session)
    do {
      _ = try file(of: [session])
      return nil
    } catch {
      let error = error as? TraceError
      return error?.code == .unwritable ? error?.message : nil
    }
  }

  @Test func sequencesAndTimes() {
    #expect(refusal { $0.log.events[1].sequence = 0 }?.contains("sequence number") == true)
    #expect(refusal { $0.log.events[4].sequence = .max }?.contains("out of range") == true)
    #expect(refusal { $0.log.events[1].time = Ticks(5) }?.contains("earlier") == true)
    #expect(refusal { $0.log.events[0].time = Ticks(-5) }?.contains("out of range") == true)
    #expect(refusal { $0.log.events[2].cause = 2 }?.contains("cause") == true)
  }

  @Test func slots() {
    #expect(refusal { $0.log.events[2].popup = .none }?.contains("popup.shown) lacks a field") == true)
    #expect(refusal { $0.log.events[2].popup = PopupID(9) }?.contains("catalog") == true)
    #expect(refusal { $0.log.events[2].timer = TimerID(0) }?.contains("does not have") == true)
    #expect(refusal { $0.log.events[2].flags = .holds }?.contains("property") == true)
    #expect(refusal { $0.log.events[3].code = 77 }?.contains("unknown word") == true)
    #expect(refusal { $0.log.events[1].attributes = 4 }?.contains("catalog") == true)
    #expect(refusal { $0.log.events[2].overCount = 1 }?.contains("lost") == true)
  }

  @Test func pages() {
    #expect(refusal { $0.catalog.pages[0].container = PageID(0) }?.contains("stands in itself") == true)
    #expect(refusal { $0.catalog.pages[0].container = PageID(3) }?.contains("stands in itself") == true)
    #expect(
      refusal { session in
        for number in 2...4 { _ = session.catalog.page(numbered: Int64(number)) }
        for page in 0..<4 { session.catalog.pages[page].container = PageID((page + 1) % 4) }
      } != nil)
    #expect(
      refusal { session in
        for number in 2...4 { _ = session.catalog.page(numbered: Int64(number)) }
        for page in 0..<3 { session.catalog.pages[page].container = PageID(page + 1) }
      } == nil)
  }

  @Test("Lengths without end are written as the longest there are")
  func endlessLengths() throws {
    var session = TinySession.make()
    var spec = PopupSpec(name: Symbol(0))
    spec.expires = .distantFuture
    spec.hideLength = Ticks(.min)
    session.log.events[1].spec = session.catalog.intern(spec)
    session.header.ended = .distantFuture
    let read = try sessions(in: try file(of: [session]))[0]
    let longest = Ticks(session.header.tick.timeLimit - 1)
    #expect(read.catalog.specs[1].expires == longest)
    #expect(read.catalog.specs[1].hideLength == Ticks(-1), "not given, as every negative length")
    #expect(read.header.ended == longest)
    #expect(longest.rawValue == (1 << 61) / 1000 - 1)
  }

  @Test("Attributes have no part that is not written")
  func attributes() {
    let popup = PopupSpec(name: .none)
    #expect(Mirror(reflecting: popup).children.count == PopupSpec.attributes.count, "the table lacks a property")
    #expect(popup.values == PopupSpec.attributes.map(\.usual), "a property's default is not what the table calls usual")
    #expect(PopupSpec.attributes.dropFirst().map(\.bit) == (0..<PopupSpec.attributes.count - 1).map { Optional($0) })
    #expect(Set(PopupSpec.attributes.map(\.name)).count == PopupSpec.attributes.count)
    #expect(Mirror(reflecting: PageSpec()).children.count == 5)
    #expect(Mirror(reflecting: PopupChange()).children.count == 3)
    #expect(Mirror(reflecting: SessionHeader()).children.count == 20)
    #expect(Mirror(reflecting: Event(.idle)).children.count == 17)
  }
}
