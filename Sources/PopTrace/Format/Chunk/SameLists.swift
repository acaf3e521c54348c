import PopupScheduling

// Two lists of a session may have the same members; a chunk has one for both, and cannot tell which of them is meant.

extension PopupSpec {
  /// Whether two attributes say the same, whichever of several equal lists they name.
  func isSame(as other: PopupSpec, _ names: Names) -> Bool {
    if self == other { return true }
    guard pages.isNone == other.pages.isNone, names.list(pages).elementsEqual(names.list(other.pages)) else {
      return false
    }
    var aligned = other
    aligned.pages = pages
    return self == aligned
  }
}

extension PopupChange {
  /// Whether two changes say the same, whichever of several equal lists they name.
  func isSame(as other: PopupChange, _ names: Names) -> Bool {
    if self == other { return true }
    guard let pages, let others = other.pages, names.list(pages).elementsEqual(names.list(others)) else { return false }
    var aligned = other
    aligned.pages = pages
    return self == aligned
  }
}
