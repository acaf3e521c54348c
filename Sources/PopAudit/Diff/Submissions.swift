import PopTrace
import PopupScheduling

/// The popups of a session in order of submission, with what they can be known by in another session.
struct Submissions {
  /// The popups.
  var popups: [PopupID] = []
  /// By index in ``popups``: name and kind.
  var nameKeys: [UInt64] = []
  /// By index in ``popups``: name, kind and chain of causes.
  var chainKeys: [UInt64] = []

  /// Reads a session. Causes are earlier events, so one pass is enough.
  init(of session: Session) {
    let events = session.log.events
    let catalog = session.catalog
    var popupKeys = [UInt64](repeating: 0, count: catalog.popupNumbers.count)
    var isSubmitted = [Bool](repeating: false, count: catalog.popupNumbers.count)
    var eventKeys: [UInt64] = []
    eventKeys.reserveCapacity(events.count)
    for event in events {
      let cause = events.index(ofSequence: event.cause, before: eventKeys.count).map { eventKeys[$0] } ?? 0
      if event.kind == .popupSubmitted, !event.popup.isNone, !event.spec.isNone, !isSubmitted[event.popup.index] {
        let spec = catalog.spec(event.spec)
        var hash = StableHash()
        hash.combine(catalog.names.text(spec.name))
        hash.combine(spec.kind.wireName)
        popups.append(event.popup)
        nameKeys.append(hash.value)
        hash.combine(cause)
        chainKeys.append(hash.value)
        popupKeys[event.popup.index] = hash.value
        isSubmitted[event.popup.index] = true
      }
      var hash = StableHash()
      hash.combine(event.kind.wireName)
      if !event.popup.isNone {
        hash.combine(popupKeys[event.popup.index])
      } else {
        hash.combine(catalog.names.text(catalog.className(of: event.page)))
        hash.combine(cause)
      }
      eventKeys.append(hash.value)
    }
  }

}
