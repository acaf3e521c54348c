package import PopTrace
package import PopupScheduling

/// A session as things that last, side by side on one time axis: who had the slot, what each popup and page was doing, which gates were closed.
///
/// ```swift
/// let tracks = SessionTracks(session)
/// for track in tracks.tracks { print(track.name, track.slices.map(\.name)) }
/// ```
///
/// Every event of the session stands on one track as well: on that of its popup, else of its page, else of the app.
package struct SessionTracks: Sendable {
  /// The tracks, in the order in which they are drawn.
  package private(set) var tracks: [Track] = []

  /// What the tracks of a session are grouped by, in the order in which they are drawn.
  package enum Group: Int, CaseIterable, Sendable {
    case slot, popups, pages, gates, chrome, app

    package var title: String {
      switch self {
      case .slot: "Slot"
      case .popups: "Popups"
      case .pages: "Pages"
      case .gates: "Gates"
      case .chrome: "Input, keyboard, cover"
      case .app: "App"
      }
    }
  }

  /// One thing that goes through states.
  package struct Track: Sendable {
    /// What it belongs to.
    package var group: Group
    /// Its name: `Coupon #3`.
    package var name: String
    /// What others like it are called, too: a page's class, a popup's name; empty for anything else.
    package var kindName = ""
    /// The name of the page that a page is a part of, as of a tab bar; empty where it is part of none.
    package var container = ""
    /// The scene that a page or a popup belongs to.
    package var scene = 0
    /// A popup's level; nil where it has none.
    package var level: Int?
    /// Its states, in order; none begins before the one in front of it is over.
    package internal(set) var slices: [Slice] = []
    /// The events that stand on it, by their index in the session.
    package internal(set) var events: [Int] = []
  }

  /// What something does while it lasts.
  package enum State: String, CaseIterable, Sendable {
    /// A page that comes, is on screen, or goes.
    case comes, on, goes
    /// A popup that waits, waits for its content, is kept for a page, is up, or leaves.
    case waits, content, kept, shown, leaves
    /// The slot, with a popup in it.
    case held
    /// A gate or another thing that is closed, locked, or folded away.
    case closed
  }

  /// A state that lasts.
  package struct Slice: Hashable, Sendable {
    package var state: State
    /// What it is: `shown on HomePage #1`.
    package var name: String
    package var from: Ticks
    /// When it ends; nil where the session ends before it does.
    package var until: Ticks?
  }

  /// Goes through a session.
  ///
  /// - Complexity: O(n) for n events.
  package init(_ session: Session) {
    var reading = TrackReading(session)
    for index in session.events.indices { reading.take(session.events[index], at: index) }
    tracks = reading.tracks.enumerated()
      .sorted { ($0.element.group.rawValue, $0.offset) < ($1.element.group.rawValue, $1.offset) }
      .map(\.element)
  }
}
