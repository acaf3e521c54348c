/// The published schedulers, in a fixed order.
///
/// Each family adds its entries here, in a file of its own: `PublishedSchedulers+Family.swift`.
public enum PublishedSchedulers {
  /// All of them.
  public static let all: [PublishedScheduler] =
    article0 + article1 + article2 + article3 + fgPopupScheduler + article4 + lyWindowScreenView

  /// The one that goes by a name; nil where none does.
  public static func named(_ name: String) -> PublishedScheduler? { all.first { $0.name == name } }
}
