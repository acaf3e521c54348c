package import PopupScheduling

/// The events of a run around the witnesses of a finding, in order; where sequence numbers jump, events in between were left out.
public struct Excerpt: Hashable, Sendable {
  /// The events.
  package private(set) var log = EventLog()

  /// Makes an empty excerpt.
  package init() {}

  /// Cuts the events around some witnesses out of a run's whole log.
  ///
  /// - Parameters:
  ///   - log: All events, in order of their sequence numbers.
  ///   - witness: Sequence numbers; those that the log does not have are left out.
  ///   - context: How many events before and after each witness are kept.
  ///   - limit: How many events are kept at most: the last witnesses and what is nearest to them go first.
  /// - Complexity: O(m log n) with m events kept of n.
  package init(of log: EventLog, around witness: [Int32], context: Int, limit: Int) {
    var places: [Int] = []
    for sequence in witness {
      guard let place = Self.place(of: sequence, in: log.events) else { continue }
      places.append(place)
    }
    var kept = Set(places.suffix(limit))
    for distance in 0...max(context, 0) where distance > 0 {
      for place in places.reversed() {
        for neighbour in [place - distance, place + distance]
        where log.events.indices.contains(neighbour) && kept.count < limit {
          kept.insert(neighbour)
        }
      }
    }
    for place in kept.sorted() { self.log.append(log.events[place], of: log) }
  }

  private static func place(of sequence: Int32, in events: [Event]) -> Int? {
    var low = 0
    var high = events.count
    while low < high {
      let middle = (low + high) / 2
      if events[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low < events.count && events[low].sequence == sequence ? low : nil
  }

  public static func == (lhs: Excerpt, rhs: Excerpt) -> Bool {
    lhs.log.events == rhs.log.events && lhs.log.over == rhs.log.over
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(log.events)
    hasher.combine(log.over)
  }
}
