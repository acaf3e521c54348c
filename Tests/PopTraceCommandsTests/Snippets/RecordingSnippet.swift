// example
import PopTrace
import PopupScheduling

// example

// The code of Recording, between the marks, so that it is compiled; a test runs it.

@MainActor
func recordingSnippet(
  center: PopupCenter, homeViewController: HomeViewController, saleView: PopupView, upload: (String) -> Bool
) async throws {
  let popups = center.popups
  // example
  // A page, gone when its object is gone:
  let home = popups.load(homeViewController)
  home.willAppear()
  home.didAppear()

  var request = PopupRequest("Spring sale", kind: .campaign, level: 10, content: saleView)
  request.pages = ["HomeViewController"]
  request.keepAlive = true
  let popup = popups.submit(request)
  // … and when its button is tapped:
  popups.perform("open", of: popup) {
    // push the page, submit what follows
  }
  popups.dismiss(popup, by: .button)
  // example
}

@MainActor
func storeSnippet(store: TraceStore, upload: (String) -> Bool) throws {
  // example
  // As the app goes to the background, so that not even a power cut takes it back:
  try store.flush()

  // When there is a network, off the main thread:
  for session in try store.pending() {
    if upload(session.path) { try store.remove(session) } else { try store.failed(session, retryAfterSeconds: 3600) }
  }
  // example
}
