import PopupScheduling

/// Which popups a user sees in the recording, or in one run, as decisions tell, and for how long (<doc:CausalReplay#Dwell>).
struct Visibility: ~Copyable, Replaceable {
  private(set) var views = OwnedArray<PopupView>()
  private(set) var up = OwnedArray<PopupID>()
  /// Whether the app is in the background, where visible time stands still.
  private(set) var isBackground = false
  /// When the app last went to the background, and how long it had been there before.
  private var leftAt = Ticks.zero
  private var awayBefore = Ticks.zero
  private var epoch: Int32 = 0
  private(set) var locks = 0
  /// When input was last locked no more, and the same on the clock that stands still in the background.
  private var unlockedAt = Ticks(-1)
  private var unlockedAtSeen = Ticks(-1)
  /// For every scene, a number that stands for the set of non-exempt popups that are up in it.
  private(set) var audiences = OwnedArray<UInt64>()
  /// For every scene, since when one of them has been up without a break, and when the last one went.
  private var occupations = OwnedArray<Occupation>()
  private let byAddress = ByAddress()

  struct Occupation {
    var since = Ticks.zero
    var endedAt = Ticks(-1)
  }

  struct PopupView {
    /// How long it has been visible up to ``since``, over all presentations.
    var seenBefore = Ticks.zero
    /// Since when it has been visible without a break, on the clock that stands still in the background; meaningful while it is up.
    var since = Ticks.zero
    /// How long it had been visible when its user could last have answered it, as far as that is noted: where a lock began, or it was hidden.
    var answerable = Ticks.zero
    /// How long it had been visible when input was first locked under it, and when it no longer was; negative where that has not been.
    var lockedFrom = Ticks(-1)
    var lockedUntil = Ticks(-1)
    /// The times and the sequence numbers of the last `popup.shown` and `popup.hidden`; the numbers are negative before the first.
    var shownTime = Ticks.zero
    var hiddenTime = Ticks.zero
    var shown: Int32 = -1
    var hidden: Int32 = -1
    /// The generation of the last presentation, and of the last that was hidden.
    var generation: Int32 = 0
    var hiddenGeneration: Int32 = 0
    var epoch: Int32 = 0
    var index: Int32 = -1

    var isUp: Bool { index >= 0 }
  }

  mutating func begin(popups: Int, scenes: Int) {
    removeAll()
    views.append(repeating: PopupView(), count: popups)
    audiences.append(repeating: 0, count: scenes)
    occupations.append(repeating: Occupation(), count: scenes)
  }

  mutating func copy(from other: borrowing Visibility) {
    views.copy(from: other.views)
    up.copy(from: other.up)
    isBackground = other.isBackground
    leftAt = other.leftAt
    awayBefore = other.awayBefore
    epoch = other.epoch
    locks = other.locks
    unlockedAt = other.unlockedAt
    unlockedAtSeen = other.unlockedAtSeen
    audiences.copy(from: other.audiences)
    occupations.copy(from: other.occupations)
  }

  func seen(_ popup: PopupID, at now: Ticks) -> Ticks {
    let before = views[popup.index].seenBefore
    return views[popup.index].isUp ? before + (foreground(now) - views[popup.index].since) : before
  }

  mutating func show(_ decision: Event, _ traits: PopupTraits) {
    let now = decision.time
    let popup = decision.popup.index
    let wasUp = views[popup].isUp
    if wasUp {
      settle(decision.popup, at: now)
    } else {
      views[popup].index = Int32(truncatingIfNeeded: up.count)
      up.append(decision.popup)
      if !traits.isExempt {
        // Where one comes as the other goes, nobody saw the page between them.
        if audiences[traits.scene] == 0, occupations[traits.scene].endedAt < now {
          occupations[traits.scene].since = now
        }
        audiences[traits.scene] &+= spread(decision.popup.rawValue)
      }
    }
    views[popup].since = foreground(now)
    if !wasUp { noteLocked(decision.popup, at: now) }
    views[popup].shown = decision.sequence
    views[popup].shownTime = now
    views[popup].generation = decision.generation
    views[popup].epoch &+= 1
  }

  mutating func hide(_ decision: Event, _ traits: PopupTraits) {
    let popup = decision.popup.index
    views[popup].hidden = decision.sequence
    views[popup].hiddenTime = decision.time
    views[popup].hiddenGeneration = decision.generation
    views[popup].epoch &+= 1
    guard views[popup].isUp else { return }
    noteUnlocked(decision.popup, at: decision.time)
    settle(decision.popup, at: decision.time)
    let index = views[popup].index
    if let last = up.popLast(), last != decision.popup {
      up[Int(index)] = last
      views[last.index].index = index
    }
    views[popup].index = -1
    guard !traits.isExempt else { return }
    audiences[traits.scene] &-= spread(decision.popup.rawValue)
    if audiences[traits.scene] == 0 { occupations[traits.scene].endedAt = decision.time }
  }

