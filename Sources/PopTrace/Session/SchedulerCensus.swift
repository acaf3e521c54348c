import PopupScheduling

/// How many schedulers and scenes a session names.
struct SchedulerCensus {
  /// The schedulers of all scenes.
  var schedulers: Int { knownSchedulers.count }
  /// The scenes.
  var scenes: Int { knownScenes.count }

  private var knownSchedulers: Set<SchedulerID> = []
  private var knownScenes: Set<UInt16> = []
  private var last: SchedulerID?

  init(_ session: borrowing Session) {
    for spec in session.catalog.specs { note(spec.schedulerID) }
    for page in session.catalog.pages { knownScenes.insert(page.scene) }
    for event in session.log.events { note(event.schedulerID) }
  }

  private mutating func note(_ scheduler: SchedulerID) {
    // Mostly it is the last one again.
    guard scheduler != last else { return }
    last = scheduler
    knownSchedulers.insert(scheduler)
    knownScenes.insert(scheduler.scene)
  }
}
