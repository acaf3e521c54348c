import Testing

@testable import PopupScheduling

@Suite("Which chain keeps others out, as things change")
struct HolderTests {
  private func stage(_ configuration: PolicyConfiguration) -> Play<StandardPolicy> {
    var play = Play(configuration)
    play.know(1, "Home")
    play.know(2, "Detail")
    play.appear(1, at: 0)
    play.catalog.changes = [PopupChange(), PopupChange()]
    for (index, name) in ["Home", "Detail"].enumerated() {
      play.catalog.changes[index].pages = play.catalog.names.intern([play.catalog.names.intern(name)])
    }
    return play
  }

  private func inChain(_ name: String, on page: String? = nil) -> (inout PopupSpec, inout Catalog) -> Void {
    { spec, catalog in
      spec.chain = catalog.names.intern(name)
      if let page { spec.bind(to: page, in: &catalog) }
    }
  }

  private func change(_ popup: Int64, _ change: Int32, at time: Int64, _ play: inout Play<StandardPolicy>) {
    play.run(play.popup(.popupChanged, popup) { $0.attributes = change }, at: time)
  }

  @Test(
    "Where the next member is given the page that is there, its chain holds, and no longer where it is given another")
  func changedPages() {
    for configuration in [PolicyConfiguration.v3, .v6] {
      var play = stage(configuration)
      play.submit(1, at: 1, inChain("tour"))
      play.submit(2, at: 1, inChain("tour", on: "Detail"))
      play.dismiss(1, at: 2)
      play.submit(3, at: 3)
      #expect(play.submit(4, at: 4) == ["popup.queued 4 slot"])
      change(2, 0, at: 5, &play)
      #expect(play.submit(5, at: 6) == ["popup.queued 5 chain"])
      change(2, 1, at: 7, &play)
      #expect(play.submit(6, at: 8) == ["popup.queued 6 slot"])
      change(2, 0, at: 9, &play)
      #expect(play.dismiss(3, at: 10).contains("popup.shown 2 page=1 gen=1"))
      play.dismiss(2, at: 11)
      #expect(play.visible.last == "popup.shown 4 page=1 gen=1 over=5,6")
    }
  }

  @Test("While a chain holds nobody but its next member takes the place of one who would make room")
  func preemption() {
    for (level, isNext) in [(Int32(9), false), (-9, true)] {
      var play = stage(.v6)
      play.submit(1, at: 1) { spec, catalog in
        inChain("tour", on: "Home")(&spec, &catalog)
        spec.keepAlive = true
        spec.level = level
      }
      play.move(from: 1, to: 2, at: 2)
      play.submit(2, at: 3) { spec, _ in
        spec.level = 5
        spec.onHigher = .requeue
      }
      #expect(play.visible.last == "popup.shown 2 page=2 gen=1")
      play.move(from: 2, to: 1, at: 4)
      #expect(play.visible.contains("popup.shown 1 page=1 gen=2 restored") == isNext)
      #expect(play.submit(3, at: 5) { spec, _ in spec.level = -1 } == ["popup.queued 3 chain"])
    }
  }

  @Test("A second chain holds, waits and ends as the first does, whatever became of that one")
  func secondChain() {
    var play = stage(.v6)
    play.submit(1, at: 1, inChain("tour"))
    play.submit(2, at: 1, inChain("tips"))
    play.dismiss(1, at: 2)
    #expect(play.visible.last == "popup.shown 2 page=1 gen=1")
    play.submit(3, at: 3, inChain("tips", on: "Home"))
    #expect(play.last == ["popup.queued 3 chain"])
    #expect(play.submit(4, at: 4, inChain("tour")) == ["popup.queued 4 chain"])
    play.dismiss(2, at: 5)
    #expect(play.visible.last == "popup.shown 3 page=1 gen=1")
    play.page(.pageWillDisappear, 1, at: 6)
    #expect(play.last == ["popup.hidden 3 gen=1 page-left", "cover.removed 3", "popup.parked 3 page=1"])
    play.page(.pageDidAppear, 1, at: 7)
    #expect(play.visible.suffix(2) == ["cover.added 3", "popup.shown 3 page=1 gen=2 restored"])
    play.dismiss(3, at: 8)
    #expect(play.visible.last == "popup.shown 4 page=1 gen=1")
  }

  @Test("A turn that ends the last member ends the chain, and one that is gone holds nobody up afterwards")
  func ended() {
    var play = stage(.v3)
    play.submit(1, at: 1, inChain("tour"))
    play.submit(2, at: 1)
    play.dismiss(1, at: 2)
    play.submit(3, at: 3) { spec, catalog in
      inChain("tour")(&spec, &catalog)
      spec.level = 4
    }
    #expect(play.last == ["popup.queued 3 slot"], "it competes anew")
    #expect(play.submit(4, at: 4) { spec, _ in spec.level = 3 } == ["popup.queued 4 slot"])
    play.dismiss(2, at: 5)
    #expect(play.visible.last == "popup.shown 4 page=1 gen=1 over=3")
  }

  @Test("Deadlines are kept for those who wait, and for not many more however often they are altered")
  func deadlines() {
    var play = stage(.v6)
    // The first of them has the first index.
    for number in Int64(1)...100 {
      play.submit(number, at: 1) { spec, catalog in
        spec.bind(to: "Detail", in: &catalog)
        spec.kind = number % 2 == 0 ? .hud : .alert
        spec.expires = Ticks(100_000)
      }
    }
    play.submit(101, at: 1) { spec, catalog in spec.bind(to: "Detail", in: &catalog) }
    play.catalog.changes[0] = PopupChange()
    play.catalog.changes[0].level = 3
    var (most, last, renewals) = (0, 0, 0)
    for round in 0..<800 {
      change(Int64(1 + round % 101), 0, at: 2, &play)
      let count = play.scheduler.policy.state.deadlines.count
      // Noted anew are those who wait, and the one that is put back.
      if count < last {
        renewals += 1
        #expect(count == 101)
      }
      last = count
      most = max(most, last)
    }
    #expect(most == 2 * 101 + 65 && renewals > 3)
    // Nobody's deadline was lost: before any timer comes, all are found too late when they could be shown.
    play.move(from: 1, to: 2, at: 100_001)
    #expect(play.all.count { $0.kind == .popupDropped && $0.reason == .expired } == 100)
    #expect(play.visible.last == "popup.shown 101 page=2 gen=1")
  }
}
