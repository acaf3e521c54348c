import PopupScheduling

/// What would be a window with views: it knows what is up.
@MainActor
final class Screen: PopupPresenter {
  private(set) var up: [PopupID] = []

  func show(_ popup: PopupID, _ request: PopupRequest, on page: PageID, generation: Int32) { up.append(popup) }

  func hide(_ popup: PopupID, because reason: Reason, generation: Int32) { up.removeAll { $0 == popup } }
}
