/// What one lifelike session is made of.
struct SessionHabits {
  /// How long it is from one thing that happens to the next, in milliseconds: the median.
  var pause = 2_500
  /// With how many visits of pages one popup comes; nil where popups come by themselves, and in a row at launch.
  var visitsPerPopup: Int?

  init(of flavour: WorldFlavour) {
    guard flavour == .sparse else { return }
    pause = 4_000
    visitsPerPopup = 3
  }
}
