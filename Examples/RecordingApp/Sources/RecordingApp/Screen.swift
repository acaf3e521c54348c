import PopupScheduling

/// What would be a window with views: it knows what is up.
@MainActor
final class Screen: PopupPresenter {
  private(set) var up: [PopupID] = []

  func show(_ popup: Presented<Void>) { up.append(popup) }

  func hide(_ popup: Presented<Void>, because reason: Reason) { up.removeAll { $0 == popup } }
}
