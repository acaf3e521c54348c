#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopReport
import PopTrace

/// Which sessions of large corpora are judged.
struct CorpusOptions: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      """
      Judge only sessions for which this holds: app, build, policy (the recorded one), os, device, locale, page (a class seen in it), popup (a \
      name submitted in it), arm:NAME or metadata:NAME. May be given several times: of one key any, of several keys all must hold.
      """, valueName: "key=value"))
  var conditions: [WhereClause] = []

  @Option(
    help: ArgumentHelp(
      "Judge only this session, by name or place in its input; may be given several times.", valueName: "name"))
  var session: [String] = []

  @Option(
    help: ArgumentHelp(
      "Judge only what is about this popup, by name or number, in the sessions that have it; may be given several times.",
      valueName: "popup"))
  var popup: [String] = []

  @Option(
    help: ArgumentHelp("Judge only sessions that began on this day or later.", valueName: "yyyy-mm-dd"),
    transform: Self.day)
  var since: CalendarDay?

  @Option(
    help: ArgumentHelp(
      "Judge only this share of the sessions, always the same ones, chosen by their names.", valueName: "share"),
    transform: ShareArgument.read)
  var sample: Share?

  @Option(
    help: ArgumentHelp("Stop as soon as so many sessions have a regression.", valueName: "sessions"))
  var failFast: Int?

  func validate() throws {
    if let failFast, failFast < 1 { throw ValidationError("--fail-fast takes a number from 1 on, not \(failFast).") }
  }

  /// What it means for the inputs; nil where every session is judged.
  var filter: SessionFilter? {
    guard !conditions.isEmpty || !session.isEmpty || since != nil || sample != nil else { return nil }
    return SessionFilter(conditions: conditions, names: Set(session), since: since, sample: sample)
  }

  /// The popups that are looked for in them; nil where none is asked for.
  var sought: SoughtPopups? { SoughtPopups(popups, conditions: conditions) }

  private var popups: PopupSelection? { PopupSelection(popup) }

  /// The popups that are judged; nil for all.
  func popups(isEstimating: Bool) throws(CommandFailure) -> PopupSelection? {
    guard isEstimating, popups != nil else { return popups }
    throw .usage("an estimate counts the sessions with any new error; without --popup")
  }

  private static func day(_ text: String) throws -> CalendarDay {
    guard let day = CalendarDay(text) else { throw ValidationError("A day is written as 2026-11-22, not \"\(text)\".") }
    return day
  }
}

/// Decides session by session, from what each holds, so that every machine and every order chooses the same.
struct SessionFilter: Hashable, Sendable {
  var conditions: [WhereClause]
  var names: Set<String>
  var since: CalendarDay?
  var sample: Share?

  /// Whether a session is judged.
  ///
  /// - Parameter place: Its place in its input, counted from 1.
  func takes(_ session: Session, place: Int) -> Bool {
    guard names.isEmpty || names.contains(session.label(index: place)) || names.contains(String(place)) else {
      return false
    }
    if let since {
      // A time by ISO 8601 begins with its day; what does not say when it began is not known to be younger.
      guard let day = CalendarDay(String(session.header.started.prefix(10))), day >= since else { return false }
    }
    if let sample {
      var hash = StableHash()
      hash.combine(session.header.session.isEmpty ? String(place) : session.header.session)
      guard sample.allows(Int(hash.value % 1_000_000) + 1, of: 1_000_000) else { return false }
    }
    return Set(conditions.map(\.key)).allSatisfy { key in
      conditions.contains { $0.key == key && $0.holds(for: session) }
    }
  }
}
#endif
