/// Events in order, with the lists of popups that lost.
public struct EventLog: Sendable {
  /// The events, in order of their sequence numbers.
  public var events: [Event] = []
  /// The popups that lost, one after another; each event says where its own begin and how many there are.
  public var over: [PopupID] = []

  /// The most popups that one decision names as having lost (<doc:DecisionsAndTheirFields#Popups-passed-over>).
  public static let overLimit = 8

  public init() {}

  /// Forgets all events and keeps the memory for the next ones.
  public mutating func removeAll() {
    if !events.isEmpty { events.removeAll(keepingCapacity: true) }
    if !over.isEmpty { over.removeAll(keepingCapacity: true) }
  }

  /// Forgets all events but so many of the first, and the popups that lost in them.
  @inlinable
  package mutating func shorten(to count: Int) {
    over.removeLast(over.count - overCount(first: count))
    events.removeLast(events.count - count)
  }

  /// Takes so many of the first events of another log, and the popups that lost in them, in place of its own.
  @inlinable
  package mutating func copy(first count: Int, of other: borrowing EventLog) {
    removeAll()
    events += other.events[..<count]
    over += other.over[..<other.overCount(first: count)]
  }

  /// How many popups lost in so many of the first events.
  @inlinable
  package func overCount(first count: Int) -> Int {
    events[count...].first { $0.overCount > 0 }.map { Int($0.overStart) } ?? over.count
  }

  /// The popups that lost against an event of this log.
  public func over(of event: Event) -> ArraySlice<PopupID> {
    over[Int(event.overStart)..<Int(event.overStart) + Int(event.overCount)]
  }

  /// Adds an event of another log, and the popups that lost with it.
  public mutating func append(_ event: Event, of other: borrowing EventLog) {
    var copy = event
    copy.overStart = event.overCount > 0 ? Int32(truncatingIfNeeded: over.count) : 0
    if event.overCount > 0 { over += other.over(of: event) }
    events.append(copy)
  }

  /// Adds the events of another log from an index on.
  public mutating func append(from index: Int, of other: borrowing EventLog) {
    for index in index..<other.events.count { append(other.events[index], of: other) }
  }

  /// Whether another log has the same events, and the same popups lost in each.
  public func isSame(as other: borrowing EventLog) -> Bool {
    guard events.count == other.events.count else { return false }
    for index in events.indices
    where !Self.areSame(events[index], of: self, other.events[index], of: other) { return false }
    return true
  }

  /// Whether two events of two logs are equal in every field, the lost popups by what they are and not by where they are.
  public static func areSame(_ lhs: Event, of left: borrowing EventLog, _ rhs: Event, of right: borrowing EventLog)
    -> Bool
  {
    guard lhs.isSame(as: rhs, ignoring: []) else { return false }
    return lhs.overCount == 0 || left.over(of: lhs).elementsEqual(right.over(of: rhs))
  }
}

extension [Event] {
  /// The index of the event with a sequence number, before another index where one is given; nil where it is missing, as for negative ones.
  @inlinable
  package func index(ofSequence sequence: Int32, before end: Int? = nil) -> Int? {
    let end = end ?? count
    guard sequence >= 0, end > 0 else { return nil }
    let guess = Int(sequence) - Int(self[0].sequence)
    if guess >= 0, guess < end, self[guess].sequence == sequence { return guess }
    let index = self[..<end].partitioningIndex { $0.sequence >= sequence }
    return index < end && self[index].sequence == sequence ? index : nil
  }
}
