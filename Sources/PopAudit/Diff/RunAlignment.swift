package import PopTrace
import PopupScheduling

/// Which popup of one session is which popup of another session of the same app (<doc:Diff#Alignment>).
///
/// First those of the same name, kind and chain of causes, each by kind of event and by the popup or page class it is about; then, of what is
/// left, those of the same name and kind. Equal ones are counted in order of submission. Times play no part. Where one of the sessions was
/// killed, what it does not have may have come later, and is no part of the comparison.
///
/// - Complexity: O(n log n) in popups, O(n) in events.
package struct RunAlignment: Sendable {
  /// The pairs, in order of the first session's submissions, then what only the second session has.
  var pairs: [OutcomeDiff.Pair] = []
  let measure: OutcomeDiff.Measure

  package init(_ first: Session, _ second: Session) {
    func side(_ session: Session) -> OutcomeDiff.Measure.Side {
      OutcomeDiff.Measure.Side(
        catalog: session.catalog, tick: session.header.tick,
        knownUntil: session.isFinished ? .distantFuture : session.end)
    }
    measure = OutcomeDiff.Measure(first: side(first), second: side(second), isOneSession: false)
    let left = Submissions(of: first)
    let right = Submissions(of: second)
    var partners = [PopupID](repeating: .none, count: left.popups.count)
    var isTaken = [Bool](repeating: false, count: right.popups.count)
    Self.match(left.popups, right.popups, by: left.chainKeys, right.chainKeys, &partners, &isTaken)
    Self.match(left.popups, right.popups, by: left.nameKeys, right.nameKeys, &partners, &isTaken)
    for (index, popup) in left.popups.enumerated() where second.isFinished || !partners[index].isNone {
      pairs.append(OutcomeDiff.Pair(recorded: popup, candidate: partners[index]))
    }
    for (index, popup) in right.popups.enumerated() where first.isFinished && !isTaken[index] {
      pairs.append(OutcomeDiff.Pair(recorded: .none, candidate: popup))
    }
  }

  /// Pairs the popups of equal keys that have no partner yet, the first with the first.
  private static func match(
    _ left: [PopupID], _ right: [PopupID], by leftKeys: [UInt64], _ rightKeys: [UInt64],
    _ partners: inout [PopupID], _ isTaken: inout [Bool]
  ) {
    let leftOrder = left.indices.filter { partners[$0].isNone }.sorted { (leftKeys[$0], $0) < (leftKeys[$1], $1) }
    let rightOrder = right.indices.filter { !isTaken[$0] }.sorted { (rightKeys[$0], $0) < (rightKeys[$1], $1) }
    var leftIndex = 0
    var rightIndex = 0
    while leftIndex < leftOrder.count, rightIndex < rightOrder.count {
      let leftKey = leftKeys[leftOrder[leftIndex]]
      let rightKey = rightKeys[rightOrder[rightIndex]]
      if leftKey == rightKey {
        partners[leftOrder[leftIndex]] = right[rightOrder[rightIndex]]
        isTaken[rightOrder[rightIndex]] = true
      }
      if leftKey <= rightKey { leftIndex += 1 }
      if rightKey <= leftKey { rightIndex += 1 }
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
