import PopSimulation
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

@testable import PopDocument
@testable import PopReport

@Suite("A session as tracks")
struct SessionTracksTests {
  private func tracks(_ text: String, _ configuration: PolicyConfiguration = .v6) throws -> [SessionTracks.Track] {
    let scenario = try #require(try JSONLines.sessions(in: Array(text.utf8)).first)
    return SessionTracks(PlayedSession(scenario, StandardPolicy(configuration)).recording).tracks
  }

  private func words(_ track: SessionTracks.Track?) -> [String] {
    (track?.slices ?? []).map { "\($0.name) \($0.from.rawValue)-\($0.until.map { "\($0.rawValue)" } ?? "")" }
  }

  @Test("Who has the slot, what popups and pages do, which gates are closed")
  func states() throws {
    let tracks = try tracks(
      """
      {"poptrace":1}
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":300,"event":"page.did-appear","page":1}
      {"t":400,"event":"popup.submitted","popup":1,"name":"terms","showMs":250,"hideMs":200}
      {"t":500,"event":"popup.submitted","popup":2,"name":"coupon"}
      {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":1600}
      {"t":600,"event":"scroll.began"}
      {"t":900,"event":"scroll.ended"}
      {"t":5000,"event":"app.background"}
      {"t":6000,"event":"idle"}
      """)
    func track(_ name: String) -> SessionTracks.Track? { tracks.first { $0.name == name } }
    #expect(words(track("slot")) == ["terms #1 400-2200", "coupon #2 2200-"])
    #expect(words(track("terms #1")) == ["shown on Home #1 400-2000", "leaves 2000-2200"])
    #expect(words(track("coupon #2")) == ["waits for slot 500-2200", "shown on Home #1 2200-"])
    #expect(words(track("Home #1")) == ["comes 0-300", "on screen 300-"])
    #expect(words(track("scrolling")) == ["scrolling 600-900"] && words(track("background")) == ["background 5000-"])
    #expect(words(track("input lock")) == ["locked 400-650"])
    #expect(tracks.map(\.group.rawValue) == tracks.map(\.group.rawValue).sorted())
  }

  @Test("A page knows the page that it is a part of")
  func containers() throws {
    let tracks = try tracks(
      """
      {"poptrace":1}
      {"t":0,"event":"page.will-appear","page":1,"class":"Tabs"}
      {"t":0,"event":"page.will-appear","page":2,"class":"Home","container":1}
      {"t":300,"event":"page.did-appear","page":2}
      """)
    let pages = tracks.filter { $0.group == .pages }
    #expect(pages.map(\.name) == ["Tabs #1", "Home #2"] && pages.map(\.container) == ["", "Tabs #1"])
  }

  @Test("Popups that overlap stand in lanes of their own")
  func lanes() throws {
    let tracks = try tracks(
      """
      {"poptrace":1}
      {"t":0,"event":"page.did-appear","page":1,"class":"Home"}
      {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
      {"t":200,"event":"popup.submitted","popup":2,"name":"b"}
      {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":900}
      {"t":1500,"event":"popup.submitted","popup":3,"name":"c"}
      {"t":3000,"event":"idle"}
      """, .v0)
    let slots = tracks.filter { $0.group == .slot }
    #expect(slots.map(\.name) == ["slot", "slot, over it 1"])
    #expect(words(slots.first) == ["a #1 100-1000", "c #3 1500-"] && words(slots.last) == ["b #2 200-"])
  }

  @Test("Every event stands on one track, and no two states of a track overlap", arguments: 0..<20)
  func whole(number: Int) {
    let script = ScriptMaker.script(seed: 31, session: number, flavour: .field)
    let session = LiveWorld(policy: StandardPolicy(number % 2 == 0 ? .v6 : .v0)).run(script)
    let tracks = SessionTracks(session).tracks
    #expect(tracks.flatMap(\.events).sorted() == Array(session.events.indices), "seed 31, session \(number)")
    for track in tracks {
      for (slice, next) in zip(track.slices, track.slices.dropFirst()) {
        #expect(
          slice.until.map { slice.from < $0 && $0 <= next.from } == true, "seed 31, session \(number), \(track.name)")
      }
    }
  }
}
