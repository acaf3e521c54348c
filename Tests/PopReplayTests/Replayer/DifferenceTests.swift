import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// The first difference that a user or an app could notice parts exact from derived outcomes, whatever it is in (Grades, *Grades of
/// outcomes*).
struct DifferenceTests {
  /// One popup that is dismissed, and then another one.
  private let scenario = """
    {"poptrace":1}
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":0,"event":"page.will-appear","page":2,"class":"Other"}
    {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
    {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":500}
    {"t":1000,"event":"popup.submitted","popup":2,"name":"b"}
    {"event":"popup.dismissed","popup":2,"by":"button","after":{"event":"popup.shown","popup":2},"delay":500}
    {"t":9000,"event":"idle"}
    """

  @Test(arguments: Alike.Habit.allCases)
  func anyFieldOfASecondPopupIsEnough(habit: Alike.Habit) throws {
    let recording = record(try session(scenario), Alike())
    let run = Played(recording, Alike(habit: habit))
    #expect(run.firstDifference == Ticks(habit == .reason || habit == .closedName ? 1500 : 1000), "\(habit)")
    // What is called back by another name is answered by nothing, which is an assumption; what is called back at the end comes after it. On
    // another page the answer to a popup may take another time.
    let second: Grade =
      switch habit {
      case .name, .page: .assumed
      case .closedName: .exact
      case .generation, .reason: .derived
      }
    #expect(run.grades == [.exact, second], "\(habit)")
  }

  @Test func onAnotherPageTheAnswerIsAssumedUnlessItIsOfTheSameClass() throws {
    let recording = record(try session(scenario), Alike())
    let run = Played(recording, Alike(habit: .page))
    #expect(run.firstAssumption == Ticks(1000))
    #expect(run.notes.first?.popup == PopupID(1))
    let twins = try session(scenario.replacing("Other", with: "Home"))
    #expect(Played(record(twins, Alike()), Alike(habit: .page)).grades == [.exact, .derived])
    let huds = try session(scenario.replacing("\"b\"", with: "\"b\",\"kind\":\"hud\""))
    #expect(Played(record(huds, Alike()), Alike(habit: .page)).grades == [.exact, .derived])
  }

  /// Somebody types while an alert comes and goes; a campaign comes while they would still have been typing.
  private let typing = """
    {"poptrace":1}
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":50,"event":"page.did-appear","page":1}
    {"t":500,"event":"edit.began","responder":"search"}
    {"t":1000,"event":"popup.submitted","popup":1,"name":"alert"}
    {"event":"edit.ended","after":{"event":"keyboard.resigned","popup":1}}
    {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":500}
    {"event":"edit.began","responder":"search","after":{"event":"keyboard.restored","popup":1}}
    {"t":1700,"event":"edit.ended"}
    {"t":2000,"event":"popup.submitted","popup":2,"name":"campaign"}
    {"event":"popup.dismissed","popup":2,"by":"button","after":{"event":"popup.shown","popup":2},"delay":500}
    {"t":9000,"event":"idle"}
    """

  /// `v5`, which folds the keyboard or does not.
  private func folding(_ folds: Bool) -> StandardPolicy {
    var configuration = PolicyConfiguration.v5
    configuration.chrome = folds
    return StandardPolicy(configuration)
  }

  @Test func aKeyboardThatIsFoldedIsADifference() throws {
    let recording = record(try session(typing), folding(false))
    let run = Played(recording, folding(true))
    #expect(run.firstDifference == Ticks(1000))
    #expect(run.firstAssumption == Ticks(1000))
    #expect(run.grades == [.assumed, .assumed])
    #expect(Played(recording, folding(false)).grades == [.exact, .exact])
  }

  @Test func aKeyboardThatIsNotFoldedLeavesItsUserTyping() throws {
    let recording = record(try session(typing), folding(true))
    #expect(recording.log.events.count { $0.kind == .editEnded } == 2)
    let run = Played(recording, folding(false))
    #expect(run.firstDifference == Ticks(1000))
    #expect(run.firstAssumption == Ticks(1000))
    #expect(run.notes.contains { $0.kind == .unseen && $0.popup == PopupID(0) })
    #expect(run.grades[1] == .assumed)
    #expect(Played(recording, folding(true)).grades == [.exact, .exact])
  }

  @Test func whatAUserOfOneSessionTypesIsNothingToTheNext() throws {
    var replayer = Replayer(policy: folding(false))
    let quiet = record(try session(scenario), folding(false))
    for recording in [quiet, record(try session(typing), folding(true)), quiet] {
      replayer.begin(recording, options: ReplayOptions())
      while replayer.nextTurn() {}
      #expect(replayer.firstAssumption == Played(recording, folding(false)).firstAssumption)
      #expect(replayer.notes == Played(recording, folding(false)).notes)
    }
    #expect(replayer.firstAssumption == nil)
  }

  @Test func withoutAnyEverythingIsExact() throws {
    let recording = record(try session(scenario), Alike())
    let run = Played(recording, Alike())
    #expect(run.firstDifference == nil)
    #expect(run.grades == [.exact, .exact])
  }
}

/// Shows everything at once; of the second popup it differs in one thing.
struct Alike: SchedulingPolicy {
  /// What is different.
  enum Habit: CaseIterable {
    /// The page it is shown on, and nothing else.
    case page
    /// The name of the callback, and nothing else.
    case name
    case generation
    /// The reason it is hidden for, and nothing else.
    case reason
    /// The name of the callback at its end, and nothing else.
    case closedName
  }

  var habit: Habit?

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    let differs = stimulus.popup == PopupID(1) ? habit : nil
    let generation: Int32 = differs == .generation ? 2 : 1
    switch stimulus.kind {
    case .popupSubmitted:
      turn.show(stimulus.popup, on: PageID(differs == .page ? 1 : 0), generation: generation)
      turn.callBack(turn.catalog.names.intern(differs == .name ? "up" : "shown"), stimulus.popup)
    case .popupDismissed:
      turn.hide(stimulus.popup, differs == .reason ? .auto : .dismissed, generation: generation)
      turn.callBack(turn.catalog.names.intern(differs == .closedName ? "gone" : "closed"), stimulus.popup, .dismissed)
    default: break
    }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

extension String {
  /// The same with other words in place of some.
  fileprivate func replacing(_ words: String, with others: String) -> String {
    split(separator: words, omittingEmptySubsequences: false).joined(separator: others)
  }
}
