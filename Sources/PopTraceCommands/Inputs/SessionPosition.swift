#if Tool
import ArgumentParser
import PopTrace
import PopupScheduling

/// A position in a session: a time in milliseconds, or the sequence number of an event.
enum SessionPosition: Hashable, Sendable {
  case time(milliseconds: Int64)
  case event(Int32)

  /// Reads `41975`, `41975ms` or `#1200`.
  init(text: String) throws {
    if text.hasPrefix("#") {
      guard let number = Int32(text.dropFirst()), number >= 0 else {
        throw ValidationError("\"\(text)\" is no event; write its number as in '#1200'.")
      }
      self = .event(number)
      return
    }
    let digits = text.hasSuffix("ms") ? String(text.dropLast(2)) : text
    guard let milliseconds = Int64(digits), milliseconds >= 0 else {
      throw ValidationError(
        "\"\(text)\" is no place in a session; write a time from 0 on, as in 41975 or 41975ms, or an event, as in '#1200'."
      )
    }
    self = .time(milliseconds: milliseconds)
  }

  /// How many events of a session stand at the position or before it.
  func count(in session: Session) -> Int {
    let events = session.log.events
    return switch self {
    case .time(let milliseconds):
      events.firstIndex { $0.time > session.header.tick.ticks(ceilingMilliseconds: milliseconds) } ?? events.count
    case .event(let number): events.firstIndex { $0.sequence > number } ?? events.count
    }
  }

  /// The index in a session's log of the first event at the position or behind it; how many events there are where none is.
  func firstIndex(in session: Session) -> Int {
    let events = session.log.events
    return switch self {
    case .time(let milliseconds):
      events.firstIndex { $0.time >= session.header.tick.ticks(ceilingMilliseconds: milliseconds) } ?? events.count
    case .event(let number): events.firstIndex { $0.sequence >= number } ?? events.count
    }
  }

  /// Whether the position comes after another, as far as that can be told without a session.
  func isBehind(_ other: SessionPosition) -> Bool {
    switch (self, other) {
    case (.time(let own), .time(let others)): own > others
    case (.event(let own), .event(let others)): own > others
    default: false
    }
  }

  /// Whether the position is a time before another.
  func isBefore(_ time: Ticks, of session: Session) -> Bool {
    guard case .time(let milliseconds) = self else { return false }
    return session.header.tick.ticks(ceilingMilliseconds: milliseconds) < time
  }
}
#endif
