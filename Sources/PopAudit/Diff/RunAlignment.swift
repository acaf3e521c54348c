package import PopTrace
import PopupScheduling

/// Which popup of one session is which popup of another session of the same app (<doc:Diff#Alignment>).
///
/// First those of the same name, kind and chain of causes, each by kind of event and by the popup or page class it is about; then, of what is
/// left, those of the same name and kind. Equal ones are counted in order of submission. Times play no part. Where one of the sessions was
/// killed, what it does not have may have come later, and is no part of the comparison.
///
/// - Complexity: O(n) in popups and events.
package struct RunAlignment: Sendable {
  /// The pairs, in order of the first session's submissions, then what only the second session has.
  var pairs: [OutcomeChange] = []
  let sides: OutcomeDiff.Sides

  package init(_ first: Session, _ second: Session) {
    func side(_ session: Session) -> OutcomeDiff.Side {
      let catalog = session.catalog
      return OutcomeDiff.Side(
        specs: catalog.specs,
        classes: catalog.pages.indices.map { catalog.names.text(catalog.className(of: PageID($0))) },
        tick: session.header.tick, knownUntil: session.isFinished ? .distantFuture : session.end)
    }
    sides = (side(first), side(second))
    let left = Submissions(of: first)
    let right = Submissions(of: second)
    var partners = [PopupID](repeating: .none, count: left.popups.count)
    var isTaken = [Bool](repeating: false, count: right.popups.count)
    Self.match(left.popups, right.popups, by: left.chainKeys, right.chainKeys, &partners, &isTaken)
    Self.match(left.popups, right.popups, by: left.nameKeys, right.nameKeys, &partners, &isTaken)
    for (index, popup) in left.popups.enumerated() where second.isFinished || !partners[index].isNone {
      pairs.append(OutcomeChange(recorded: popup, candidate: partners[index]))
    }
    for (index, popup) in right.popups.enumerated() where first.isFinished && !isTaken[index] {
      pairs.append(OutcomeChange(recorded: .none, candidate: popup))
    }
  }

  /// Pairs the popups of equal keys that have no partner yet, the first with the first.
  private static func match(
    _ left: [PopupID], _ right: [PopupID], by leftKeys: [UInt64], _ rightKeys: [UInt64],
    _ partners: inout [PopupID], _ isTaken: inout [Bool]
  ) {
    let free = right.indices.filter { !isTaken[$0] }
    var others = Dictionary(grouping: free.reversed()) { rightKeys[$0] }
    for index in left.indices where partners[index].isNone {
      guard let other = others[leftKeys[index]]?.popLast() else { continue }
      partners[index] = right[other]
      isTaken[other] = true
    }
  }
}

/// The popups of a session in order of submission, with what they can be known by in another session.
struct Submissions {
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
