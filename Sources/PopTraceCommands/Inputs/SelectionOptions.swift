#if Tool
import ArgumentParser
import PopTrace
import PopupScheduling

/// Which sessions and popups a command looks at.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only this session, by name or place in its input; may be given several times.", valueName: "name"))
  var session: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only what is about this popup, by name or number; may be given several times.", valueName: "popup"))
  var popup: [String] = []

  /// Takes what was asked for out of sessions, and remembers what was there.
  struct Selection {
    private var sessions: SessionSelection
    private let popups: PopupSelection?
    private var sightings: PopupSightings

    init(_ options: SelectionOptions) {
      sessions = SessionSelection(options.session)
      popups = PopupSelection(options.popup)
      sightings = PopupSightings(popups?.words ?? [])
    }

    /// What of a session was asked for; nil where that is nothing.
    mutating func take(_ origin: SessionOrigin) -> SessionOrigin? {
      guard sessions.takes(origin) else { return nil }
      guard let popups else { return origin }
      let found = popups.popups(of: origin.session)
      sightings.note(origin.session, found: found.map(\.word))
      let wanted = Set(found.map(\.popup))
      guard !wanted.isEmpty else { return nil }
      var selected = origin
      selected.session.keepEvents { wanted.contains($0.popup) }
      // What is left out on purpose is not missing.
      selected.session.gaps = []
      return selected
    }

    /// Fails where something was asked for that was nowhere.
    func check() throws(CommandFailure) {
      try sessions.check()
      try sightings.check()
    }
  }
}
#endif
