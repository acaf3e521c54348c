import PopTrace
import PopupScheduling

/// The popups of a session in order of submission, with what they can be known by in another session.
struct Submissions {
  /// The popups.
  var popups: [PopupID] = []
  /// By place in ``popups``: name and kind.
  var nameKeys: [UInt64] = []
  /// By place in ``popups``: name, kind and chain of causes.
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
      let cause = Self.place(of: event.cause, in: events, before: eventKeys.count).map { eventKeys[$0] } ?? 0
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

  /// Where the event of a sequence number stands; nil where it is missing or not earlier.
  private static func place(of sequence: Int32, in events: [Event], before end: Int) -> Int? {
    guard sequence >= 0 else { return nil }
    var low = 0
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if events[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low < end && events[low].sequence == sequence ? low : nil
  }
}
