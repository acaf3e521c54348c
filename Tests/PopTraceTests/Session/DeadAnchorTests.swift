import PopTrace
import Testing

@Suite struct DeadAnchorTests {
  private func session(_ lines: [String]) throws -> Session {
    try JSONLines.sessions(in: Array(("{\"poptrace\":1}\n" + lines.joined(separator: "\n")).utf8))[0]
  }

  private func dead(_ lines: String...) throws -> [Int] { try session(lines).deadAnchors() }

  private let submission = #"{"t":0,"event":"popup.submitted","popup":1,"name":"a"}"#

  @Test func whatWaitsForItselfOrInACircleIsDead() throws {
    #expect(
      try dead(submission, #"{"event":"popup.withdrawn","popup":1,"after":{"event":"popup.withdrawn","popup":1}}"#)
        == [1])
    #expect(
      try dead(
        submission, #"{"event":"scroll.began","after":{"event":"scroll.ended"}}"#,
        #"{"event":"scroll.ended","after":{"event":"scroll.began"}}"#) == [1, 2])
  }

  @Test func whatNoLineSaysNeverHappens() throws {
    let tapped = #"{"event":"idle","after":{"event":"popup.tapped","popup":1,"action":"buy"}}"#
    #expect(try dead(submission, tapped) == [1])
    #expect(try dead(submission, tapped, #"{"t":9,"event":"popup.tapped","popup":1,"action":"close"}"#) == [1])
    #expect(try dead(submission, tapped, #"{"t":9,"event":"popup.tapped","popup":1,"action":"buy"}"#).isEmpty)
  }

  @Test func occurrencesAreCounted() throws {
    let second = #"{"event":"idle","after":{"event":"scroll.began","nth":2}}"#
    let first = #"{"t":0,"event":"scroll.began"}"#
    #expect(try dead(first, second) == [1])
    #expect(try dead(first, second, first).isEmpty)
    #expect(
      try dead(
        first, second, #"{"event":"scroll.began","after":{"event":"popup.shown"},"every":true}"#
      ).isEmpty)
  }

  @Test func whatHangsOnADeadOneIsDead() throws {
    #expect(
      try dead(
        #"{"event":"popup.submitted","popup":1,"name":"a","after":{"event":"back.pressed"}}"#,
        #"{"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1}}"#,
        #"{"event":"idle","after":{"event":"popup.shown","popup":1}}"#) == [0, 1, 2])
  }

  @Test("Where a search takes more than so many comparisons, what is waited for counts as there")
  func theSearchEnds() throws {
    let tapped = #"{"event":"idle","after":{"event":"popup.tapped","popup":1,"action":"buy"}}"#
    let other = #"{"t":9,"event":"popup.tapped","popup":1,"action":"close"}"#
    let session = try session([submission, tapped, tapped, tapped, other, other])
    // Each of the three that wait is compared with both taps.
    #expect(session.deadAnchors(within: 6) == [1, 2, 3])
    #expect(session.deadAnchors(within: 5).isEmpty)
  }

  @Test func whatAPolicyMayDoIsAlive() throws {
    #expect(
      try dead(
        submission, #"{"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.parked","popup":1}}"#,
        #"{"event":"idle","after":{"event":"timer.fired","timer":0}}"#,
        #"{"event":"idle","after":{"event":"animation.finished","popup":1,"phase":"show"}}"#,
        #"{"event":"idle","after":{"event":"popup.dismissed","popup":1}}"#
      ).isEmpty)
  }
}
