import PopupScheduling
import Testing

@Suite("Popups and their pages")
struct PagesTests {
  /// Home (1) is there, Detail (2) can be pushed over it.
  private func home(_ configuration: PolicyConfiguration) -> Play<StandardPolicy> {
    var play = Play(configuration)
    play.know(1, "Home", "Base")
    play.know(2, "Detail", "Base")
    play.know(3, "Sheet", as: .sheet)
    play.appear(1, at: 0)
    return play
  }

  private func onHome(_ spec: inout PopupSpec, _ catalog: inout Catalog) { spec.bind(to: "Home", in: &catalog) }

  @Test("Before the first page v1 shows and v2 waits")
  func noPage() {
    var first = Play(.v1)
    #expect(first.submit(1, at: 0).first == "popup.shown 1 gen=1")
    var second = Play(.v2)
    #expect(second.submit(1, at: 0) == ["popup.queued 1 page"])
    second.know(1, "Home")
    #expect(second.page(.pageWillAppear, 1, at: 1) == [])
    #expect(second.page(.pageDidAppear, 1, at: 2).first == "popup.shown 1 page=1 gen=1")
  }

  @Test("During a transition nobody is shown, HUDs aside")
  func transition() {
    var play = home(.v6)
    play.page(.pageWillDisappear, 1, at: 1)
    #expect(play.submit(1, at: 2) == ["popup.queued 1 page"])
    #expect(play.submit(2, at: 2) { spec, _ in spec.kind = .hud } == ["popup.shown 2 gen=1", "callback shown 2"])
    play.page(.pageWillAppear, 2, at: 3)
    play.page(.pageDidDisappear, 1, at: 4)
    #expect(play.page(.pageDidAppear, 2, at: 5).first == "cover.added 1")
  }

