#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopTrace
import PopupScheduling

/// Which sessions a command looks at.
struct SessionOption: ParsableArguments {
  @Option(help: .text("Only this session, by name or place in its input; may be given several times.", value: "name"))
  var session: [String] = []
}

/// Which sessions and popups a command looks at.
struct SelectionOptions: ParsableArguments {
  @OptionGroup var sessions: SessionOption

  @Option(help: .text("Only what is about this popup, by name or number; may be given several times.", value: "popup"))
  var popup: [String] = []

  /// Takes what was asked for out of sessions, and remembers what was there.
  struct Selection {
    private var sessions: SessionSelection
    private let popups: PopupSelection?
    private var sightings: PopupSightings

    init(_ options: SelectionOptions) {
      sessions = SessionSelection(options.sessions.session)
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

/// The sessions that were asked for, by name or by their number in their input; every one where none was.
struct SessionSelection {
  private let wanted: Set<String>
  private var missing: Set<String>

  init(_ wanted: [String]) {
    self.wanted = Set(wanted)
    missing = self.wanted
  }

  /// Whether a session was asked for; takes note that it was there.
  mutating func takes(_ origin: SessionOrigin) -> Bool {
    guard !wanted.isEmpty else { return true }
    let words = [origin.label, String(origin.index)]
    missing.subtract(words)
    return words.contains(where: wanted.contains)
  }

  /// Fails where one was asked for that was nowhere.
  func check() throws(CommandFailure) {
    guard let name = missing.sorted().first else { return }
    throw CommandFailure("there is no session \"\(name)\" in what was given")
  }
}

/// Decides session by session, from what each holds, so that every machine and every order chooses the same.
struct SessionFilter: Hashable, Sendable {
  var conditions: [WhereClause] = []
  var names: Set<String>
  var since: CalendarDay?
  var sample: Share?

  func takes(_ origin: SessionOrigin) -> Bool {
    let header = origin.session.header
    guard names.isEmpty || names.contains(origin.label) || names.contains(String(origin.index)) else { return false }
    if let since {
      // A time by ISO 8601 begins with its day; what does not say when it began is not known to be younger.
      guard let day = CalendarDay(String(header.started.prefix(10))), day >= since else { return false }
    }
    if let sample {
      var hash = StableHash()
      hash.combine(origin.label)
      guard sample.allows(Int(hash.value % 1_000_000) + 1, of: 1_000_000) else { return false }
    }
    return Set(conditions.map(\.key)).allSatisfy { key in
      conditions.contains { $0.key == key && $0.holds(for: origin.session) }
    }
  }
}

/// One condition on sessions: `build=1042`.
struct WhereClause: Hashable, Sendable, ExpressibleByArgument {
  /// What is asked about: `build`, `arm:NAME`.
  let key: String
  let value: String

  private static let fields: [String: any KeyPath<SessionHeader, String> & Sendable] = [
    "app": \.app, "build": \.build, "policy": \.policy, "os": \.os, "device": \.device, "locale": \.locale,
  ]

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { return nil }
    (key, value) = (parts[0], parts[1])
    guard Self.fields[key] != nil || key == "page" || isAboutPopup || name("arm:") ?? name("metadata:") != nil else {
      return nil
    }
  }

  var text: String { "\(key)=\(value)" }
  var isAboutPopup: Bool { key == "popup" }

  /// Whether a session is so.
  ///
  /// - Complexity: O(n) in its events for pages and popups, else O(1).
  func holds(for session: Session) -> Bool {
    let (header, catalog) = (session.header, session.catalog)
    if let field = Self.fields[key] { return header[keyPath: field] == value }
    if let arm = name("arm:") { return header.arms.contains(HeaderEntry(arm, value)) }
    if let entry = name("metadata:") { return header.metadata.contains(HeaderEntry(entry, value)) }
    guard isAboutPopup else {
      return catalog.pages.indices.contains { catalog.names.text(catalog.className(of: PageID($0))) == value }
    }
    return session.log.events.contains {
      $0.kind == .popupSubmitted && catalog.names.text(catalog.spec($0.spec).name) == value
    }
  }

  /// What stands behind a prefix; nil where nothing does.
  private func name(_ prefix: String) -> String? {
    key.hasPrefix(prefix) && key.count > prefix.count ? String(key.dropFirst(prefix.count)) : nil
  }
}
#endif
