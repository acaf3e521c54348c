#if Tool
import PopAudit
import PopTrace
import PopupScheduling

/// What a session is recognised by wherever it lies, in whichever file and under whichever name: its own name and all that happened in it.
enum SessionDigest {
  /// The digest of a session; nil where it has no name, for then two users may have done the same.
  ///
  /// - Complexity: O(n) in its events.
  static func digest(of session: Session) -> UInt64? {
    guard !session.header.session.isEmpty, !session.isScenario else { return nil }
    var hash = StableHash()
    hash.combine(session.header.session)
    hash.combine(session.header.app)
    hash.combine(session.header.build)
    hash.combine(session.header.policy)
    hash.combine(session.header.configuration)
    var mixed = hash.value
    // A word for each event, mixed as SplitMix64 does: http://prng.di.unimi.it/splitmix64.c
    func mix(_ word: UInt64) {
      mixed = (mixed ^ word) &+ 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    }
    let (popups, pages) = (session.catalog.popupNumbers, session.catalog.pageNumbers)
    for event in session.log.events {
      mix(UInt64(bitPattern: event.time.rawValue))
      mix(UInt64(UInt32(bitPattern: event.sequence)) << 32 | UInt64(event.kind.rawValue))
      if !event.popup.isNone { mix(UInt64(bitPattern: popups[event.popup.index])) }
      if !event.page.isNone { mix(UInt64(bitPattern: pages[event.page.index]) ^ 1) }
    }
    return mixed
  }
}
#endif
