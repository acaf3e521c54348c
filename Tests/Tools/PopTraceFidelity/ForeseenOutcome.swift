package import PopAudit
package import PopReplay
package import PopupScheduling

/// What a replay foresaw of one popup, and what the world really brought.
package struct ForeseenOutcome: Sendable {
  /// The popup.
  package let popup: PopupID
  /// How far the foresight was to be relied on.
  package let grades: AspectGrades
  /// What was foreseen.
  package let foreseen: RunOutcome
  /// What happened; nil where the popup was never submitted.
  package let real: RunOutcome?

  /// Whether it was right about the popup being shown at all.
  package var isShownRight: Bool { foreseen.shown.isEmpty == (real?.shown.isEmpty ?? true) }

  /// Whether it was right about the pages of all presentations, in order.
  package var isPlaceRight: Bool { foreseen.shown.map(\.page) == (real?.shown.map(\.page) ?? []) }

  /// Whether it was right about the end.
  package var isEndRight: Bool { foreseen.end == real?.end }

  /// Whether it was right in every aspect.
  package var isRight: Bool { isShownRight && isPlaceRight && isEndRight }

  /// Whether it was right tick for tick.
  package var isSame: Bool { foreseen == real }
}
