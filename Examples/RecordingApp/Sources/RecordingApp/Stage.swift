import PopupScheduling

// What UIKit is in an app: views, a window, and pages that are told when they appear.

@MainActor let window = Window()

@MainActor final class PopupView {}

@MainActor final class Window {
  private(set) var views: [PopupView] = []
  func add(_ view: PopupView) { views.append(view) }
  func remove(_ view: PopupView) { views.removeAll { $0 === view } }
}

@MainActor class ViewController {
  func viewWillAppear() {}
  func viewDidAppear() {}
  func viewWillDisappear() {}
  func viewDidDisappear() {}

  /// The page in front of this one.
  private var front: ViewController?

  func show(_ page: ViewController) {
    viewWillDisappear()
    page.viewWillAppear()
    viewDidDisappear()
    page.viewDidAppear()
    front = page
  }

  func goBack() {
    guard let page = front else { return }
    page.viewWillDisappear()
    viewWillAppear()
    page.viewDidDisappear()
    viewDidAppear()
    front = nil
  }
}

@MainActor final class DetailViewController: ViewController {
  lazy var page = center.popups.load(self)
  override func viewWillAppear() { page.willAppear() }
  override func viewDidAppear() { page.didAppear() }
  override func viewWillDisappear() { page.willDisappear() }
  override func viewDidDisappear() { page.didDisappear() }
}
