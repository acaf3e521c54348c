extension ScenePages {
  @inline(__always)
  mutating func startComing(_ page: Int32) {
    stopComing(page)
    startMoving(page)
    let isCovering = isToCover(page)
    states[Int(page)].motion = isCovering ? .covering : .appearing
    if isCovering { covering += 1 }
    if let host = host(of: page) { states[host].comingWithin += 1 }
  }

  @inline(__always)
  mutating func startGoing(_ page: Int32) {
    stopComing(page)
    startMoving(page)
    if states[Int(page)].motion != .disappearing { going += 1 }
    states[Int(page)].motion = .disappearing
  }

  /// A page that was to cover others leaves before it did appear, with all that stand in it; it moves on until its did-disappear all the same.
  mutating func cancelCovering(_ page: Int32) {
    stopComing(page)
    guard states[Int(page)].isContainer, covering > 0 else { return }
    for index in moving.indices {
      let other = moving[index]
      if states[Int(other)].motion == .covering, isInside(other, page) { stopComing(other) }
    }
  }

  mutating func stop(_ page: Int32) {
    stopComing(page)
    stopGoing(page)
    let hole = Int(states[Int(page)].movingIndex)
    guard hole >= 0 else { return }
    states[Int(page)].movingIndex = -1
    states[Int(page)].motion = .still
    guard let last = moving.popLast(), last != page else { return }
    moving[hole] = last
    states[Int(last)].movingIndex = Int32(hole)
  }

  mutating func settle() {
    while let page = moving.last { stop(page) }
  }

  @inline(__always)
  mutating func stopGoing(_ page: Int32) {
    guard states[Int(page)].motion == .disappearing else { return }
    states[Int(page)].motion = .calledOff
    going -= 1
  }

  @inline(__always)
  private mutating func startMoving(_ page: Int32) {
    guard states[Int(page)].movingIndex < 0 else { return }
    states[Int(page)].movingIndex = Int32(moving.count)
    moving.append(page)
  }

  private mutating func stopComing(_ page: Int32) {
    let motion = states[Int(page)].motion
    guard motion == .appearing || motion == .covering else { return }
    if motion == .covering { covering -= 1 }
    states[Int(page)].motion = .calledOff
    if let host = host(of: page) { states[host].comingWithin -= 1 }
  }

  /// Whether a page has begun to come, to cover others or in one that does, and has neither come nor begun to go.
  @inline(__always)
  func isOnItsWayToCover(_ page: Int32) -> Bool {
    let state = states[Int(page)]
    return state.motion != .still && state.motion != .disappearing && !state.isAppeared && isToCover(page)
  }

  /// Whether a page on its way in, or what it comes in, is no full page.
  private func isToCover(_ page: Int32) -> Bool {
    var outer = page
    while outer >= 0, states[Int(outer)].isKnown, !states[Int(outer)].isAppeared {
      if states[Int(outer)].presentation != .full { return true }
      outer = states[Int(outer)].container
    }
    return false
  }

  /// Where a page on its way in is counted: at the innermost of its containers that has appeared, else at the outermost one.
  private func host(of page: Int32) -> Int? {
    var outer = states[Int(page)].container
    guard outer >= 0 else { return nil }
    while !states[Int(outer)].isAppeared, states[Int(outer)].container >= 0 { outer = states[Int(outer)].container }
    return Int(outer)
  }

  mutating func handOver(_ page: Int32) {
    let count = states[Int(page)].comingWithin
    guard count > 0, let host = host(of: page) else { return }
    states[Int(page)].comingWithin = 0
    states[host].comingWithin += count
  }

  @inline(__always)
  mutating func enterScreen(_ page: Int32) {
    let index = Int(page)
    states[index].isAppeared = true
    states[index].isRemoved = false
    onScreen.append(index)
    let container = Int(states[index].container)
    if container >= 0 { children.append(index, to: container) }
  }

  mutating func leaveScreen(_ page: Int32) {
    let index = Int(page)
    guard states[index].isAppeared else { return }
    states[index].isAppeared = false
    if states[index].isMarked { isMarkedOnScreen = false }
    onScreen.remove(index)
    children.remove(index)
    handOver(page)
  }

  /// The page that did appear last of those that are on screen with all they stand in.
  mutating func findOnScreen() -> Int? {
    search &+= 1
    var page = onScreen.last()
    while page >= 0 {
      if isOnScreen(index: Int32(page)) { return page }
      noteHidden(Int32(page))
      page = onScreen.previous(before: page)
    }
    return nil
  }

  /// Whether a page and all it stands in have appeared, as far as they are known.
  func isOnScreen(index page: Int32) -> Bool {
    var outer = page
    while outer >= 0, states[Int(outer)].isKnown {
      let state = states[Int(outer)]
      guard state.isAppeared, state.hiddenSearch != search else { return false }
      if state.isMarked, isMarkedOnScreen { return true }
      outer = state.container
    }
    return true
  }

  private mutating func noteHidden(_ page: Int32) {
    var outer = page
    while outer >= 0, states[Int(outer)].isAppeared, states[Int(outer)].hiddenSearch != search {
      states[Int(outer)].hiddenSearch = search
      outer = states[Int(outer)].container
    }
  }
}
