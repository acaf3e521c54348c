import PopupScheduling
import Testing

@testable import PopTrace

@Suite("Scrubbed sessions")
struct TraceScrubberTests {
  private static let salt = Array("sixteen bytes and more".utf8)

  /// A session with a text of its own in every field that there is.
  private func session() throws -> Session {
    let text = """
      {"poptrace":1,"policy":"v6","session":"S-1","app":"Shop","build":"7","started":"2026-11-21T08:00:00Z"}
      {"t":0,"event":"page.did-appear","page":1,"class":"Home","chain":["Base","UITabBarController"]}
      {"t":1,"event":"app.signed-in","user":"ada"}
      {"t":2,"event":"popup.submitted","popup":1,"name":"offer","pages":["Home"],"chain":"tour","key":"k1","host":"pane","user":"ada"}
      {"t":3,"event":"popup.submitted","popup":2,"name":"ada","key":"k2"}
      {"t":4,"event":"popup.tapped","popup":1,"action":"buy"}
      {"t":5,"event":"popup.updated","popup":1,"state":"sold"}
      {"t":6,"event":"popup.changed","popup":2,"pages":["Base"]}
      {"t":7,"event":"edit.began","responder":"field"}
      {"t":8,"event":"callback","name":"closed","popup":1}
      {"t":9,"event":"fault","message":"boom"}
      """
    var session = try #require(try JSONLines.sessions(in: Array(text.utf8)).first)
    // What the first popup says by no name yet.
    var values = session.catalog.specs[0].values
    for (index, attribute) in PopupSpec.attributes.enumerated() {
      guard case .name = attribute.shape, values[index] < 0 else { continue }
      values[index] = Int64(session.catalog.names.intern(Self.text(of: attribute)).rawValue)
    }
    session.catalog.replace(SpecID(0), with: PopupSpec(values: values))
    session.header.os = "iOS 19"
    session.header.device = "iPhone17,1"
    session.header.locale = "de_DE"
    session.header.arms = [HeaderEntry("checkout", "short")]
    session.header.metadata = [HeaderEntry("plan", "pro")]
    return session
  }

  private static func text(of attribute: PopupAttribute) -> String { "some \(attribute.name)" }

