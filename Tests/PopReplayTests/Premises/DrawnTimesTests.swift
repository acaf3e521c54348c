import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

@testable import PopReplay

/// Where an answer, a visit or an act is drawn, it comes when its draw says, to the tick (CausalReplay, *Continuations*; CausalReplay, *The
/// estimate*).
struct DrawnTimesTests {
  private let draws = AnswerDraws(session: "s")

  private func options(
    _ continuation: Continuation, _ change: (inout ReplayOptions) -> Void = { _ in }
  ) -> ReplayOptions {
    var options = ReplayOptions()
    options.continuations = [continuation]
    change(&options)
    return options
  }

  /// So much of a length as a place among all of them says.
  private func part(_ place: UInt32, of length: Int64) -> Int64 { Int64((UInt64(place) * UInt64(length)) >> 32) }

  private func times(_ run: Played, _ kinds: EventKind...) -> [Int64] {
    run.recording.log.events.filter { kinds.contains($0.kind) }.map(\.time.rawValue)
  }

  @Test func theTablesHaveSixteenEntriesOfWhichTheLastIsNever() {
    let tick = TickLength.millisecond
    let dwells: [Int64] = [
      150, 300, 500, 700, 1_000, 1_400, 2_000, 2_800, 4_000, 5_500, 8_000, 11_000, 16_000, 30_000, 60_000,
    ]
    let waits: [Int64] = [20, 50, 100, 150, 250, 400, 600, 900, 1_300, 2_000, 3_000, 5_000, 10_000, 30_000]
    #expect((0..<16).map { Question.dwell.answer($0, tick) } == dwells.map { .after(Ticks($0)) } + [.never])
    #expect(
      (0..<16).map { Question.content.answer($0, tick) }
        == waits.map { .after(Ticks($0)) } + [.never, .failure(Ticks(1000))])
    #expect(Continuation.extremes == [.atOnce, .never])
    #expect(Continuation.draws == (0..<8).map { .drawn($0) })
    #expect(Continuation.estimates == (0..<16).map { .modelled($0) })
  }

  /// Shown for 500 ms and withdrawn; a policy that does not hear of that keeps it up.
  private func withdrawn() throws -> Session {
    record(
      try session(
        """
        {"poptrace":1,"session":"s"}
        {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
        {"t":600,"event":"popup.withdrawn","popup":1}
        {"t":90000,"event":"idle"}
        """), ShowAtOnce())
  }

  /// Users who answer evenly within two seconds, and some who never do.
  private var curve: ReactionCurve {
    var histogram = DurationHistogram()
    for length in 1...50 { histogram.add(Int64(length * 40), isObserved: true) }
    for _ in 0..<10 { histogram.add(5000, isObserved: false) }
    return ReactionCurve(histogram)
  }

  @Test func anAnswerBeyondWhatIsKnownComesAfterItsDraw() throws {
    let recording = try withdrawn()
    for draw in 0..<8 {
      let run = Played(recording, NeverHiding(), options(.drawn(draw)))
      let answer = Question.dwell.answer(draws.entry(draw, of: .dwell, about: 1), .millisecond)
      if case .after(let wait) = answer {
        #expect(times(run, .popupDismissed) == [600 + wait.rawValue], "\(draw)")
      } else {
        #expect(run.all(.popupDismissed).isEmpty, "\(draw)")
      }
    }
    #expect(times(Played(recording, NeverHiding(), options(.median)), .popupDismissed) == [3100])
  }

  @Test func theEstimateDrawsAmongUsersWhoTookLongerThanIsKnown() throws {
    let recording = try withdrawn()
    var model = ReactionModel()
    model.dwell.all = curve
    let reactions = SessionReactions(model, recording)
    for draw in 0..<16 {
      let place = draws.quantile(draw, of: .dwell, about: 1)
      let run = Played(recording, NeverHiding(), options(.modelled(draw)) { $0.reactions = reactions })
      let length = curve.length(at: place, beyond: 500)
      #expect(times(run, .popupDismissed) == (length.map { [100 + $0] } ?? []), "\(draw)")
      // Where nothing is known of the users, the fixed table says.
      let plain = Played(recording, NeverHiding(), options(.modelled(draw)))
      if case .after(let wait) = Question.dwell.answer(Int(place >> 28), .millisecond) {
        #expect(times(plain, .popupDismissed) == [600 + wait.rawValue], "\(draw)")
      } else {
        #expect(plain.all(.popupDismissed).isEmpty, "\(draw)")
      }
    }
  }

  @Test func contentThatNobodyAskedForComesAfterItsDraw() throws {
    let recording = record(
      try session(
        """
        {"poptrace":1,"session":"s"}
        {"t":100,"event":"popup.submitted","popup":1,"name":"a","content":"async"}
        {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":500}
        {"t":90000,"event":"idle"}
        """), OneSlot())
    var asking = OneSlot()
    asking.requestsContent = true
    var model = ReactionModel()
    model.content.all = curve
    let reactions = SessionReactions(model, recording)
    for draw in 0..<16 {
      let run = Played(recording, asking, options(.modelled(draw)) { $0.reactions = reactions })
      let length = curve.length(at: draws.quantile(draw, of: .content, about: 1), beyond: 0)
      #expect(times(run, .contentLoaded) == (length.map { [100 + $0] } ?? []), "\(draw)")
      guard draw < 8 else { continue }
      let drawn = Played(recording, asking, options(.drawn(draw)))
      switch Question.content.answer(draws.entry(draw, of: .content, about: 1), .millisecond) {
      case .after(let wait): #expect(drawn.story(.contentLoaded) == ["\(100 + wait.rawValue) content.loaded #1"])
      case .failure(let wait): #expect(drawn.story(.contentFailed) == ["\(100 + wait.rawValue) content.failed #1"])
      case .never: #expect(drawn.story(.contentLoaded, .contentFailed).isEmpty)
      }
    }
  }

  @Test func anActThatALockMayHaveHeldUpComesAsMuchSoonerAsIsDrawn() throws {
    var locking = OneSlot()
    locking.locksInput = true
    // Locked from 100 to 400, and answered as that ends.
    let recording = record(
      try session(
        """
        {"poptrace":1,"session":"s"}
        {"t":100,"event":"popup.submitted","popup":7,"name":"a","showMs":300}
        {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":120}
        {"t":9000,"event":"idle"}
        """), locking)
    func time(_ continuation: Continuation) -> [Int64] {
      times(Played(recording, OneSlot(), options(continuation)), .popupDismissed)
    }
    #expect(time(.median) == [400] && time(.never) == [400] && time(.atOnce) == [101])
    for draw in 0..<8 {
      var expected: Int64 = 400
      if case .after(let wait) = Question.dwell.answer(draws.entry(draw, of: .dwell, about: 7), .millisecond) {
        expected = min(400, 100 + wait.rawValue)
      }
      #expect(time(.drawn(draw)) == [expected], "\(draw)")
    }
    for draw in 0..<16 {
      let advance = part(draws.quantile(draw, of: .dwell, about: 7), of: 300)
      #expect(time(.modelled(draw)) == [400 - advance], "\(draw)")
    }
    // Under a lock of the same length it comes as it did.
    for continuation in [Continuation.median, .atOnce, .never, .drawn(2), .modelled(3)] {
      #expect(times(Played(recording, locking, options(continuation)), .popupDismissed) == [400])
    }
  }

  private let start = """
    {"poptrace":1,"session":"s"}
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":50,"event":"page.did-appear","page":1}

    """

  private func visit(_ old: Int, _ new: Int, at time: Int) -> String {
    """
    {"t":\(time),"event":"page.will-disappear","page":\(old)}
    {"t":\(time),"event":"page.will-appear","page":\(new)\(new == 1 ? "" : ",\"class\":\"Page\(new)\"")}
    {"t":\(time + 300),"event":"page.did-disappear","page":\(old)}
    {"t":\(time + 300),"event":"page.did-appear","page":\(new)}

    """
  }

  /// The number that a visit or an act is drawn by.
  private func number(of kind: EventKind, in recording: Session) throws -> Int64 {
    -2 - Int64(try #require(recording.log.events.first { $0.kind == kind }).sequence)
  }

  @Test func aVisitThatMayHaveWaitedComesAsMuchSoonerAsIsDrawn() throws {
    let text =
      start + """
        {"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
        {"t":2000,"event":"popup.dismissed","popup":7,"by":"button"}

        """ + visit(1, 2, at: 2000) + visit(2, 1, at: 4000)
      // Turns between, which have nothing to do with it.
      + (1...9).map { "{\"t\":\($0 * 190),\"event\":\"idle\"}\n" }.joined() + "{\"t\":9000,\"event\":\"idle\"}"
    let recording = record(try session(text), OneSlot())
    #expect(Played(recording, Refusing(), options(.median) { $0.visits = .wait }).count(.visitMayHaveWaited) == 1)
    let number = try number(of: .pageWillDisappear, in: recording)
    func visits(_ continuation: Continuation) -> [Int64] {
      times(Played(recording, Refusing(), options(continuation) { $0.visits = .wait }), .pageWillDisappear)
    }
    #expect(visits(.median) == [2000, 4000] && visits(.never) == [2000, 4000] && visits(.atOnce) == [101, 2101])
    for draw in 0..<8 {
      var advance: Int64 = 0
      if case .after(let wait) = Question.dwell.answer(draws.entry(draw, of: .dwell, about: number), .millisecond) {
        advance = max(0, 1900 - wait.rawValue)
      }
      #expect(visits(.drawn(draw)) == [2000 - advance, 4000 - advance], "\(draw)")
    }
    for draw in 0..<16 {
      let advance = part(draws.quantile(draw, of: .dwell, about: number), of: 1900)
      #expect(visits(.modelled(draw)) == [2000 - advance, 4000 - advance], "\(draw)")
    }
  }

  @Test func whereUsersTakeAWhileActsAndVisitsComeAsLateAsIsDrawn() throws {
    let text =
      start + """
        {"t":1000,"event":"popup.submitted","popup":1,"name":"a"}
        {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":1000}

        """ + visit(1, 2, at: 2500) + visit(2, 1, at: 6000) + "{\"t\":20000,\"event\":\"idle\"}"
    let recording = record(try session(text), OneSlot())
    let act = try number(of: .popupDismissed, in: recording)
    let visit = try number(of: .pageWillDisappear, in: recording)
    var late = OneSlot()
    late.pause = 1000
    func run(_ continuation: Continuation) -> [Int64] {
      times(
        Played(
          recording, late,
          options(continuation) {
            $0.visits = .wait
            $0.visitReaction = 300
          }), .popupDismissed, .pageWillDisappear)
    }
    // Shown at 2,000 and known for a second. The visit waits until it has gone, and the next comes as much later.
    #expect(run(.median) == [3000, 3150, 6650])
    #expect(run(.atOnce) == [2700, 2700, 6200])
    #expect(run(.never) == [3300, 3600, 7100])
    for draw in 0..<16 {
      let answered = 2700 + part(draws.quantile(draw, of: .dwell, about: act), of: 600)
      let begun = answered + part(draws.quantile(draw, of: .dwell, about: visit), of: 300)
      #expect(run(.modelled(draw)) == [answered, begun, begun + 3500], "\(draw)")
      #expect(run(.drawn(draw)) == [answered, begun, begun + 3500], "\(draw)")
    }
  }

  @Test func reactionsAreThoseOfThePopupsOfTheSession() throws {
    let recording = record(
      try session(
        """
        {"poptrace":1,"session":"s"}
        {"t":100,"event":"popup.submitted","popup":9,"name":"a","kind":"guide"}
        {"t":200,"event":"popup.submitted","popup":4,"name":"b","kind":"guide"}
        {"t":300,"event":"popup.submitted","popup":6,"name":"c"}
        {"t":900,"event":"idle"}
        """), Refusing())
    func curve(_ length: Int64) -> ReactionCurve {
      ReactionCurve(observed: 9, censored: 0, steps: [ReactionCurve.Step(milliseconds: length, remaining: 0)])
    }
    var model = ReactionModel()
    model.dwell.names[PopupName("a")] = curve(1)
    model.dwell.kinds[.guide] = curve(2)
    model.content.all = curve(3)
    let reactions = SessionReactions(model, recording)
    func lengths(_ question: Question) -> [Int64?] {
      (-1..<5).map { reactions.curve(question, about: PopupID($0))?.steps[0].milliseconds }
    }
    #expect(lengths(.dwell) == [nil, 1, 2, nil, nil, nil])
    #expect(lengths(.content) == [nil, 3, 3, 3, nil, nil])
    var strange = recording
    strange.log.events[1].spec = SpecID(77)
    strange.log.events[2].popup = PopupID(50)
    #expect(SessionReactions(model, strange).curve(.content, about: PopupID(0))?.steps.count == 1)
    #expect(SessionReactions(model, strange).curve(.content, about: PopupID(1)) == nil)
  }
}
