import PopupScheduling

/// How many schedulers and scenes a session speaks of.
struct LineCensus {
  /// The schedulers of all scenes.
  var schedulers: Int { lines.count }
  /// The scenes.
  var scenes: Int { known.count }

  private var lines: Set<SchedulerLine> = []
  private var known: Set<UInt16> = []
  private var last: SchedulerLine?

  init(_ session: borrowing Session) {
    for spec in session.catalog.specs { note(spec.line) }
    for page in session.catalog.pages { known.insert(page.scene) }
    for event in session.log.events { note(event.line) }
  }

  private mutating func note(_ line: SchedulerLine) {
    // Mostly it is the last one again.
    guard line != last else { return }
    last = line
    lines.insert(line)
    known.insert(line.scene)
  }
}
