import PopupScheduling

/// A view: the thing a submission is about, whichever submission named it.
///
/// Submissions of one `object` are submissions of one view (PagesAndPopups, *Attributes of a popup*); any other submission brings a view of
/// its own, and so does everything the operating system shows.
struct ViewID: Hashable, Sendable {
  private let rawValue: Int64

  /// The view that a popup is.
  init(_ popup: PopupID, _ spec: PopupSpec) {
    rawValue = spec.object >= 0 && spec.kind != .system ? -1 - Int64(spec.object) : Int64(popup.rawValue)
  }
}
