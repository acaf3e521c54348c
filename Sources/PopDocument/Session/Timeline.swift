package import PopAudit
package import PopTrace
package import PopupScheduling

/// Turns the events around a finding into lines for people.
package enum Timeline {
  /// The witnesses, and of the events around them those that help: steps of the same popups, and pages coming and going.
  ///
  /// - Parameters:
  ///   - excerpt: The events around the witnesses.
  ///   - witness: The numbers of the events that show the finding.
  ///   - popups: The popups it is about.
  ///   - words: The words of the run the events are of.
  package static func lines(of excerpt: Excerpt, witness: [Int32], popups: [PopupID], words: EventDescriber)
    -> [TimelineLine]
  {
    let log = excerpt.log
    let chosen = log.events.filter { witness.contains($0.sequence) || matters($0, to: popups) }
    var result: [TimelineLine] = []
    var previous: Int32?
    for event in chosen {
      if let previous, event.sequence > previous + 1 {
        let left = Int(event.sequence - previous) - 1
        result.append(
          TimelineLine(event: nil, time: words.time(event.time), kind: "… " + counted(left, "event"), detail: ""))
      }
      result.append(words.line(event, in: log, isWitness: witness.contains(event.sequence)))
      previous = event.sequence
    }
    return result
  }

  /// The events around one index of a log, some before and some after it; the event itself is marked.
  package static func window(at index: Int, in log: EventLog, words: EventDescriber, reach: Int = 3) -> [TimelineLine] {
    let events = log.events
    guard !events.isEmpty else { return [] }
    let middle = min(max(index, 0), events.count - 1)
    let range = max(0, middle - reach)...min(events.count - 1, middle + reach)
    return range.map { words.line(events[$0], in: log, isWitness: $0 == index) }
  }

  private static func matters(_ event: Event, to popups: [PopupID]) -> Bool {
    switch event.kind {
    case .pageDidAppear, .pageWillDisappear, .pageRemoved, .appSignedOut, .appSignedIn, .appBackground,
      .appForeground:
      true
    case .popupSubmitted, .popupWithdrawn, .popupDismissed, .popupQueued, .popupShown, .popupHidden, .popupParked,
      .popupRestored, .popupDropped, .popupCondition, .popupViewLost, .contentLoaded, .contentFailed:
      popups.contains(event.popup)
    default: false
    }
  }
}

/// One event of a run, in words.
package struct TimelineLine: Hashable, Sendable {
  /// The event's number in its run; nil for a line that stands for several events left out.
  package var event: Int32?
  package var time = Milliseconds(microseconds: 0)
  /// The event's name, or how many events were left out.
  package var kind = ""
  /// The popup or page, by name and number, and what else the event says.
  package var detail = ""
  /// Whether the event shows the finding.
  package var isWitness = false
}

extension TimelineLine: Fielded {
  package static var blank: Self { Self() }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("event", &event)
    try form.field("t", &time)
    try form.field("kind", &kind)
    try form.field("detail", &detail)
    try form.field("witness", &isWitness, unless: false, .any, about: "There where the event shows the finding.")
  }
}
