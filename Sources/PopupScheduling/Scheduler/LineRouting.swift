/// Which scheduler of which scene a stimulus is the business of.
@usableFromInline
struct LineRouting: Sendable {
  /// The schedulers there are, in order.
  @usableFromInline private(set) var lines: [SchedulerLine]
  /// The line of every submitted popup, as a place in `lines`; negative while it is not known.
  private var popupLines: [Int32] = []
  /// The scene of every page that was routed; negative while it is not known.
  private var pageScenes: [Int32] = []

  /// How many pages there were at the beginning, where all are in the first scene; negative otherwise.
  @usableFromInline private(set) var pagesOfFirstScene = -1

  @usableFromInline
  init(lines: [SchedulerLine]) { self.lines = lines.sorted() }

  /// Goes back to the beginning; true where the lines are the same as before.
  @usableFromInline
  mutating func begin(lines: [SchedulerLine], _ catalog: borrowing Catalog) -> Bool {
    popupLines.empty()
    pageScenes.empty()
    pagesOfFirstScene = 0
    for place in catalog.pages.indices where catalog.pages[place].scene != 0 { pagesOfFirstScene = -1 }
    if pagesOfFirstScene == 0 { pagesOfFirstScene = catalog.pages.count }
    if lines == self.lines { return true }
    let sorted = lines.sorted()
    defer { self.lines = sorted }
    return sorted == self.lines
  }

  /// Whether a stimulus is any of the business of the only line there is, where that can be told without looking at its page: the catalog has
  /// the pages it had at the beginning, so many, and all are in the first scene, as is the line.
  @inlinable
  func concernsOnlyLine(_ stimulus: Event, pageCount: Int) -> Bool? {
    guard pageCount == pagesOfFirstScene, lines[0].scene == 0, stimulus.scene == 0,
      stimulus.kind.rawValue < EventKind.schedulerSuspended.rawValue
    else { return nil }
    return true
  }

  /// Whether a stimulus is any of the business of the only line there is.
  @usableFromInline
  mutating func concernsOnlyLine(_ stimulus: Event, _ catalog: borrowing Catalog) -> Bool {
    if stimulus.kind.isAboutLine { return stimulus.line == lines[0] }
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
    popupLines[submission.popup.index] = Int32(place(of: line) ?? -1)
  }

  /// The one line a stimulus concerns, as a place in `lines`, negative for one that is not there; nil for all lines of its scene, or of all
  /// scenes.
  @usableFromInline
  func onlyLine(of stimulus: Event, timers: [SchedulerLine]) -> Int? {
    switch stimulus.kind {
    case .schedulerSuspended, .schedulerResumed, .schedulerCleared:
      return place(of: stimulus.line) ?? -1
    case .timerFired:
      guard !stimulus.timer.isNone, stimulus.timer.index < timers.count else { return nil }
      return place(of: timers[stimulus.timer.index])
    default:
      guard !stimulus.popup.isNone, stimulus.popup.index < popupLines.count else { return nil }
      let place = popupLines[stimulus.popup.index]
      return place < 0 ? nil : Int(place)
    }
  }

  /// The scene a stimulus belongs to; nil for the whole app.
  @usableFromInline
  mutating func scene(of stimulus: Event, _ catalog: borrowing Catalog) -> UInt16? {
    switch stimulus.kind {
    case .appSignedOut, .appSignedIn, .appBackground, .appForeground: return nil
    default:
      guard !stimulus.page.isNone, stimulus.page.index < catalog.pages.count else { return stimulus.scene }
      return scene(of: stimulus.page, catalog)
    }
  }

  /// The scene of a page, worked out when the page is mentioned first (<doc:PagesAndPopups#Attributes-of-a-page>).
  private mutating func scene(of page: PageID, _ catalog: borrowing Catalog) -> UInt16 {
    while pageScenes.count < catalog.pages.count { pageScenes.append(-1) }
    var scene: Int32 = 0
    var step = page
    while !step.isNone, step.index < pageScenes.count {
      scene = pageScenes[step.index] >= 0 ? pageScenes[step.index] : Int32(catalog.pages[step.index].scene)
      if scene > 0 || pageScenes[step.index] == 0 { break }
      // Until more is known; it also ends the walk where pages stand in each other.
      pageScenes[step.index] = 0
      step = catalog.pages[step.index].container
    }
    guard scene > 0 else { return 0 }
    let end = step
    step = page
    while step != end {
      pageScenes[step.index] = scene
      step = catalog.pages[step.index].container
    }
    pageScenes[end.index] = scene
    return UInt16(scene)
  }

  /// The places of a scene's lines, or of all.
  @usableFromInline
  func places(of scene: UInt16?) -> Range<Int> {
    guard let scene else { return 0..<lines.count }
    let start = firstPlace(notBefore: SchedulerLine(scene: scene, scheduler: 0))
    var end = start
    while end < lines.count, lines[end].scene == scene { end += 1 }
    return start..<end
  }

  private func place(of line: SchedulerLine) -> Int? {
    let place = firstPlace(notBefore: line)
    return place < lines.count && lines[place] == line ? place : nil
  }

  private func firstPlace(notBefore line: SchedulerLine) -> Int {
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if lines[middle] < line { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
