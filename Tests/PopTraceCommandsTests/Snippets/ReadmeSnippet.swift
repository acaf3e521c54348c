// example
import PopTrace
import PopupScheduling

// example

// The code of the README's section on recording, between the marks, so that it is compiled; a test runs it.

/// Stand-ins for what an app has.
@MainActor final class PopupView {}
@MainActor final class HomeViewController {}
@MainActor final class Window {
  var views: [PopupView] = []
  func add(_ view: PopupView) { views.append(view) }
  func remove(_ view: PopupView) { views.removeAll { $0 === view } }
}
@MainActor let window = Window()

// example
@MainActor final class PopupCenter: PopupPresenter {
  let popups = PopupScheduler<PopupView>(recording: TraceStore(in: .applicationSupport, app: "Shop", build: "412"))
  init() { popups.presenter = self }
  func show(_ popup: Presented<PopupView>) { window.add(popup.content) }
  func hide(_ popup: Presented<PopupView>, because reason: Reason) { window.remove(popup.content) }
}

// example
@MainActor
func readmeSnippet(
  center: PopupCenter, homeViewController: HomeViewController, saleView: PopupView, show: (String) -> Void
) async {
  // example
  let home = center.popups.load(homeViewController)
  home.willAppear()
  home.didAppear()
  let answer = await center.popups.present(PopupRequest("Spring sale", kind: .campaign, content: saleView))
  if answer.lastTap == "open" { center.popups.perform(after: answer) { show("detail") } }
  // example
}
