/// Which scheduler of which scene a stimulus is the business of.
@usableFromInline
struct LineRouting: Sendable {
  /// The schedulers there are, in order.
  @usableFromInline private(set) var lines: [SchedulerLine]
  /// The line of every submitted popup, as a place in `lines`; negative while it is not known.
  private var popupLines: [Int32] = []

  @usableFromInline
  init(lines: [SchedulerLine]) { self.lines = lines.sorted() }

  /// Goes back to the beginning; true where the lines are the same as before.
  @usableFromInline
  mutating func begin(lines: [SchedulerLine]) -> Bool {
    popupLines.removeAll(keepingCapacity: true)
    if lines == self.lines { return true }
    let sorted = lines.sorted()
    defer { self.lines = sorted }
    return sorted == self.lines
  }

  /// Whether a stimulus is any of the business of the only line there is.
  @usableFromInline
  func concernsOnlyLine(_ stimulus: Event, _ catalog: borrowing Catalog) -> Bool {
    guard stimulus.popup.isNone, stimulus.kind != .timerFired, let scene = scene(of: stimulus, catalog) else {
      return true
    }
    return scene == lines[0].scene
  }

  /// Notes which line a popup belongs to.
  @usableFromInline
  mutating func place(_ submission: Event, _ catalog: borrowing Catalog) {
    guard lines.count > 1, !submission.popup.isNone, submission.attributes >= 0 else { return }
    let line = catalog.spec(submission.spec).line
    while popupLines.count <= submission.popup.index { popupLines.append(-1) }
    popupLines[submission.popup.index] = Int32(lines.firstIndex(of: line) ?? -1)
  }

  /// The one line a stimulus concerns, as a place in `lines`; nil for all lines of its scene, or of all scenes.
  @usableFromInline
  func onlyLine(of stimulus: Event, timers: [SchedulerLine]) -> Int? {
    switch stimulus.kind {
    case .schedulerSuspended, .schedulerResumed, .schedulerCleared:
      return lines.firstIndex(of: stimulus.line)
    case .timerFired:
      guard !stimulus.timer.isNone, stimulus.timer.index < timers.count else { return nil }
      return lines.firstIndex(of: timers[stimulus.timer.index])
    default:
      guard !stimulus.popup.isNone, stimulus.popup.index < popupLines.count else { return nil }
      let place = popupLines[stimulus.popup.index]
      return place < 0 ? nil : Int(place)
    }
  }

  /// The scene a stimulus belongs to; nil for the whole app.
  @usableFromInline
  func scene(of stimulus: Event, _ catalog: borrowing Catalog) -> UInt16? {
    switch stimulus.kind {
    case .appSignedOut, .appSignedIn, .appBackground, .appForeground: return nil
    default:
      guard !stimulus.page.isNone, stimulus.page.index < catalog.pages.count else { return stimulus.scene }
      return catalog.pages[stimulus.page.index].scene
    }
  }
}
