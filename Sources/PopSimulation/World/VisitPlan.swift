import PopTrace
import PopupScheduling

/// Which steps of a script belong together where visits of pages can wait.
struct VisitPlan {
  /// Whether a step is the first one of a visit, by step; the launch is none.
  let isVisitsBeginning: [Bool]
  /// The step in which begins what a step ends: scrolling or typing.
  let beginnings: [Int?]

  init(_ script: WorldScript) {
    var isBeginning = Array(repeating: false, count: script.steps.count)
    var beginnings: [Int?] = Array(repeating: nil, count: script.steps.count)
    let transition = script.header.tick.ticks(ceilingMilliseconds: 350)
    var start: Ticks?
    var scrolls: [Int] = []
    var edits: [Int] = []
    for (index, step) in script.steps.enumerated() {
      switch step.kind {
      case .scrollBegan: scrolls.append(index)
      case .editBegan: edits.append(index)
      case .scrollEnded where !scrolls.isEmpty: beginnings[index] = scrolls.removeFirst()
      case .editEnded where !edits.isEmpty: beginnings[index] = edits.removeFirst()
      case _ where step.kind.isAboutPage:
        if let before = start, step.time <= before + transition { continue }
        isBeginning[index] = start != nil
        start = step.time
      default: break
      }
    }
    isVisitsBeginning = isBeginning
    self.beginnings = beginnings
  }
}
