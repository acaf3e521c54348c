import PopupScheduling

/// The presentations that wrong-page, wrong-instance or stale-keepalive spoke of, each with the page that was current then.
///
/// One cause, one finding: of the three only the first speaks. Touched only where something is wrong.
struct SpokenPresentations {
  private var keys: Set<UInt64> = []

  mutating func removeAll() {
    if !keys.isEmpty { keys.removeAll(keepingCapacity: true) }
  }

  /// Notes a presentation, by its `popup.shown`, and a page; false where they were noted before.
  mutating func insert(_ shown: Int32, _ page: PageID) -> Bool {
    keys.insert(UInt64(UInt32(bitPattern: shown)) << 32 | UInt64(UInt32(bitPattern: page.rawValue))).inserted
  }
}