  mutating func enterBackground(at now: Ticks) {
    guard !isBackground else { return }
    leftAt = now
    epoch &+= 1
    isBackground = true
  }

  mutating func enterForeground(at now: Ticks) {
    guard isBackground else { return }
    isBackground = false
    awayBefore += now - leftAt
    epoch &+= 1
  }

  /// A number whose change makes plans about a popup's visible time void: it changes at shown, hidden, background and foreground.
  func mark(of popup: PopupID) -> Int32 { views[popup.index].epoch &+ epoch }

  func isUnderWay(_ stay: ScheduledEvent.Stay) -> Bool { mark(of: stay.popup) == stay.mark }

  /// How long the app has been in the foreground: the clock of visible time, by which ``PopupView/since`` counts.
  func foreground(_ now: Ticks) -> Ticks { (isBackground ? leftAt : now) - awayBefore }

  mutating func lock(at now: Ticks) {
    let isFirst = locks == 0
    if isFirst { for index in up.indices { noteAnswerable(up[index], at: foreground(now)) } }
    locks += 1
    if isFirst { for index in up.indices { noteLocked(up[index], at: now) } }
  }

  mutating func unlock(at now: Ticks) {
    if locks == 1 {
      for index in up.indices { noteUnlocked(up[index], at: now) }
      unlockedAt = now
      unlockedAtSeen = foreground(now)
    }
    locks = max(0, locks - 1)
  }

  /// Input is locked under a popup for the first time.
  private mutating func noteLocked(_ popup: PopupID, at now: Ticks) {
    if locks > 0, views[popup.index].lockedUntil < .zero { views[popup.index].lockedFrom = seen(popup, at: now) }
  }

  /// The same is over, unless it had no length.
  private mutating func noteUnlocked(_ popup: PopupID, at now: Ticks) {
    let view = views[popup.index]
    guard locks > 0, view.lockedFrom >= .zero, view.lockedUntil < .zero else { return }
    if seen(popup, at: now) > view.lockedFrom { views[popup.index].lockedUntil = seen(popup, at: now) }
  }

  /// For how much visible time a user's act of this instant may have waited for a lock; 0 unless one ends just then (<doc:CausalReplay#Input-lock>).
  func heldByLock(_ popup: PopupID, at now: Ticks) -> Ticks {
    locks == 0 && unlockedAt == now ? seen(popup, at: now) - answerable(popup, at: now) : .zero
  }

  /// How long a popup had been visible, over all its presentations, when it was last up while nothing kept its user from answering.
  func answerable(_ popup: PopupID, at now: Ticks) -> Ticks {
    isAnswerable(popup, at: foreground(now)) ? seen(popup, at: now) : views[popup.index].answerable
  }

  /// Whether a popup's user could have answered just before an instant of the foreground.
  private func isAnswerable(_ popup: PopupID, at instant: Ticks) -> Bool {
    locks == 0 && views[popup.index].isUp && max(views[popup.index].since, unlockedAtSeen) < instant
  }

  private mutating func noteAnswerable(_ popup: PopupID, at instant: Ticks) {
    guard isAnswerable(popup, at: instant) else { return }
    views[popup.index].answerable = views[popup.index].seenBefore + (instant - views[popup.index].since)
  }

  private mutating func settle(_ popup: PopupID, at now: Ticks) {
    let instant = foreground(now)
    noteAnswerable(popup, at: instant)
    views[popup.index].seenBefore += instant - views[popup.index].since
  }

  /// How popups of a scene may have kept their user from a visit that begins at this instant.
  func kept(_ scene: Int, at now: Ticks) -> KeptVisit {
    let occupation = occupations[scene]
    guard audiences[scene] == 0, occupation.endedAt >= .zero else { return .none }
    return KeptVisit(length: now - occupation.since, pause: now - occupation.endedAt)
  }

  /// The same of a visit that the recording ended too early for at this instant, popups that are still up included.
  func keptAtEnd(_ scene: Int, at end: Ticks) -> KeptVisit {
    audiences[scene] == 0 ? kept(scene, at: end) : KeptVisit(length: end - occupations[scene].since)
  }
}

/// How popups may have kept a user from a visit (<doc:CausalReplay#Visits-that-wait>).
struct KeptVisit {
  /// For how long one had been up, without a break, before the visit began: so much sooner the user may have wanted it.
  var length: Ticks
  /// How long the last of them had been gone by then.
  var pause = Ticks.zero

  static var none: KeptVisit { KeptVisit(length: .zero, pause: .distantFuture) }
}
