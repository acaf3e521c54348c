import PopupScheduling

/// The app, the user and the environment of a run, as a scheduler meets them.
final class RunSurroundings: Surroundings {
  var run = Run()

  func carryOut(_ decision: Event, reentrant: inout [Event]) {
    run.take(decision, reentrant: &reentrant)
  }
}
