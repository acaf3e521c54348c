// Users, suspensions and clearing.

extension PolicyState {
  /// The user signed out, or a user signed in. Another user's signing in implies that the first one signed out (<doc:QueueOrder#Sign-out>).
  mutating func takeUser(_ stimulus: Event, _ turn: inout Turn) {
    let isAnother = isSignedIn && user != stimulus.name
    let isSignIn = stimulus.kind == .appSignedIn
    knowsUser = true
    isSignedIn = isSignIn
    user = isSignIn ? stimulus.name : .none
    guard configuration.signOut == .clear else { return }
    if !isSignIn || isAnother {
      endAll(.signedOut, &turn) { _ in true }
    } else if liveWithUser > 0 {
      let user = user
      endAll(.signedOut, &turn) { !$0.user.isNone && $0.user != user }
    }
  }

  /// Whether a popup's content was asked for a user, the owner, who is not the one signed in.
  func isOfAnotherUser(_ owner: Symbol) -> Bool {
    guard configuration.signOut == .clear, knowsUser, !owner.isNone else { return false }
    return !isSignedIn || owner != user
  }

  /// Popups of a kind, or all, are held back; with `hides` those on screen, too (<doc:QueueOrder#Suspension-and-clearing>).
  mutating func suspend(_ stimulus: Event, _ turn: inout Turn) {
    guard configuration.gates.contains(.suspend) else { return }
    let kind = stimulus.popupKind
    gates.suspend(kind)
    guard stimulus.flags.contains(.hides) else { return }
    passedOver.removeAll()
    picked.copy(from: occupants)
    for position in picked.indices {
      let index = Int(picked[position])
      guard !states[index].isSystem, kind == nil || kind == states[index].spec.kind else { continue }
      takeOff(index, .preempted, ends: false, &turn)
      if let reason = reasonNotToWait(index, at: turn.now) {
        drop(index, reason, &turn)
      } else {
        turn.queue(states[index].popup, .preempted)
        enqueue(index)
      }
    }
  }

  /// Everything, or everything of a kind, ends (<doc:QueueOrder#Suspension-and-clearing>).
  mutating func clear(_ stimulus: Event, _ turn: inout Turn) {
    let kind = stimulus.popupKind
    if let kind, liveOfKind[Int(kind.rawValue)] == 0 { return }
    endAll(.withdrawn, &turn) { kind == nil || $0.kind == kind }
  }
}
