/// The chains of one scheduler: sequences of popups that nothing else may interrupt (semantics C23).
///
/// The members' own links are in ``PopupState``; here is where each chain begins and ends, by the symbol of its name.
struct ChainTable {
  private struct Chain {
    var first = PopupID.none
    var last = PopupID.none
    var isOpen = false
  }

  private var chains: [Chain] = []
  /// The chains of which a member was shown and that have not ended, in the order in which they were opened.
  private(set) var open: [Symbol] = []

  mutating func reset() {
    chains.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
  }

  /// The earliest submitted member that has not ended.
  func next(of chain: Symbol) -> PopupID { chain.index < chains.count ? chains[chain.index].first : .none }

  /// Adds a member behind the others.
  mutating func join(_ popup: PopupID, _ states: inout [PopupState]) {
    let chain = states[popup.index].spec.chain.index
    while chains.count <= chain { chains.append(Chain()) }
    let last = chains[chain].last
    states[popup.index].chainPrevious = last
    states[popup.index].chainNext = .none
    if last.isNone { chains[chain].first = popup } else { states[last.index].chainNext = popup }
    chains[chain].last = popup
  }

  /// Takes a member out that has ended.
  mutating func leave(_ popup: PopupID, _ states: inout [PopupState]) {
    let chain = states[popup.index].spec.chain.index
    let previous = states[popup.index].chainPrevious
    let next = states[popup.index].chainNext
    if previous.isNone { chains[chain].first = next } else { states[previous.index].chainNext = next }
    if next.isNone { chains[chain].last = previous } else { states[next.index].chainPrevious = previous }
  }

  /// A member was shown.
  mutating func open(_ chain: Symbol) {
    guard !chains[chain.index].isOpen else { return }
    chains[chain.index].isOpen = true
    open.append(chain)
  }

  /// Ends the chains that a turn left without an unfinished member.
  mutating func endFinished() {
    var index = 0
    while index < open.count {
      let chain = open[index].index
      if chains[chain].first.isNone {
        chains[chain].isOpen = false
        open.remove(at: index)
      } else {
        index += 1
      }
    }
  }
}