  @Test("From v2 on a popup waits for its page; subclasses count unless it says exact")
  func binding() {
    var play = home(.v2)
    #expect(play.submit(1, at: 1) { $0.bind(to: "Detail", in: &$1) } == ["popup.queued 1 page"])
    #expect(
      play.submit(2, at: 1) {
        $0.bind(to: "Base", in: &$1)
        $0.matching = .exact
      } == ["popup.queued 2 page"])
    #expect(play.submit(3, at: 1) { $0.bind(to: "Base", in: &$1) }.first == "popup.shown 3 page=1 gen=1")
    play.dismiss(3, at: 2)
    #expect(play.move(from: 1, to: 2, at: 3).first == "popup.shown 1 page=2 gen=1")
  }

  @Test("v3 leaves up what belongs to a page that is left")
  func leftover() {
    var play = home(.v3)
    play.submit(1, at: 1, onHome)
    #expect(play.move(from: 1, to: 2, at: 2) == [])
  }

  @Test("A popup whose page is left is parked, and dropped at the page's did-disappear")
  func left() {
    var play = home(.v4)
    play.submit(1, at: 1, onHome)
    #expect(
      play.page(.pageWillDisappear, 1, at: 2) == ["popup.hidden 1 gen=1 page-left", "popup.parked 1 page=1"])
    #expect(play.page(.pageWillAppear, 2, at: 2) == [])
    #expect(
      play.page(.pageDidDisappear, 1, at: 3) == ["popup.dropped 1 page-left", "callback closed 1 page-left"])
  }

  @Test("A cancelled swipe brings back what it hid, keep-alive or not, in either order of events")
  func cancelledSwipe() {
    for isShort in [true, false] {
      var play = home(.v4)
      play.submit(1, at: 1, onHome)
      play.page(.pageWillDisappear, 1, at: 2)
      play.page(.pageWillAppear, 2, at: 2)
      if !isShort {
        play.page(.pageWillDisappear, 2, at: 3)
        #expect(play.page(.pageWillAppear, 1, at: 3) == [])
        #expect(play.page(.pageDidDisappear, 2, at: 4) == [])
      }
      #expect(
        play.page(.pageDidAppear, 1, at: 4) == ["popup.restored 1 page=1", "popup.shown 1 page=1 gen=2 restored"])
    }
  }

  @Test("A sheet covers without telling the page below, and what was up there comes back when it is closed")
  func sheet() {
    var play = home(.v4)
    play.submit(1, at: 1, onHome)
    play.submit(2, at: 1)
    #expect(
      play.page(.pageWillAppear, 3, at: 2) == ["popup.hidden 1 gen=1 page-left", "popup.parked 1 page=1"])
    #expect(play.page(.pageDidAppear, 3, at: 3).first == "popup.shown 2 page=3 gen=1")
    #expect(play.page(.pageWillDisappear, 3, at: 4) == [])
    #expect(play.page(.pageDidDisappear, 3, at: 5) == ["popup.restored 1 page=1"])
    #expect(play.dismiss(2, at: 6).last == "popup.shown 1 page=1 gen=2 restored")
  }

  @Test("Custom presentation covers as a sheet does; one that is cancelled gives the page back")
  func cancelledCovering() {
    var play = home(.v4)
    play.know(4, "Panel", as: .custom)
    play.submit(1, at: 1, onHome)
    #expect(play.page(.pageWillAppear, 4, at: 2).first == "popup.hidden 1 gen=1 page-left")
    #expect(
      play.page(.pageWillDisappear, 4, at: 3) == ["popup.restored 1 page=1"],
      "Home is current again at once, but nobody comes while something moves")
    #expect(play.page(.pageDidDisappear, 4, at: 4) == ["popup.shown 1 page=1 gen=2 restored"])
  }

  @Test("What is presented in a sheet's container covers, too")
  func inheritedPresentation() {
    var play = home(.v4)
    play.know(5, "SheetNavigation", as: .sheet)
    play.know(6, "Form", in: 5)
    play.submit(1, at: 1, onHome)
    #expect(play.page(.pageWillAppear, 6, at: 2).first == nil)
    #expect(play.page(.pageWillAppear, 5, at: 2).first == "popup.hidden 1 gen=1 page-left")
    play.page(.pageDidAppear, 5, at: 3)
    play.page(.pageDidAppear, 6, at: 3)
    #expect(play.submit(2, at: 4).contains("popup.shown 2 page=6 gen=1"))
    #expect(play.submit(3, at: 4) { $0.bind(to: "SheetNavigation", in: &$1) } == ["popup.queued 3 slot"])
  }

  @Test("Keep-alive: parked, and back at its old place when that instance returns")
  func keepAlive() {
    var play = home(.v4)
    play.know(7, "Home", "Base")
    play.submit(1, at: 1) {
      onHome(&$0, &$1)
      $0.keepAlive = true
    }
    play.submit(2, at: 1, onHome)
    #expect(play.move(from: 1, to: 7, at: 2).contains("popup.parked 1 page=1"))
    #expect(play.last == ["popup.shown 2 page=7 gen=1", "callback shown 2"], "the other one goes on any Home")
    play.dismiss(2, at: 3)
    #expect(
      play.move(from: 7, to: 1, at: 4) == ["popup.restored 1 page=1", "popup.shown 1 page=1 gen=2 restored"])
  }

  @Test("With keep-alive a popup bound to nothing is bound to the instance it is first shown on")
  func unboundKeepAlive() {
    var play = home(.v4)
    play.submit(1, at: 1) { spec, _ in spec.keepAlive = true }
    #expect(
      play.page(.pageWillDisappear, 1, at: 2) == ["popup.hidden 1 gen=1 page-left", "popup.parked 1 page=1"])
    play.page(.pageWillAppear, 2, at: 2)
    play.page(.pageDidDisappear, 1, at: 2)
    #expect(play.page(.pageDidAppear, 2, at: 2) == [])
    #expect(play.move(from: 2, to: 1, at: 3).last == "popup.shown 1 page=1 gen=2 restored")
  }

  @Test("Bound to nothing and not kept alive, a popup stays through everything")
  func unbound() {
    var play = home(.v4)
    play.submit(1, at: 1)
    #expect(play.move(from: 1, to: 2, at: 2) == [])
    #expect(play.page(.pageRemoved, 1, at: 3) == [])
    #expect(play.dismiss(1, at: 4).first == "popup.hidden 1 gen=1 dismissed")
  }

  @Test("Restored and left again before being shown means parked again")
  func parkedAgain() {
    var play = home(.v4)
    play.submit(1, at: 1) {
      onHome(&$0, &$1)
      $0.keepAlive = true
    }
    play.move(from: 1, to: 2, at: 2)
    play.submit(2, at: 3)
    #expect(play.move(from: 2, to: 1, at: 4) == ["popup.restored 1 page=1"])
    #expect(play.page(.pageWillDisappear, 1, at: 5) == ["popup.parked 1 page=1"])
  }

  @Test("A removed page takes all with it that are bound to that instance; those bound to its class wait on")
  func removed() {
    for removedFirst in [true, false] {
      var play = home(.v5)
      play.submit(1, at: 1) {
        onHome(&$0, &$1)
        $0.keepAlive = true
      }
      play.submit(2, at: 1) { $0.instance = $1.page(numbered: 1) }
      play.submit(3, at: 1) {
        $0.instance = $1.page(numbered: 1)
        $0.content = .async
      }
      play.submit(4, at: 1, onHome)
      play.page(.pageWillDisappear, 1, at: 2)
      play.page(.pageWillAppear, 2, at: 2)
      if !removedFirst { #expect(play.page(.pageDidDisappear, 1, at: 3) == []) }
      #expect(
        play.page(.pageRemoved, 1, at: 3) == [
          "popup.dropped 1 page-removed", "callback closed 1 page-removed", "popup.dropped 2 page-removed",
          "callback closed 2 page-removed", "popup.dropped 3 page-removed", "content.cancelled 3",
          "callback closed 3 page-removed",
        ])
      if removedFirst { #expect(play.page(.pageDidDisappear, 1, at: 3) == []) }
      play.page(.pageDidAppear, 2, at: 3)
      play.know(8, "Home")
      #expect(play.move(from: 2, to: 8, at: 4).first == "popup.shown 4 page=8 gen=1")
    }
  }

  @Test("Without keep-alive the order decides which of the two reasons a popup ends by")
  func removedOrGone() {
    var first = home(.v4)
    first.submit(1, at: 1, onHome)
    first.page(.pageWillDisappear, 1, at: 2)
    #expect(first.page(.pageRemoved, 1, at: 3).first == "popup.dropped 1 page-removed")
    #expect(first.page(.pageDidDisappear, 1, at: 3) == [])
    var second = home(.v4)
    second.submit(1, at: 1, onHome)
    second.page(.pageWillDisappear, 1, at: 2)
    #expect(second.page(.pageDidDisappear, 1, at: 3).first == "popup.dropped 1 page-left")
    #expect(second.page(.pageRemoved, 1, at: 3) == [])
  }

  @Test("What is submitted for a page that was removed is dropped at once")
  func tooLate() {
    var play = home(.v4)
    play.move(from: 1, to: 2, at: 1)
    play.page(.pageRemoved, 1, at: 1)
    #expect(
      play.submit(1, at: 2) { $0.instance = $1.page(numbered: 1) } == [
        "popup.dropped 1 page-removed", "callback closed 1 page-removed",
      ])
  }

  @Test("A popup bound to a container is hidden for the transition between two of its children only")
  func container() {
    var play = Play(.v4)
    play.know(1, "Tabs")
    play.know(2, "First", in: 1)
    play.know(3, "Second", in: 1)
    play.page(.pageWillAppear, 1, at: 0)
    play.page(.pageWillAppear, 2, at: 0)
    play.page(.pageDidAppear, 1, at: 0)
    play.page(.pageDidAppear, 2, at: 0)
    #expect(play.submit(1, at: 1) { $0.bind(to: "Tabs", in: &$1) }.first == "popup.shown 1 page=2 gen=1")
    #expect(
      play.page(.pageWillDisappear, 2, at: 2) == ["popup.hidden 1 gen=1 page-left", "popup.parked 1 page=1"])
    #expect(play.page(.pageWillAppear, 3, at: 2) == [])
    #expect(play.page(.pageDidDisappear, 2, at: 3) == [])
    #expect(
      play.page(.pageDidAppear, 3, at: 3) == ["popup.restored 1 page=1", "popup.shown 1 page=3 gen=2 restored"])
  }

  @Test("While a child of it moves a container is not current, so that nobody is shown, or said to be shown, on it")
  func movingChild() {
    for configuration in [PolicyConfiguration.v0, .v1, .v6] {
      var play = Play(configuration)
      play.know(10, "Tabs")
      play.know(1, "First", in: 10)
      play.know(2, "Second", in: 10)
      play.appear(10, at: 0)
      play.appear(1, at: 0)
      for kind in [EventKind.pageWillDisappear, .pageDidDisappear] {
        play.page(kind, 1, at: 1)
        if kind == .pageWillDisappear { play.page(.pageWillAppear, 2, at: 1) }
      }
      play.submit(1, at: 2) { $0.bind(to: "Tabs", in: &$1) }
      if configuration == .v6 {
        #expect(play.last == ["popup.queued 1 page"])
        play.page(.pageDidAppear, 2, at: 3)
        #expect(play.visible.last == "popup.shown 1 page=2 gen=1")
      } else {
        #expect(play.visible == ["popup.shown 1 gen=1"])
      }
    }
  }

  @Test("A container whose children are all gone, and none is coming, is current itself")
  func emptyContainer() {
    var play = Play(.v4)
    play.know(10, "Tabs")
    play.know(1, "First", in: 10)
    play.appear(10, at: 0)
    play.appear(1, at: 0)
    play.submit(1, at: 1) { $0.bind(to: "First", in: &$1) }
    play.dismiss(1, at: 1)
    play.page(.pageWillDisappear, 1, at: 2)
    #expect(play.submit(2, at: 2) == ["popup.queued 2 page"])
    #expect(play.page(.pageDidDisappear, 1, at: 3).contains("popup.shown 2 page=10 gen=1"))
  }

  @Test("A cancelled covering page takes what stands in it along")
  func cancelledContainer() {
    var play = home(.v4)
    play.know(5, "SheetNavigation", as: .sheet)
    play.know(6, "Form", in: 5)
    play.submit(1, at: 1, onHome)
    play.page(.pageWillAppear, 5, at: 2)
    play.page(.pageWillAppear, 6, at: 2)
    #expect(play.page(.pageWillDisappear, 5, at: 3) == ["popup.restored 1 page=1"])
    #expect(play.page(.pageWillDisappear, 6, at: 3) == [], "it never came")
    play.page(.pageDidDisappear, 6, at: 4)
    play.page(.pageDidDisappear, 5, at: 4)
    #expect(play.last.last == "popup.shown 1 page=1 gen=2 restored")
  }

  @Test("A popup is parked for the outermost page at which all of its bindings hold")
  func outermost() {
    func tabs() -> Play<StandardPolicy> {
      var play = Play(.v6)
      play.know(10, "TabBar")
      play.know(1, "Home", in: 10)
      play.know(2, "Other", in: 10)
      play.know(3, "Part", "Home", in: 1)
      play.appear(10, at: 0)
      play.appear(1, at: 0)
      play.appear(3, at: 0)
      return play
    }
    for keepsAlive in [false, true] {
      var play = tabs()
      play.submit(1, at: 1) {
        onHome(&$0, &$1)
        $0.instance = $1.page(numbered: 10)
        $0.keepAlive = keepsAlive
      }
      #expect(play.page(.pageWillDisappear, 3, at: 2).contains("popup.parked 1 page=1"))
    }
    var play = tabs()
    play.submit(1, at: 1) { $0.bind(to: "TabBar", "Home", in: &$1) }
    #expect(play.page(.pageWillDisappear, 3, at: 2).contains("popup.parked 1 page=10"))
    play.page(.pageWillDisappear, 1, at: 2)
    play.page(.pageWillAppear, 2, at: 2)
    play.page(.pageDidDisappear, 3, at: 3)
    #expect(play.page(.pageDidDisappear, 1, at: 3) == [])
    #expect(play.page(.pageDidAppear, 2, at: 3).contains("popup.shown 1 page=2 gen=2 restored"))
  }

  @Test("A member bound to Home in its tab bar and parked keeps nobody out while another tab is current")
  func chainInATab() {
    var play = Play(.v6)
    play.know(10, "TabBar")
    play.know(1, "Home", in: 10)
    play.know(2, "Other", in: 10)
    play.appear(10, at: 0)
    play.appear(1, at: 0)
    play.submit(1, at: 1) {
      onHome(&$0, &$1)
      $0.instance = $1.page(numbered: 10)
      $0.keepAlive = true
      $0.chain = $1.names.intern("tour")
    }
    play.move(from: 1, to: 2, at: 2)
    #expect(play.submit(2, at: 3).contains("popup.shown 2 page=2 gen=1"))
  }

  @Test("A popup whose page was removed under it, and whose pages are then changed, is kept for no removed page")
  func changedAfterRemoval() {
    for configuration in [PolicyConfiguration.v4, .v6] {
      for isCurrent in [true, false] {
        var play = home(configuration)
        play.move(from: 1, to: 2, at: 1)
        play.submit(1, at: 2) { spec, _ in spec.kind = .hud }
        play.page(.pageWillDisappear, 2, at: 3)
        play.page(.pageRemoved, 2, at: 3)
        play.page(.pageWillAppear, 1, at: 3)
        play.page(.pageDidDisappear, 2, at: 3)
        if isCurrent { play.page(.pageDidAppear, 1, at: 3) }
        var change = PopupChange()
        change.pages = play.catalog.names.intern([play.catalog.names.intern("Home")])
        play.catalog.changes.append(change)
        play.run(play.popup(.popupChanged, 1) { $0.attributes = 0 }, at: 4)
        #expect(play.last == [], "pages count from the next page event on")
        if !isCurrent { play.page(.pageDidAppear, 1, at: 5) }
        #expect(
          play.page(.pageWillDisappear, 1, at: 6) == ["popup.hidden 1 gen=1 page-left", "popup.parked 1 page=1"])
        #expect(play.page(.pageDidAppear, 1, at: 7).contains("popup.shown 1 page=1 gen=2 restored"))
      }
    }
  }

  @Test("A popup that is changed to other pages than the one it is up on is kept for the page that it was shown on")
  func changedElsewhere() {
    for configuration in [PolicyConfiguration.v4, .v5, .v6] {
      for pages in ["Home", "Elsewhere"] {
        var play = home(configuration)
        play.submit(1, at: 1)
        play.move(from: 1, to: 2, at: 2)
        play.catalog.changes = [PopupChange()]
        play.catalog.changes[0].pages = play.catalog.names.intern([play.catalog.names.intern(pages)])
        play.run(play.popup(.popupChanged, 1) { $0.attributes = 0 }, at: 3)
        #expect(
          play.page(.pageWillAppear, 3, at: 4).filter { $0.hasPrefix("popup.") } == [
            "popup.hidden 1 gen=1 page-left", "popup.parked 1 page=1",
          ])
        for kind in [EventKind.pageDidAppear, .pageWillDisappear, .pageDidDisappear] { play.page(kind, 3, at: 5) }
        let isBack = play.move(from: 2, to: 1, at: 6).contains("popup.shown 1 page=1 gen=2 restored")
        #expect(isBack == (pages == "Home"))
      }
    }
  }

  @Test("A popup that no page has become the own of, when its page was removed, ends when it is left")
  func changedToNowhere() {
    var play = home(.v4)
    play.move(from: 1, to: 2, at: 1)
    play.submit(1, at: 2)
    play.page(.pageWillDisappear, 2, at: 3)
    play.page(.pageRemoved, 2, at: 3)
    play.page(.pageWillAppear, 1, at: 3)
    var change = PopupChange()
    change.pages = play.catalog.names.intern([play.catalog.names.intern("Elsewhere")])
    play.catalog.changes.append(change)
    play.run(play.popup(.popupChanged, 1) { $0.attributes = 0 }, at: 4)
    play.page(.pageDidDisappear, 2, at: 4)
    #expect(
      play.page(.pageDidAppear, 1, at: 5) == [
        "popup.hidden 1 gen=1 page-left", "popup.dropped 1 page-removed", "callback closed 1 page-removed",
      ])
  }

  @Test("Only a popup shown or preempted passes others over, of that moment")
  func overOfTheMoment() {
    for configuration in [PolicyConfiguration.v4, .v5, .v6] {
      var play = home(configuration)
      play.submit(1, at: 1)
      play.submit(2, at: 2, onHome)
      play.submit(3, at: 3)
      play.dismiss(1, at: 1_000)
      #expect(play.visible.last == "popup.shown 2 page=1 gen=1 over=3")
      play.withdraw(3, at: 1_200)
      #expect(play.page(.pageWillDisappear, 1, at: 2_000).first == "popup.hidden 2 gen=1 page-left")
    }
  }

  @Test("Of two pages side by side the one that appeared last is current until it leaves")
  func sideBySide() {
    var play = Play(.v4)
    play.know(1, "Split")
    play.know(2, "List", in: 1)
    play.know(3, "Item", in: 1)
    for page: Int64 in [1, 2, 3] { play.page(.pageWillAppear, page, at: 0) }
    for page: Int64 in [1, 2, 3] { play.page(.pageDidAppear, page, at: 0) }
    #expect(play.submit(1, at: 1).first == "popup.shown 1 page=3 gen=1")
    play.dismiss(1, at: 2)
    #expect(play.submit(2, at: 3) { $0.bind(to: "List", in: &$1) } == ["popup.queued 2 page"])
    play.page(.pageWillDisappear, 3, at: 4)
    #expect(play.page(.pageDidDisappear, 3, at: 5).first == "popup.shown 2 page=2 gen=1")
  }

  @Test("A container's leaving is its children's leaving")
  func containerLeaves() {
    var play = Play(.v4)
    play.know(1, "Tabs")
    play.know(2, "First", in: 1)
    play.know(9, "Login")
    for kind in [EventKind.pageWillAppear, .pageDidAppear] {
      play.page(kind, 1, at: 0)
      play.page(kind, 2, at: 0)
    }
    play.submit(1, at: 1) { $0.bind(to: "First", in: &$1) }
    #expect(play.page(.pageWillDisappear, 1, at: 2).first == "popup.hidden 1 gen=1 page-left")
    play.page(.pageWillAppear, 9, at: 2)
    play.page(.pageDidDisappear, 1, at: 3)
    #expect(play.submit(2, at: 3) == ["popup.queued 2 page"])
    #expect(play.page(.pageDidAppear, 9, at: 3).first == "popup.shown 2 page=9 gen=1")
  }

  @Test("Both a class and an instance must match where both are given")
  func classAndInstance() {
    var play = home(.v2)
    #expect(
      play.submit(1, at: 1) {
        $0.bind(to: "Detail", in: &$1)
        $0.instance = $1.page(numbered: 1)
      } == ["popup.queued 1 page"])
    #expect(
      play.submit(2, at: 1) {
        $0.bind(to: "Home", in: &$1)
        $0.instance = $1.page(numbered: 1)
      }.first == "popup.shown 2 page=1 gen=1")
  }

  @Test("Containers that contain each other do no harm")
  func circle() {
    var play = Play(.v6)
    play.know(1, "A", in: 2)
    play.know(2, "B", in: 1)
    play.submit(1, at: 0) { $0.bind(to: "C", in: &$1) }
    play.appear(1, at: 1)
    play.appear(2, at: 2)
    #expect(play.move(from: 1, to: 2, at: 3) == [])
  }

  @Test("Where leaving only hides, that is the end of the popup")
  func leavingHides() {
    var configuration = PolicyConfiguration.v3
    configuration.leaving = .hide
    var play = home(configuration)
    play.submit(1, at: 1, onHome)
    #expect(
      play.page(.pageWillDisappear, 1, at: 2) == ["popup.hidden 1 gen=1 page-left", "callback closed 1 page-left"])
    var covered = home(configuration)
    covered.submit(1, at: 1, onHome)
    #expect(
      covered.page(.pageWillAppear, 3, at: 2) == ["popup.hidden 1 gen=1 page-left", "callback closed 1 page-left"])
  }

  @Test("Pages changed while it is up count from the next event of a page, whatever that event changes")
  func changedPages() {
    var play = home(.v6)
    play.submit(1, at: 1)
    play.catalog.changes = [PopupChange()]
    play.catalog.changes[0].pages = play.catalog.names.intern([play.catalog.names.intern("Detail")])
    #expect(play.run(play.popup(.popupChanged, 1) { $0.attributes = 0 }, at: 2) == [])
    #expect(play.page(.pageLoaded, 2, at: 3).prefix(1) == ["popup.hidden 1 gen=1 page-left"])
  }

  @Test("Who was shown on no page leaves none before there is one, and is then kept for that")
  func shownOnNoPage() {
    var play = Play(PolicyConfiguration.v6)
    play.know(1, "Home")
    play.know(2, "Detail")
    play.submit(1, at: 0) { spec, _ in spec.kind = .hud }
    play.catalog.changes = [PopupChange()]
    play.catalog.changes[0].pages = play.catalog.names.intern([play.catalog.names.intern("Detail")])
    play.run(play.popup(.popupChanged, 1) { $0.attributes = 0 }, at: 1)
    #expect(play.page(.pageWillAppear, 1, at: 2) == [])
    #expect(play.page(.pageDidAppear, 1, at: 3) == ["popup.hidden 1 gen=1 page-left", "popup.parked 1 page=1"])
  }
}