  private func json(_ session: Session) -> String {
    var bytes: [UInt8] = []
    JSONLines.write(session, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func text(_ session: Session) -> String {
    let header = session.header
    let entries = (header.arms + header.metadata).map { "\($0.name)=\($0.value)" }
    return json(session) + ([header.os, header.device, header.locale] + entries).joined(separator: "\n")
  }

  private static let texts: [(TraceField, [String])] = [
    (.names, ["\"offer\""]), (.classes, ["\"Home\"", "\"Base\""]), (.actions, ["\"buy\""]), (.states, ["\"sold\""]),
    (.users, ["\"user\":\"ada\""]), (.responders, ["\"field\""]), (.keys, ["\"k1\"", "\"k2\""]),
    (.chains, ["\"tour\""]), (.hosts, ["\"pane\""]), (.messages, ["\"boom\""]), (.session, ["\"S-1\""]),
    (.app, ["\"Shop\""]), (.build, ["\"build\":\"7\""]), (.started, ["2026-11"]), (.os, ["iOS 19"]),
    (.device, ["iPhone17"]), (.locale, ["de_DE"]), (.arms, ["checkout", "short"]), (.metadata, ["plan", "pro"]),
  ]

  @Test("Every field can be hashed and dropped, and nothing else goes with it", arguments: TraceField.allCases)
  func fields(field: TraceField) throws {
    let clear = try session()
    for treatment in [TraceScrubber.Treatment.hash, .drop] {
      var scrubbed = clear
      var scrubber = TraceScrubber([field: treatment], salt: Self.salt)
      try scrubber.scrub(&scrubbed)
      let result = text(scrubbed)
      for (other, texts) in Self.texts {
        let more = PopupSpec.attributes.filter { attribute in
          guard case .name(let role) = attribute.shape else { return false }
          return TraceField(role) == other && clear.catalog.names.texts.contains(Self.text(of: attribute))
        }
        for text in texts + more.map({ Self.text(of: $0) }) {
          #expect(result.contains(text) == (other != field), "\(field) \(treatment): \(text)\n\(result)")
        }
      }
      #expect(result.contains("\"closed\"") && result.contains("UITabBarController"))
      // Times, numbers, kinds and causes are as they were.
      #expect(scrubbed.events.map(\.kind) == clear.events.map(\.kind))
      #expect(scrubbed.catalog.popupNumbers == clear.catalog.popupNumbers)
      #expect(try sessions(in: file(of: [scrubbed])).first.map(json) == json(scrubbed))
    }
  }

  @Test("The same text has the same hash in every field, different texts stay different, hashes stay as they are")
  func hashes() throws {
    let clear = try session()
    var scrubbed = clear
    var scrubber = TraceScrubber([.users: .hash, .names: .hash, .keys: .hash], salt: Self.salt)
    try scrubber.scrub(&scrubbed)
    let ada = NameHash(salt: Self.salt).hashed("ada")
    let names = scrubbed.catalog.names
    #expect(names.text(scrubbed.catalog.specs[0].user) == ada)
    #expect(names.text(scrubbed.catalog.specs[1].name) == ada)
    #expect(scrubbed.catalog.specs[0].key != scrubbed.catalog.specs[1].key)
    let hashed: Set<TraceField> = [.users, .names, .keys]
    let more = PopupSpec.attributes.filter {
      guard case .name(let role) = $0.shape else { return false }
      return hashed.contains(TraceField(role)) && clear.catalog.names.texts.contains(Self.text(of: $0))
    }
    #expect(Set(scrubber.clearNames.values) == Set(["ada", "offer", "k1", "k2"] + more.map { Self.text(of: $0) }))
    #expect(scrubber.clearNames[ada] == "ada")
    let once = text(scrubbed)
    var again = TraceScrubber(
      [.users: .hash, .names: .hash, .keys: .hash], salt: Array("another salt altogether".utf8))
    try again.scrub(&scrubbed)
    #expect(text(scrubbed) == once && again.clearNames.isEmpty)
  }

  @Test("What is dropped is numbered by first mention, in each session anew")
  func numbers() throws {
    var scrubber = TraceScrubber([.keys: .drop, .classes: .drop], salt: [])
    for _ in 0..<2 {
      var scrubbed = try session()
      try scrubber.scrub(&scrubbed)
      let names = scrubbed.catalog.names
      let keys = scrubbed.catalog.specs.map { names.text($0.key) }
      // Between the two may stand what else the first popup has that counts as a key.
      let others = PopupSpec.attributes.count { $0.shape == .name(.key) } - 1
      #expect(keys == ["key 1", "key \(2 + others)"])
      #expect(
        names.list(scrubbed.catalog.pages[0].classes).map { names.text($0) } == [
          "class 1", "class 2", "UITabBarController",
        ])
    }
  }

  @Test("A table of names reveals what was hashed, from JSON and from lines")
  func table() throws {
    let clear = try session()
    var scrubbed = clear
    let all = Dictionary(uniqueKeysWithValues: TraceField.allCases.map { ($0, TraceScrubber.Treatment.hash) })
    var scrubber = TraceScrubber(all, salt: Self.salt)
    try scrubber.scrub(&scrubbed)
    let lines = scrubber.clearNames.map { "\($0.key)\t\($0.value)\r\n" }.joined()
    for table in [NameTable.text(of: scrubber.clearNames), Array(lines.utf8)] {
      var revealed = scrubbed
      try NameTable(text: table).reveal(&revealed)
      #expect(text(revealed) == text(clear))
    }
  }

  @Test("A table that is none is refused with its place")
  func badTables() {
    func error(_ text: String) -> TraceError? {
      do throws(TraceError) {
        _ = try NameTable(text: Array(text.utf8))
        return nil
      } catch { return error }
    }
    #expect(error("{\"h:1\":7}")?.position == .byte(7))
    #expect(error("{\"h:1\"")?.code == .badJSON)
    #expect(error("h:1\tone\nh:2 two\n")?.position == .line(2))
    #expect(error("{}") == nil && error("") == nil)
  }
}
