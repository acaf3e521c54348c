// example
import PopTrace
import PopupScheduling

// example

// The code of the article Recording, between the marks, as it stands there.

@MainActor
func record(presenter: any PopupPresenter, directory: String, upload: (String) -> Bool) throws -> PopupScheduler<Void> {
  // example
  var header = SessionHeader()
  header.app = "Shop"
  header.build = "412"
  let store = TraceStore(directory: directory, header: header)
  let scheduler = PopupScheduler(recording: store, presenter: presenter)

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

  // As the app goes to the background, so that not even a power cut takes it back:
  try store.flush()

  // When there is a network, off the main thread:
  for session in try store.pending() where upload(session.path) {
    try store.remove(session)
  }
  // example
  return scheduler
}
