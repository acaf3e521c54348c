/// What a popup's pages are, as far as that decides whether it may be shown on the current one.
struct PageBinding: Equatable, Sendable {
  /// The classes of its pages; ``Identifier/none`` for any.
  var pages: NameListID = .none
  /// Whether subclasses of those count.
  var matching: ClassMatching = .subclasses
  /// The one page it asks for.
  var instance: PageID = .none
  /// The one page it is kept for.
  var home: PageID = .none

  /// Whether any page will do.
  var isFree: Bool { pages.isNone && instance.isNone && home.isNone }

  /// The page without which it cannot be shown; ``Identifier/none`` where only classes decide, or nothing.
  var page: PageID { home.isNone ? instance : home }

  /// Whether the current page is one of them.
  func holds(on stack: borrowing ScenePages, _ catalog: borrowing Catalog) -> Bool {
    guard !stack.current.isNone else { return false }
    if !home.isNone, !stack.isInLineage(home) { return false }
    if !instance.isNone, !stack.isInLineage(instance) { return false }
    return pages.isNone || stack.isInLineage(anyOf: pages, matching, catalog)
  }
}

/// Popups that wait for the same pages and are held back by the same gates: what lets one of them in lets in the first of them.
struct WaitingGroup: Sendable {
  /// A popup with what decides its position: the smaller the key, the sooner.
  struct Entry: Sendable {
    var key: UInt64
    var index: Int32

    /// The more urgent, then the earlier by rank.
    static func key(level: Int32, rank: Int32) -> UInt64 {
      let high = UInt64(UInt32(bitPattern: level) ^ 0x8000_0000)
      return high << 32 | UInt64(UInt32(bitPattern: rank) ^ 0x8000_0000)
    }
  }

  /// What makes two groups different.
  struct Key: Equatable, Sendable {
    var binding: PageBinding
    var lane: Int32

    /// Its fields, spread over 64 bits.
    var spread: UInt64 {
      let pages = UInt64(UInt32(bitPattern: binding.pages.rawValue)) << 32 | UInt64(UInt32(bitPattern: lane))
      let instances =
        UInt64(UInt32(bitPattern: binding.instance.rawValue)) << 32 | UInt64(UInt32(bitPattern: binding.home.rawValue))
      var z = pages &* 0x9E37_79B9_7F4A_7C15 ^ instances &* 0xBF58_476D_1CE4_E5B9
      z ^= UInt64(binding.matching.rawValue) << 40
      z = (z ^ (z >> 29)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 32)
    }
  }

  var key: Key
  /// The first of its popups; negative where it is empty.
  var first: Int32 = -1
  /// Whether the current page lets it in, so that it stands in the heap of its lane.
  var isAdmitted = false
  /// Whether it is on the list of those that were let in since the last change of page.
  var isListed = false

  /// Whether no popup is in it.
  var isEmpty: Bool { first < 0 }

  init(key: Key) { self.key = key }
}
