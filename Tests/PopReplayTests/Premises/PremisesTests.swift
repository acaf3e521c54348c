import PopSimulation
import PopTrace
import PopupScheduling
import Testing

@testable import PopReplay

/// Premises are the same however the sessions are split, and come back from their file; what a file says is checked.
struct PremisesTests {
  private static let sessions: [Session] = (0..<40).map { index in
    LiveWorld(policy: StandardPolicy(.v4), name: "v4", configuration: "")
      .run(ScriptMaker.script(seed: 11, session: index, flavour: .field))
  }

  private func tally(_ sessions: some Sequence<Session>) -> PremiseTally {
    let survey = Premises.Survey()
    for session in sessions { survey.take(session, ResourceLimits()) }
    return survey.tally
  }

  @Test func orderAndSplittingChangeNothing() {
    let sessions = Self.sessions
    let whole = Premises(tally(sessions))
    #expect(whole.sessions == 40)
    #expect(whole.reactions.dwell.all != nil)
    #expect(Premises(tally(sessions.reversed())) == whole)
    for cut in [1, 13, 39] {
      var sum = tally(sessions[cut...])
      sum += tally(sessions[..<cut])
      #expect(Premises(sum) == whole)
      #expect(Premises(sum).text == whole.text)
    }
  }

  @Test func theFileGivesThemBack() throws {
    let premises = Premises(tally(Self.sessions))
    let read = try Premises(text: premises.text)
    #expect(premises.reactions.visit != nil)
    #expect(read == premises)
    #expect(read.text == premises.text)
  }

  @Test func eachCurveIsThatOfWhatItIsAbout() throws {
    var tally = PremiseTally()
    tally.sessions = 7
    tally.visits = VisitCounts(seen: 2, expectedMillionths: 61_250_000)
    for length in Int64(1)...40 {
      tally.dwell.add(length * 10, of: PopupName("a"), .guide, isObserved: true)
      tally.content.add(length * 200, of: PopupName("a"), .guide, isObserved: true)
      tally.visit.add(length * 3000, isObserved: true)
    }
    let premises = Premises(tally)
    #expect(premises.sessions == 7 && premises.visits == tally.visits)
    let curves = [premises.reactions.dwell.all, premises.reactions.content.all, premises.reactions.visit]
    let longest = try curves.map { try #require($0?.steps.last).milliseconds }
    for (length, expected) in zip(longest, [Int64(400), 8000, 120_000]) {
      #expect(length >= expected && length < expected + expected / 10, "\(longest)")
    }
  }

  private var small: Premises {
    var tally = PremiseTally()
    tally.sessions = 3
    tally.visits = VisitCounts(seen: 2, expectedMillionths: 61_250_000)
    for length in Int64(1)...8 { tally.dwell.add(length * 10, of: PopupName("a \"b\""), .guide, isObserved: true) }
    return Premises(tally)
  }

  @Test func theFormIsFixed() {
    let steps =
      "[[10,3758096384],[20,3221225472],[30,2684354560],[40,2147483648],[50,1610612736],[60,1073741824],"
      + "[70,536870912],[80,0]]"
    let curve = "\"observed\":8,\"censored\":0,\"steps\":\(steps)}"
    let text = """
      {"schema":"poptrace.premises/1","digest":"\(small.digest)",
      "sessions":3,
      "visits":{"decision":"wait","seen":2,"expectedMillionths":61250000},
      "reactions":[
      {"of":"dwell","level":"all",\(curve),
      {"of":"dwell","level":"kind","key":"guide",\(curve),
      {"of":"dwell","level":"name","key":"a \\"b\\"",\(curve)
      ]
      }

      """
    #expect(String(decoding: small.text, as: UTF8.self) == text)
  }

  @Test func theDigestIsThatOfTheContent() {
    // A change of it is a change of the form: then the schema has another number.
    #expect(small.digest == "fa36059a2d48be4d")
    #expect(small.digest.count == 16)
    let other = Premises(sessions: 4, visits: small.visits, reactions: small.reactions)
    #expect(other.digest != small.digest)
  }

  @Test(
    "what cannot be is refused with its place",
    arguments: [
      ("\"seen\":2", "\"seen\":-1", "whole number"), ("\"seen\":2", "\"seen\":2.5", "whole number"),
      ("\"seen\":2", "\"seen\":99999999999999999999", "whole number"), ("\"seen\":2", "\"seen\":4", "does not follow"),
      ("\"seen\":2", "\"seen\":1", "digest"), ("\"sessions\":3", "\"sessions\":5", "digest"),
      ("\"sessions\":3", "\"sessions\":3,\"sessions\":3", "second time"),
      ("\"sessions\":3", "\"session\":3", "no field of this name"), ("\"sessions\":3,", "", "missing"),
      ("premises/1", "premises/2", "schema"), ("\"level\":\"kind\"", "\"level\":\"sort\"", "all, kind or name"),
      ("\"key\":\"guide\"", "\"key\":\"guides\"", "no such kind"), ("\"key\":\"guide\",", "", "key is missing"),
      ("\"level\":\"kind\",\"key\":\"guide\"", "\"level\":\"all\"", "second time"),
      ("[20,3221225472]", "[5,3221225472]", "greater lengths"),
      ("[20,3221225472]", "[20,3758096385]", "smaller shares"),
      ("[20,3221225472]", "[20,4294967296]", "whole number"), ("[20,3221225472]", "[999999999,0]", "whole number"),
      ("[20,3221225472]", "[20]", "length in ms"), ("\"observed\":8", "\"observed\":7", "or more"),
      ("\"of\":\"dwell\",\"level\":\"kind\"", "\"of\":\"visit\",\"level\":\"kind\"", "curve of visits"),
      ("\"of\":\"dwell\"", "\"of\":3", "text is expected"), ("\"visits\":{", "\"visits\":[{", "not JSON"),
      ("\"a \\\"b\\\"\"", "\"\"", "from 1 to 256 bytes"),
    ])
  func refused(old: String, new: String, words: String) throws {
    let text = String(decoding: small.text, as: UTF8.self)
    let changed = Array(text.replacing(old, with: new, maxReplacements: 1).utf8)
    #expect(changed != small.text)
    let error = #expect(throws: TraceError.self) { try Premises(text: changed) }
    #expect(error?.position != nil)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test func noBytesDoHarm() {
    let text = small.text
    #expect(throws: TraceError.self) { try Premises(text: []) }
    for cut in text.indices.dropLast() { #expect(throws: TraceError.self) { try Premises(text: Array(text[..<cut])) } }
    var generator = SystemRandomNumberGenerator()
    let seed = generator.next()
    var state = seed
    for _ in 0..<3_000 {
      var changed = text
      for _ in 0...2 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        changed[Int(state >> 33) % changed.count] = Array("0123456789,[]{}\":-ae\\".utf8)[Int(state >> 20 & 0xFFF) % 21]
      }
      // Whatever comes of it, it is refused or means the same.
      if let read = try? Premises(text: changed) { #expect(read == small, "seed \(seed)") }
    }
  }

  @Test func aTextThatIsTooLongIsNotLookedInto() {
    let error = #expect(throws: TraceError.self) {
      try Premises(text: [UInt8](repeating: 0x20, count: (32 << 20) + 1))
    }
    #expect(error?.code == .tooLarge)
  }
}
