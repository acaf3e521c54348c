package import PopupScheduling

/// The outcome of one popup in one run (<doc:Diff#Outcomes>, RUN).
package struct RunOutcome: Hashable, Sendable {
  package var shown: [Stay] = []
  /// From submission to the first presentation; nil where there was none, or where the submission is not known.
  package var waited: Ticks?
  package var preempted = 0
  /// How it ended, or what it was doing at the session's end.
  package var end = RunEnd(.waiting)

  package struct Stay: Hashable, Sendable {
    /// The time of `popup.shown`.
    package var from: Ticks
    /// The time of `popup.hidden`; nil while still up at the end.
    package var until: Ticks?
    package var page: PageID

    package init(from: Ticks, page: PageID) {
      self.from = from
      self.page = page
    }
  }

  package init() {}
}

/// How a popup's run ended, or what it was doing when the session did (DecisionsAndTheirFields, *How a run ends*).
@frozen
package struct RunEnd: Hashable, Sendable {
  /// Whether it ended, and where, or what it was doing at the session's end.
  package var state: State
  /// Why it ended; ``Reason/none`` where it had not.
  package var reason: Reason

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
    case ended
    case dropped
  }

  @inlinable
  package init(_ state: State) {
    self.state = state
    reason = .none
  }

  @inlinable
  package static func ended(_ reason: Reason) -> RunEnd {
    var end = RunEnd(.ended)
    end.reason = reason
    return end
  }

  @inlinable
  package static func dropped(_ reason: Reason) -> RunEnd {
    var end = RunEnd(.dropped)
    end.reason = reason
    return end
  }

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
