package import PopTrace
import PopupScheduling

/// A session as a witness outside of the recorder saw it, for what was recovered to be compared with.
package struct WitnessedSession: Sendable {
  /// What its files are called, without extension; empty where it was not recorded.
  package var name = ""
  /// What was seen of the same scheduler before, where the session began later than that; nil where it began with it.
  package var before: [WitnessedEvent]?
  /// Whether it was meant not to be recorded.
  package var isPause = false
  /// The events that a call had begun to bring about, in order. Each was noted before the recorder was told of it.
  package var events: [WitnessedEvent] = []
  /// How many of them the app's calls had returned from.
  package var acknowledged = 0
  /// From which of them on the recording had to go on, whatever had gone wrong before.
  package var mustHaveFrom = Int.max

  /// Makes a session of events that were all acknowledged.
  package init(name: String = "", events: [WitnessedEvent] = []) {
    self.name = name
    self.events = events
    acknowledged = events.count
  }

  /// What the session is called in its header, where the recording chose the name.
  package var number: String { name.split(separator: "-").last.map(String.init) ?? "" }

  /// What became of a session's events.
  package struct Outcome: Hashable, Sendable {
    /// How many were acknowledged.
    package var acknowledged = 0
    /// How many there are, as they should be.
    package var recovered = 0
    /// Acknowledged, missing, and not among those that the recording says are missing.
    package var lost = 0
    /// Acknowledged and missing, as the recording says itself.
    package var counted = 0
    /// There, and never brought about by a call; or there twice.
    package var invented = 0
    /// There, at another place than they happened.
    package var reordered = 0
    /// The first of each kind, in words.
    package var examples: [String] = []

    /// Makes the outcome of nothing.
    package init() {}

    /// Whether every event is where it should be.
    package var isWell: Bool { lost + invented + reordered == 0 }
  }

  /// Compares what was recovered of the session with what was seen of it.
  ///
  /// An event that was under way as the process died may be there or not.
  ///
  /// - Parameters:
  ///   - found: The events that were recovered, in the order in which they are handed out.
  ///   - said: How many events the recording says are missing.
  package func compare(_ found: [WitnessedEvent], missing said: Int = 0) -> Outcome {
    var outcome = Outcome()
    outcome.acknowledged = acknowledged
    var isFound = Array(repeating: false, count: events.count)
    var places: [UInt64: [Int]] = [:]
    for (place, event) in events.enumerated() { places[event.digest, default: []].append(place) }
    var last = -1
    for event in found {
      let own = Int(event.sequence)
      let place: Int
      if events.indices.contains(own), events[own].digest == event.digest, !isFound[own] {
        place = own
      } else if let other = places[event.digest]?.first(where: { !isFound[$0] }) {
        place = other
      } else {
        outcome.invented += 1
        outcome.note("invented: \(event)")
        continue
      }
      isFound[place] = true
      if place < last || place != own {
        outcome.reordered += 1
        outcome.note("reordered: \(event), which was number \(place)")
      } else {
        outcome.recovered += 1
      }
      last = max(last, place)
    }
    let missing = (0..<acknowledged).filter { !isFound[$0] }
    let beyondDoubt = missing.count { $0 >= mustHaveFrom }
    outcome.counted = min(missing.count - beyondDoubt, max(0, said))
    outcome.lost = missing.count - outcome.counted
    if outcome.lost > 0, let first = missing.first, let end = missing.last {
      outcome.note("lost: \(outcome.lost) of \(acknowledged), between \(events[first]) and \(events[end])")
    }
    return outcome
  }

  /// Compares what was recovered, but for its prefix, of a session that began later: it may begin with the last of what was seen before.
  package func compareLater(_ found: [WitnessedEvent]) -> Outcome {
    let before = before ?? []
    var outcome = Outcome()
    outcome.acknowledged = acknowledged
    let isWhole = found.indices.allSatisfy { found[$0].sequence == found[0].sequence + Int32($0) }
    // Of several beginnings that fit, as where the same happened again and again, the one with most of the session.
    let earlier = (0...found.count).first { earlier in
      isWhole && earlier <= before.count && found.count - earlier <= events.count
        && zip(found[earlier...], events).allSatisfy { $0.content == $1.content }
        && zip(found[..<earlier], before.suffix(earlier)).allSatisfy { $0.content == $1.content }
    }
    guard let earlier else {
      outcome.invented = max(1, found.count)
      outcome.note(
        "another session than the one that was seen, \(found.count) events from \(found.first.map { "\($0)" } ?? "none") on"
      )
      return outcome
    }
    outcome.recovered = found.count - earlier
    outcome.lost = max(0, acknowledged - outcome.recovered)
    if outcome.lost > 0 { outcome.note("lost: the last \(outcome.lost) of \(acknowledged)") }
    return outcome
  }

  /// Whether what was recovered, but for its prefix, is a session that was about to begin in this pause as the app was killed.
  ///
  /// It begins with what was seen since a moment without popups, and is written as far as the app came before it died.
  package func mayHaveBegun(_ found: [WitnessedEvent]) -> Bool {
    let seen = (before ?? []) + events
    let isWhole = found.indices.allSatisfy { found[$0].sequence == found[0].sequence + Int32($0) }
    return isWhole && found.count <= seen.count
      && (0...(seen.count - found.count)).contains { start in
        zip(seen[start...], found).allSatisfy { $0.content == $1.content }
      }
  }

  /// The events of a session that was read.
  package static func events(of session: Session) -> [WitnessedEvent] {
    session.log.events.map { WitnessedEvent($0, in: session.log, session.catalog) }
  }
}

extension WitnessedSession.Outcome {
  fileprivate mutating func note(_ text: String) { if examples.count < 4 { examples.append(text) } }
}
