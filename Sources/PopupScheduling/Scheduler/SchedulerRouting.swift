@usableFromInline
struct SchedulerRouting: Sendable {
  @usableFromInline private(set) var schedulers: [SchedulerID]
  /// The scheduler of every submitted popup, as an index in `schedulers`, and the scene of every page that was routed; negative while not known.
  private var popupSchedulers: [Int32] = []
  private var pageScenes: [Int32] = []
  /// How many pages there were at the beginning, where all are in the first scene; negative otherwise.
  @usableFromInline private(set) var pagesOfFirstScene = -1

  @usableFromInline init(schedulers: [SchedulerID]) { self.schedulers = schedulers.sorted() }

  /// Begins another session; true where the schedulers are the same as before.
  @usableFromInline
  mutating func begin(schedulers: [SchedulerID], _ catalog: borrowing Catalog) -> Bool {
    popupSchedulers.empty()
    pageScenes.empty()
    pagesOfFirstScene = 0
    for index in catalog.pages.indices where catalog.pages[index].scene != 0 { pagesOfFirstScene = -1 }
    if pagesOfFirstScene == 0 { pagesOfFirstScene = catalog.pages.count }
    if schedulers == self.schedulers { return true }
    let sorted = schedulers.sorted()
    defer { self.schedulers = sorted }
    return sorted == self.schedulers
  }

  /// Whether a stimulus concerns the only scheduler, where that can be told without looking at its page, as all pages are in the first scene.
  @inlinable
  func concernsOnlyScheduler(_ stimulus: Event, pageCount: Int) -> Bool? {
    guard pageCount == pagesOfFirstScene, schedulers[0].scene == 0, stimulus.scene == 0,
      stimulus.kind.rawValue < EventKind.schedulerSuspended.rawValue
    else { return nil }
    return true
  }

  @usableFromInline
  mutating func concernsOnlyScheduler(_ stimulus: Event, _ catalog: borrowing Catalog) -> Bool {
    if stimulus.kind.isAboutScheduler { return stimulus.schedulerID == schedulers[0] }
    guard stimulus.popup.isNone, stimulus.kind != .timerFired, let scene = scene(of: stimulus, catalog) else {
      return true
    }
    return scene == schedulers[0].scene
  }

  @usableFromInline
  mutating func index(_ submission: Event, _ catalog: borrowing Catalog) {
    guard schedulers.count > 1, !submission.popup.isNone, submission.attributes >= 0 else { return }
    let scheduler = catalog.spec(submission.spec).schedulerID
    while popupSchedulers.count <= submission.popup.index { popupSchedulers.append(-1) }
    popupSchedulers[submission.popup.index] = Int32(index(of: scheduler) ?? -1)
  }

  /// The one scheduler a stimulus concerns, as an index in `schedulers`, negative for one that is not there; nil for all of its scene, or of all.
  @usableFromInline
  func onlyScheduler(of stimulus: Event, timers: [TimerID: SchedulerID]?) -> Int? {
    switch stimulus.kind {
    case .schedulerSuspended, .schedulerResumed, .schedulerCleared:
      return index(of: stimulus.schedulerID) ?? -1
    case .timerFired:
      return timers?[stimulus.timer].flatMap { index(of: $0) }
    default:
      guard !stimulus.popup.isNone, stimulus.popup.index < popupSchedulers.count else { return nil }
      let index = popupSchedulers[stimulus.popup.index]
      return index < 0 ? nil : Int(index)
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
    var outer = page
    while !outer.isNone, outer.index < pageScenes.count {
      scene = pageScenes[outer.index] >= 0 ? pageScenes[outer.index] : Int32(catalog.pages[outer.index].scene)
      if scene > 0 || pageScenes[outer.index] == 0 { break }
      // Until more is known; it also ends the walk where pages stand in each other.
      pageScenes[outer.index] = 0
      outer = catalog.pages[outer.index].container
    }
    guard scene > 0 else { return 0 }
    pageScenes[outer.index] = scene
    var inner = page
    while inner != outer {
      pageScenes[inner.index] = scene
      inner = catalog.pages[inner.index].container
    }
    return UInt16(scene)
  }

  @usableFromInline
  func indices(of scene: UInt16?) -> Range<Int> {
    guard let scene else { return 0..<schedulers.count }
    let start = firstIndex(notBefore: SchedulerID(scene: scene, scheduler: 0))
    var end = start
    while end < schedulers.count, schedulers[end].scene == scene { end += 1 }
    return start..<end
  }

  private func index(of scheduler: SchedulerID) -> Int? {
    let index = firstIndex(notBefore: scheduler)
    return index < schedulers.count && schedulers[index] == scheduler ? index : nil
  }

  private func firstIndex(notBefore scheduler: SchedulerID) -> Int {
    schedulers.partitioningIndex { $0 >= scheduler }
  }
}
