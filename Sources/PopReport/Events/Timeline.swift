public import PopupScheduling

/// Cuts the few events out of a run that make a finding plain.
public enum Timeline {
  /// How many events a timeline has at most, besides the witnesses.
  private static let contextLimit = 6

  /// The witnesses, and what happened to the same popups and to the current page between them, with `…` where events are left out.
  ///
  /// - Parameters:
  ///   - words: The words of the run.
  ///   - log: The run's events, in order of their numbers.
  ///   - witness: The numbers of the events that must be there.
  ///   - popups: The popups whose events are shown with them.
  /// - Complexity: O(log n + m) with m events between the first and the last witness.
  public static func around(_ witness: [Int32], of popups: [PopupID], in log: EventLog, words: EventWords)
    -> [TimelineLine]
  {
    let events = log.events
    guard let first = witness.min(), let last = witness.max(), !events.isEmpty else { return [] }
    let start = place(of: first, in: events)
    let end = min(place(of: last, in: events), events.count - 1)
    guard start <= end else { return [] }
    var chosen: [Int] = []
    var context = 0
    for index in start...end {
      let event = events[index]
      let isWitness = witness.contains(event.sequence)
      if !isWitness {
        guard context < contextLimit, matters(event, to: popups) else { continue }
        context += 1
      }
      chosen.append(index)
    }
    return lines(chosen, events: events, witness: witness, words: words)
  }

  /// The events around one place, some before and some after it.
  public static func window(at sequence: Int32, in log: EventLog, words: EventWords, reach: Int = 3) -> [TimelineLine] {
    let events = log.events
    guard !events.isEmpty else { return [] }
    let middle = min(place(of: sequence, in: events), events.count - 1)
    let range = max(0, middle - reach)...min(events.count - 1, middle + reach)
    return range.map { words.line(events[$0], isWitness: events[$0].sequence == sequence) }
  }

  private static func lines(_ chosen: [Int], events: [Event], witness: [Int32], words: EventWords) -> [TimelineLine] {
    var result: [TimelineLine] = []
    var previous: Int?
    for index in chosen {
      if let previous, index > previous + 1 {
        let left = index - previous - 1
        result.append(
          TimelineLine(
            event: nil, time: words.time(events[index].time), kind: "… " + counted(left, "event"), detail: ""))
      }
      result.append(words.line(events[index], isWitness: witness.contains(events[index].sequence)))
      previous = index
    }
    return result
  }

  /// Whether an event helps to understand what happened to these popups: a step of theirs, or a page coming or going.
  private static func matters(_ event: Event, to popups: [PopupID]) -> Bool {
    switch event.kind {
    case .pageDidAppear, .pageWillDisappear, .pageRemoved, .appSignedOut, .appSignedIn, .appBackground, .appForeground:
      true
    case .popupSubmitted, .popupWithdrawn, .popupDismissed, .popupQueued, .popupShown, .popupHidden, .popupParked,
      .popupRestored, .popupDropped, .popupCondition, .contentLoaded, .contentFailed:
      popups.contains(event.popup)
    default: false
    }
  }

  /// The place of the event with this number, or of the next one after it.
  private static func place(of sequence: Int32, in events: [Event]) -> Int {
    var low = 0
    var high = events.count
    while low < high {
      let middle = (low + high) / 2
      if events[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
