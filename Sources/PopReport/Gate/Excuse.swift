/// Why somebody puts up with something, and until when.
package struct Excuse: Hashable, Sendable {
  /// Why.
  package var reason: String
  /// Who answers for it; empty where that is not said.
  package var owner: String
  /// The last day on which it holds; nil for as long as it stands there.
  package var expires: CalendarDay?

  /// Makes an excuse.
  package init(reason: String, owner: String = "", expires: CalendarDay? = nil) {
    self.reason = reason
    self.owner = owner
    self.expires = expires
  }

  /// Whether it still holds on a day.
  package func holds(on day: CalendarDay) -> Bool { expires.map { day <= $0 } ?? true }
}
