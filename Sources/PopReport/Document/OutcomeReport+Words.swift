import PopAudit
import PopTrace

extension OutcomeReport {
  /// A run in a few words, of which the first are those that ``change`` is about: `1,300–4,210` and how it ended where that is
  /// not the usual way; else the page, how often it was shown, or how it ended.
  func words(of run: RunReport?) -> String {
    guard let run else { return "never submitted" }
    let end = printable(run.end)
    guard !run.shown.isEmpty else { return change == .endedOtherwise ? end : "never, \(end)" }
    let place = differingPresentation
    let stay = run.shown[place]
    let times = stay.from.grouped + "–" + (stay.until?.grouped ?? "")
    let more = run.shown.count > 1 ? " and \(run.shown.count - 1)× more" : ""
    let rest = run.end == "dismissed" ? "" : ", " + end
    switch change {
    case .endedOtherwise: return "\(end), \(times)\(more)"
    case .fewer, .more: return "\(run.shown.count)×, \(times)\(rest)"
    default: break
    }
    let page = change == .moved ? stay.page.map { "\(printable(stay.pageClass)) #\($0), " } ?? "" : ""
    return page + times + (place > 0 ? " (\(place + 1) of \(run.shown.count))" : more) + rest
  }

  /// The index of the presentation in which two runs over a session part, where that is not the first of each.
  private var differingPresentation: Int {
    guard let recorded, let candidate else { return 0 }
    let both = zip(recorded.shown, candidate.shown)
    switch change {
    case .moved:
      // Recordings of their own number their pages apart, so a class says more than a number.
      let classes = both.enumerated().first { $1.0.pageClass != $1.1.pageClass && $1.0.page != nil && $1.1.page != nil }
      let pages = both.enumerated().first { $1.0.page != $1.1.page && $1.0.page != nil && $1.1.page != nil }
      return (classes ?? pages)?.offset ?? 0
    case .cutShort, .longer:
      // Recordings of their own count from other instants, so that they part in every presentation.
      return both.enumerated().first { $1.0.from != $1.1.from || $1.0.until != $1.1.until }?.offset ?? 0
    default: return 0
    }
  }
}
