// example
import PopTrace
import PopupScheduling

// example

// The code of the README's section on recording, between the marks, so that it is compiled; a test runs it.

@MainActor
func readmeSnippet(presenter: any PopupPresenter, directory: String) {
  // example
  let store = TraceStore(directory: directory)
  let scheduler = PopupScheduler(recording: store, presenter: presenter)

  let home = scheduler.loadPage(PageDescription("HomeViewController", "UIViewController"))
  scheduler.pageWillAppear(home)
  scheduler.pageDidAppear(home)
  let popup = scheduler.submit(PopupRequest("Spring sale", kind: .campaign, level: 10))
  // … and when the user closes it:
  scheduler.dismiss(popup, by: .button)
  // example
}
