package import PopupScheduling

/// How a popup's run ended, or what it was doing when the session did (DecisionsAndTheirFields, *How a run ends*).
@frozen
package struct RunEnd: Hashable, Sendable {
  /// Whether it ended, and where, or what it was doing at the session's end.
  package var state: State
  /// Why it ended; ``Reason/none`` where it had not.
  package var reason: Reason

  /// Whether a popup ended, and where, or what it was doing at the session's end.
  @frozen
  package enum State: UInt8, CaseIterable, Sendable {
    /// On screen at the session's end.
    case visible
    /// In the queue at the session's end.
    case waiting
    /// Its content asked for and not there at the session's end.
    case loading
    /// Kept for a page instance at the session's end.
    case parked
    /// It ended on screen.
    case ended
    /// It ended while it was not on screen.
    case dropped
  }

  /// Makes the end of a popup that had not ended.
  @inlinable
  package init(_ state: State) {
    self.state = state
    reason = .none
  }

  /// Makes the end of a popup that ended on screen.
  @inlinable
  package static func ended(_ reason: Reason) -> RunEnd {
    var end = RunEnd(.ended)
    end.reason = reason
    return end
  }

  /// Makes the end of a popup that ended off screen.
  @inlinable
  package static func dropped(_ reason: Reason) -> RunEnd {
    var end = RunEnd(.dropped)
    end.reason = reason
    return end
  }

  /// Whether it ended before the session did.
  @inlinable
  package var isOver: Bool { state == .ended || state == .dropped }
}

extension RunEnd: CustomStringConvertible {
  /// The word that reports use: `visible`, `waiting`, `dismissed`, `dropped:expired` …
  package var description: String {
    switch state {
    case .visible: "visible"
    case .waiting: "waiting"
    case .loading: "loading"
    case .parked: "parked"
    case .ended: reason.wireName
    case .dropped: "dropped:" + reason.wireName
    }
  }
}
