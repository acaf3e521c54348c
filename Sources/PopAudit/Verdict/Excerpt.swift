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
    var indices: [Int] = []
    for sequence in witness {
      guard let index = log.events.index(ofSequence: sequence) else { continue }
      indices.append(index)
    }
    var kept = Set(indices.suffix(limit))
    for distance in 0...max(context, 0) where distance > 0 {
      for index in indices.reversed() {
        for neighbour in [index - distance, index + distance]
        where log.events.indices.contains(neighbour) && kept.count < limit {
          kept.insert(neighbour)
        }
      }
    }
    for index in kept.sorted() { self.log.append(log.events[index], of: log) }
  }

  public static func == (lhs: Excerpt, rhs: Excerpt) -> Bool {
    lhs.log.events == rhs.log.events && lhs.log.over == rhs.log.over
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(log.events)
    hasher.combine(log.over)
  }
}
