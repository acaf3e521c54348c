extension PolicyState {
  /// Another state in which everything is the same, for a policy that is copied in the middle of a session.
  ///
  /// What is collected for one decision is empty between turns, but copied all the same.
  ///
  /// - Complexity: O(n) in the number of pages so far, and of popups there were at a time.
  borrowing func copy() -> PolicyState {
    var other = PolicyState(configuration)
    other.states = states.copy()
    other.free = free.copy()
    other.over = over.copy()
    other.indices = indices.copy()
    other.submissions = submissions
    other.submitted = submitted.copy()
    other.pastObjects = pastObjects.copy()
    other.live = live.copy()
    other.liveOfKind = liveOfKind
    other.liveWithUser = liveWithUser
    other.up = up.copy()
    other.occupants = occupants.copy()
    other.boundUp = boundUp
    other.showings = showings
    other.queue = queue.copy()
    other.slotless = slotless.copy()
    other.occupied = occupied
    other.parked = parked.copy()
    other.kept = kept.copy()
    other.returning = returning.copy()
    other.ofInstance = ofInstance.copy()
    other.ofObject = ofObject.copy()
    other.pages = pages.copy()
    other.gates = gates
    other.chains = chains.copy()
    other.keyboard = keyboard
    other.lastFolder = lastFolder
    other.holder = holder
    other.holderEpoch = holderEpoch
    other.needsChoice = needsChoice
    other.hasChangedPages = hasChangedPages
    other.keyOwners = keyOwners.copy()
    other.timerOwners = timerOwners.copy()
    other.fresh = fresh.copy()
    other.passedOver = passedOver.copy()
    other.picked = picked.copy()
    other.knowsUser = knowsUser
    other.isSignedIn = isSignedIn
    other.user = user
    other.shownName = shownName
    other.closedName = closedName
    return other
  }
}
