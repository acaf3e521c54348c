import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// Where a tap that led to a page does not come, nobody knows whether the user would have gone there in another way (CausalReplay, *Lost taps*).
struct LostTapTests {
  /// The first popup is gone before the second comes, whose button leads to another page; a third comes after that.
  private let tapped = """
    {"poptrace":1}
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":50,"event":"page.did-appear","page":1}
    {"t":100,"event":"popup.submitted","popup":1,"name":"early"}
    {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":100}
    {"t":1000,"event":"popup.submitted","popup":2,"name":"offer"}
    {"event":"popup.tapped","popup":2,"action":"open","after":{"event":"popup.shown","popup":2},"delay":500}
    {"event":"page.will-disappear","page":1,"after":{"event":"popup.tapped","popup":2},"delay":1}
    {"event":"page.will-appear","page":2,"class":"Detail","after":{"event":"popup.tapped","popup":2},"delay":1}
    {"event":"page.did-disappear","page":1,"after":{"event":"popup.tapped","popup":2},"delay":350}
    {"event":"page.did-appear","page":2,"after":{"event":"popup.tapped","popup":2},"delay":350}
    {"event":"popup.dismissed","popup":2,"by":"button","after":{"event":"popup.shown","popup":2},"delay":600}
    {"t":5000,"event":"popup.submitted","popup":3,"name":"late"}
    {"event":"popup.dismissed","popup":3,"by":"button","after":{"event":"popup.shown","popup":3},"delay":100}
    {"t":9000,"event":"idle"}
    """

  @Test func itOpensWhatHadNotEndedThen() throws {
    let recording = record(try session(tapped), OneSlot())
    var refusing = ShowsAllBut()
    refusing.skipped = PopupID(1)
    let run = Played(recording, refusing)
    #expect(run.firstAssumption == Ticks(1500))
    #expect(run.count(.visitAfterLostTap) == 1)
    #expect(run.notes.first { $0.kind == .visitAfterLostTap }?.popup == PopupID(1))
    #expect(run.grades[0] == .exact)
    #expect(run.grades[2] == .assumed)
  }

  @Test func anAnswerThatLedToAPageIsLostLikeATap() throws {
    var refusing = ShowsAllBut()
    refusing.skipped = PopupID(1)
    func run(by act: String) throws -> Played {
      let text = tapped.split(separator: "\n").filter { !$0.contains("popup.dismissed\",\"popup\":2") }
        .joined(separator: "\n").replacing("popup.tapped", with: "popup.dismissed")
        .replacing("\"action\":\"open\"", with: "\"by\":\"\(act)\"")
      return Played(record(try session(text), OneSlot()), refusing)
    }
    #expect(try run(by: "button").firstAssumption == Ticks(1500))
    #expect(try run(by: "code").count(.visitAfterLostTap) == 0)
  }

  /// The way back, and where asked for a visit that may have waited for it.
  private func back(visit: Int?) -> String {
    func change(_ old: Int, _ new: Int, _ time: Int) -> String {
      """
      {"t":\(time),"event":"page.will-disappear","page":\(old)}
      {"t":\(time),"event":"page.will-appear","page":\(new)\(new == 3 ? ",\"class\":\"Feed\"" : "")}
      {"t":\(time + 350),"event":"page.did-disappear","page":\(old)}
      {"t":\(time + 350),"event":"page.did-appear","page":\(new)}

      """
    }
    let lines = tapped.split(separator: "\n").dropLast(3).joined(separator: "\n") + "\n" + change(2, 1, 3000)
    return lines + (visit.map { change(1, 3, $0) } ?? "")
      + tapped.split(separator: "\n").suffix(3).joined(separator: "\n")
  }

  @Test func aTapAtAnotherTimeOpensTheVisitsThatWaitedForTheWayBack() throws {
    var later = OneSlot()
    later.pause = 300
    let recording = record(try session(back(visit: 3600)), OneSlot())
    #expect(Played(recording, OneSlot()).firstAssumption == nil)
    // The tap was recorded at 1,500 and comes at 1,800.
    let run = Played(recording, later)
    #expect(run.all(.popupTapped).map(\.time) == [Ticks(1800)])
    #expect(run.firstAssumption == Ticks(1500))
    #expect(run.count(.visitAfterLostTap) == 1)
    #expect(run.grades[2] == .assumed)
    let quiet = Played(record(try session(back(visit: nil)), OneSlot()), later)
    #expect(quiet.firstAssumption == nil)
    #expect(quiet.grades[2] == .derived)
  }

  @Test(
    "a visit has waited for the way back where it begins at most so long after it, and so may one that the recording ends before",
    arguments: [4850, 4851])
  func atMostSoLong(time: Int) throws {
    var later = OneSlot()
    later.pause = 300
    // The user is back at 3,350.
    let opened = time == 4850 ? Ticks(1500) : nil
    #expect(Played(record(try session(back(visit: time)), OneSlot()), later).firstAssumption == opened)
    let cut = back(visit: nil).split(separator: "\n").dropLast(3).joined(separator: "\n")
    let recording = record(try session(cut + "\n{\"t\":\(time),\"event\":\"idle\"}"), OneSlot())
    #expect(recording.header.ended == Ticks(Int64(time)))
    #expect(Played(recording, later).firstAssumption == opened)
  }

  @Test func aTapThatLedNowhereOpensNothing() throws {
    let nowhere = tapped.split(separator: "\n").filter { !$0.contains("\"page\":2") && !$0.contains("disappear") }
    let recording = record(try session(nowhere.joined(separator: "\n")), OneSlot())
    var refusing = ShowsAllBut()
    refusing.skipped = PopupID(1)
    let run = Played(recording, refusing)
    #expect(run.count(.visitAfterLostTap) == 0)
    #expect(run.firstAssumption == nil)
    #expect(run.grades[2] == .derived)
  }

  @Test func theRecordedPolicyLosesNoTap() throws {
    let recording = record(try session(tapped), OneSlot())
    expectIdentity(recording, OneSlot())
    let run = Played(recording, OneSlot())
    #expect(run.notes.isEmpty)
    #expect(run.firstAssumption == nil)
  }

  @Test func whereThePopupWentEarlierTheVisitIsOpenFromThen() throws {
    // The candidate shows the offer at once as well, and hides it by itself before the user has tapped.
    let recording = record(try session(tapped), OneSlot())
    var hasty = ShowsAllBut()
    hasty.hidden = PopupID(1)
    let run = Played(recording, hasty)
    #expect(run.firstAssumption == Ticks(1000))
  }
}

/// Shows every popup at once but one, and takes another one down again in the same turn.
private struct ShowsAllBut: SchedulingPolicy {
  var skipped = PopupID.none
  var hidden = PopupID.none

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    switch stimulus.kind {
    case .popupSubmitted where stimulus.popup != skipped:
      turn.show(stimulus.popup, on: .none, generation: 1)
      if stimulus.popup == hidden { turn.hide(stimulus.popup, .withdrawn, generation: 1) }
    case .popupDismissed: turn.hide(stimulus.popup, .dismissed, generation: 1)
    default: break
    }
  }

  mutating func settle(_ turn: inout Turn) {}

  mutating func reset() {}
}
