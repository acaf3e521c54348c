import PopSimulation
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

@testable import PopDocument
@testable import PopReport

@Suite("Which parts of a session a page shows")
struct WindowRangesTests {
  /// A session in which nothing happens but that somebody scrolls, an event every 100 ms.
  private func session(_ count: Int) throws -> Session {
    var text = "{\"poptrace\":1}\n"
    for index in 0..<count {
      text += "{\"t\":\(index * 100),\"event\":\"scroll.\(index % 2 == 0 ? "began" : "ended")\"}\n"
    }
    let scenario = try #require(try JSONLines.sessions(in: Array(text.utf8)).first)
    return PlayedSession(scenario, StandardPolicy(.v6)).recording
  }

  private func shown(_ ranges: WindowRanges, of session: Session) -> [Int] {
    ranges.indices(in: session).flatMap { Array($0) }
  }

  @Test("a short session is shown whole")
  func short() throws {
    let session = try session(WindowRanges.wholeEvents)
    let ranges = WindowRanges([(witness: [3], run: 0)], in: [session])
    #expect(shown(ranges, of: session) == Array(session.events.indices) && ranges.left.isEmpty)
  }

  @Test("of a long one what surrounds the witnesses, and the rest is counted")
  func long() throws {
    let session = try session(5000)
    let ranges = WindowRanges([(witness: [1000, 1010], run: 0), (witness: [3000], run: 0)], in: [session])
    let context = WindowRanges.context
    #expect(
      shown(ranges, of: session) == Array(1000 - context...1010 + context) + Array(3000 - context...3000 + context))
    let left = session.events.count - shown(ranges, of: session).count
    #expect(ranges.parts.count == 2 && ranges.left.count == 3 && ranges.left.reduce(0) { $0 + $1.events } == left)
    #expect(ranges.shows(from: 0, until: 100_000_000) && !ranges.shows(from: 110_000_000, until: 200_000_000))
  }

  @Test("witnesses far from each other are shown each by itself")
  func apart() throws {
    let session = try session(5000)
    let ranges = WindowRanges([(witness: [100, 4000], run: 0)], in: [session])
    #expect(ranges.parts.count == 2 && shown(ranges, of: session).count == 2 * (2 * WindowRanges.context + 1))
  }

  @Test("what is worst is seen, and no more than there is room for")
  func room() throws {
    let session = try session(20_000)
    let findings = (0..<300).map { (witness: [Int32($0 * 60 + 50)], run: 0) }
    let ranges = WindowRanges(findings, in: [session])
    let indices = shown(ranges, of: session)
    #expect(
      indices.contains(50) && indices.count <= WindowRanges.mostEvents && indices.count > WindowRanges.mostEvents - 100)
  }

  @Test("witnesses that are nowhere do no harm: the beginning is shown")
  func nowhere() throws {
    let session = try session(5000)
    let ranges = WindowRanges([(witness: [-5, 70_000], run: 0)], in: [session])
    #expect(shown(ranges, of: session).first == 0 && shown(ranges, of: session).count <= WindowRanges.mostEvents + 1)
    #expect(WindowRanges([], in: [Session()]).left.isEmpty)
  }
}
