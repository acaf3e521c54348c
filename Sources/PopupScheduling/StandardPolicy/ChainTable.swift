/// The chains of one scheduler: sequences of popups that nothing else may interrupt (<doc:QueueOrder#Chains>).
/// A chain goes by its index here, a member by that of its popup.
struct ChainTable: ~Copyable, Replaceable {
  struct Chain {
    var isOpen = false
    var visible: Int32 = 0
  }

  private var indices = IndexByNumber()
  private var chains = OwnedArray<Chain>()
  private var members = IndexLists()
  /// The chains that have no unfinished member for now; they end with the turn unless another member joins.
  private var finished = OwnedArray<Int32>()
  /// The chains of which a member was shown and that have not ended, in the order in which they were opened.
  private(set) var open = OwnedArray<Int32>()
  private(set) var isChanged = false

  mutating func copy(from other: borrowing ChainTable) {
    indices.copy(from: other.indices)
    chains.copy(from: other.chains)
    members.copy(from: other.members)
    finished.copy(from: other.finished)
    open.copy(from: other.open)
    isChanged = other.isChanged
  }

  mutating func noteChange() { isChanged = true }
  mutating func noteLookedAt() { isChanged = false }
  func next(of chain: Int32) -> Int { members.first(of: Int(chain)) }
  var hasFinished: Bool { !finished.isEmpty }
  func isVisible(_ chain: Int32) -> Bool { chains[Int(chain)].visible > 0 }

  /// Adds a member behind the others, and says the chain's index.
  mutating func join(_ index: Int, _ name: Symbol) -> Int32 {
    var chain = indices[name.index]
    if chain < 0 {
      chain = Int32(chains.count)
      chains.append(Chain())
      indices[name.index] = chain
    }
    members.append(index, to: Int(chain))
    isChanged = true
    return chain
  }

  mutating func leave(_ index: Int, _ chain: Int32) {
    members.remove(index)
    isChanged = true
    if members.first(of: Int(chain)) < 0, chains[Int(chain)].isOpen { finished.append(chain) }
  }

  mutating func show(_ chain: Int32) {
    isChanged = true
    chains[Int(chain)].visible += 1
    guard !chains[Int(chain)].isOpen else { return }
    chains[Int(chain)].isOpen = true
    open.append(chain)
  }

  mutating func leaveScreen(_ chain: Int32) {
    isChanged = true
    chains[Int(chain)].visible -= 1
  }

  mutating func endFinished() {
    guard hasFinished else { return }
    for index in finished.indices {
      let chain = finished[index]
      guard members.first(of: Int(chain)) < 0, chains[Int(chain)].isOpen else { continue }
      chains[Int(chain)].isOpen = false
      if let position = open.firstIndex(where: { $0 == chain }) { open.remove(at: position) }
    }
    finished.removeAll()
    isChanged = true
  }
}
