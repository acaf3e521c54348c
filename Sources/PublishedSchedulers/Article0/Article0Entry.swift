import PopupScheduling

/// An entry of article 0's arrays.
struct Article0Entry: Sendable {
  /// What tells it from other entries of the same view.
  let serial: Int
  let popup: PopupID
  let view: ViewID
  /// The one class it is bound to; ``Identifier/none`` where its submission named none.
  let pageClass: Symbol
  let level: Int32
  let keepsAlive: Bool
  /// The page instance it is kept for.
  var identifier: PageID = .none

  /// The level of everything that was kept alive, in place of its own.
  private static let keptLevel: Int32 = -100

  /// The level as the article declares its type, which has no negative values.
  var unsignedLevel: UInt64 { UInt64(bitPattern: Int64(level)) }

  /// The entry that takes its place when the page is left.
  func kept(for page: PageID, serial: Int) -> Article0Entry {
    Article0Entry(
      serial: serial, popup: popup, view: view, pageClass: pageClass, level: Self.keptLevel, keepsAlive: keepsAlive,
      identifier: page)
  }
}
