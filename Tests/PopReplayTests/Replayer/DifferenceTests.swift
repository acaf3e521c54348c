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
    // What is called back by another name is answered by nothing, which is an assumption; what is called back at the end comes after it.
    let second: Grade = habit == .name ? .assumed : habit == .closedName ? .exact : .derived
    #expect(run.grades == [.exact, second], "\(habit)")
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
