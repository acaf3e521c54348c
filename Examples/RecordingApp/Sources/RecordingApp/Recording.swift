import PopTrace
import PopupScheduling

let traces = TraceStore(in: .applicationSupport, app: "Shop", build: "412")

@MainActor final class PopupCenter: PopupPresenter {
  let popups = PopupScheduler<PopupView>(recording: traces)
  init() { popups.presenter = self }

  func show(_ popup: Presented<PopupView>) { window.add(popup.content) }
  func hide(_ popup: Presented<PopupView>, because reason: Reason) { window.remove(popup.content) }
}

@MainActor let center = PopupCenter()

@MainActor final class HomeViewController: ViewController {
  lazy var page = center.popups.load(self)  // The page ends when this object is gone.
  override func viewWillAppear() { page.willAppear() }
  override func viewDidAppear() { page.didAppear() }
  override func viewWillDisappear() { page.willDisappear() }
  override func viewDidDisappear() { page.didDisappear() }

  func offer(_ saleView: PopupView) async {
    let sale = PopupRequest("Spring sale", kind: .campaign, level: 10, keepAlive: true, content: saleView)
    let answer = await center.popups.present(sale)
    if answer.lastTap == "open" { center.popups.perform(after: answer) { show(DetailViewController()) } }
  }
}

@MainActor func enteredBackground() throws {
  center.popups.enteredBackground()
  try traces.flush()  // After this, not even a power cut takes anything back.
}

/// Where there is a network, and not on the main thread.
func upload(_ send: (RecordedSession) -> Bool) throws {
  for session in try traces.pending() {
    if send(session) { try traces.remove(session) } else { try traces.failed(session, retryAfterSeconds: 3600) }
  }
}
