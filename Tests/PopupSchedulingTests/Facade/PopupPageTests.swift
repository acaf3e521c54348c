import PopupScheduling
import Testing

private class Controller {}
private final class HomeController: Controller {}

@MainActor
@Suite("Pages that end with their objects")
struct PopupPageTests {
  let notebook = Notebook()
  let popups: PopupScheduler<Void>

  init() { popups = PopupScheduler(observer: notebook, clock: StagedClock()) }

  private var kinds: [EventKind] { notebook.events.map(\.kind) }

  @Test("A page has its object's classes, and is removed once the object is gone")
  func removed() {
    var controller: HomeController? = HomeController()
    let home = popups.load(controller!)
    home.willAppear()
    home.didAppear()
    let classes = popups.catalog.pages[home.id.index].classes
    let names = popups.catalog.names
    #expect(names.list(classes).map { names.text($0) } == ["HomeController", "Controller"])
    let other = Controller()
    let inner = popups.load(other, in: home, presentation: .sheet)
    #expect(popups.catalog.pages[inner.id.index].container == home.id)
    controller = nil
    #expect(!kinds.contains(.pageRemoved))
    inner.willAppear()
    #expect(notebook.events.filter { $0.kind == .pageRemoved }.map(\.page) == [home.id])
    inner.didAppear()
    #expect(kinds.count { $0 == .pageRemoved } == 1)
    withExtendedLifetime(other) {}
  }

  @Test("It is noticed soon after the page disappeared, without another call")
  func soon() async {
    var controller: HomeController? = HomeController()
    let home = popups.load(controller!)
    home.willAppear()
    home.didAppear()
    home.willDisappear()
    home.didDisappear()
    controller = nil
    await expectSoon("a removed page") { kinds.last == .pageRemoved }
    withExtendedLifetime(controller) {}
  }

  @Test("By hand it is removed as well, and no second time")
  func byHand() {
    let controller = HomeController()
    let home = popups.load(controller)
    home.removed()
    #expect(kinds == [.pageLoaded, .pageRemoved])
    withExtendedLifetime(controller) {}
  }
}

@MainActor
@Suite("Mistakes are heard", .serialized)
struct PopupMistakesTests {
  @Test("A refused call is counted, and told in a sentence")
  func told() {
    var lines: [String] = []
    let notebook = Notebook()
    let popups = PopupScheduler<Void>(observer: notebook, clock: StagedClock())
    PopupMistakes.log = { lines.append($0) }
    defer { PopupMistakes.log = nil }
    popups.withdraw(PopupID(7))
    popups.pageDidAppear(PageID(3))
    popups.becameIdle(scene: 4)
    var request = PopupRequest("Sale")
    request.callerPage = PageID(9)
    popups.submit(request)
    #expect(popups.refusedCalls == 4)
    #expect(
      lines == [
        "A call to the popup scheduler was refused: popup.withdrawn is of something unknown: there is no popup 7.",
        "A call to the popup scheduler was refused: page.did-appear is of something unknown: there is no page 3.",
        "A call to the popup scheduler was refused: idle is of something unknown: there is no scene 4.",
        "A call to the popup scheduler was refused: popup Sale is for a page that was never loaded.",
      ])
  }

  @Test("A debug build stops where the mistake is, unless that is switched off")
  func stops() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        PopupMistakes.stopDebugBuilds = true
        PopupScheduler<Void>().withdraw(PopupID(7))
      }
    }
  }
}
