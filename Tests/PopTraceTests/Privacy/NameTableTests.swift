import PopupScheduling
import Testing

@testable import PopTrace

@Suite("A table of names")
struct NameTableTests {
  private func revealed(_ texts: [String], _ table: [String: String]) -> [String] {
    var session = Session()
    for text in texts { session.catalog.names.append(text) }
    NameTable(table).reveal(&session)
    return session.catalog.names.texts
  }

  @Test("puts clear names in the place of their hashes")
  func clear() {
    #expect(revealed(["h:1", "h:2", "other"], ["h:1": "sale", "h:9": "none"]) == ["sale", "h:2", "other"])
  }

  @Test("gives no two names of a session the same text")
  func different() {
    #expect(revealed(["h:1", "h:2"], ["h:1": "sale", "h:2": "sale"]) == ["h:1", "h:2"])
    #expect(revealed(["h:1", "sale"], ["h:1": "sale"]) == ["h:1", "sale"])
    // Two that change places are as different as before; where one of them cannot, the other one cannot either.
    #expect(revealed(["h:1", "h:2"], ["h:1": "h:2", "h:2": "h:1"]) == ["h:2", "h:1"])
    #expect(revealed(["h:1", "h:2", "sale"], ["h:1": "h:2", "h:2": "sale"]) == ["h:1", "h:2", "sale"])
  }

  @Test("has no empty names, and none that no trace could hold")
  func sizes() {
    let long = String(repeating: "x", count: SessionCheck.nameBytes + 1)
    #expect(revealed(["h:1", "h:2"], ["h:1": "", "h:2": long]) == ["h:1", "h:2"])
  }

  @Test("leaves the header one that can be written")
  func header() throws {
    var session = Session()
    session.header.arms = [HeaderEntry("h:1", "h:3"), HeaderEntry("h:2", "b")]
    session.header.device = "h:4"
    let long = String(repeating: "x", count: 4000)
    NameTable(["h:1": "z", "h:2": "a", "h:3": long, "h:4": long]).reveal(&session)
    #expect(session.header.arms.map(\.name) == ["a", "z"])
    #expect(SessionCheck(limits: ResourceLimits()).flaw(in: session) == nil)
  }
}
