// README
import PopTrace
import PopupScheduling

// README

// The code of the README's section on recording, between the marks, so that it is compiled; a test runs it.

@MainActor
func recordingSnippet(presenter: any PopupPresenter, append: @escaping @Sendable ([UInt8]) -> Void) async {
  // README
  let scheduler = InstrumentedPopupScheduler(presenter: presenter, app: "Shop", build: "412") { chunk in
    if case .success(let bytes) = chunk { append(bytes) }
  }
  let home = scheduler.loadPage(PageDescription("HomeViewController", "UIViewController"))
  scheduler.pageWillAppear(home)
  scheduler.pageDidAppear(home)

  var request = PopupRequest("Spring sale", kind: .campaign, level: 10)
  request.pages = ["HomeViewController"]
  request.keepAlive = true
  let popup = scheduler.submit(request)
  // … and when its button is tapped:
  scheduler.perform("open", of: popup) {
    // push the page, submit what follows
  }
  scheduler.dismiss(popup, by: .button)

  // When the session is over: what is left is written, and the trace has its end.
  await scheduler.endRecording()
  // README
}
