import PopupScheduling

// What a popup's own events say of it. Each takes the popup once, so that its address is worked out and checked once.
extension AuditedPopup {
  /// It was submitted. Where it was shown before, by mistake or after a gap, that stays.
  @inline(__always)
  mutating func submit(_ spec: PopupSpec, _ event: Event, at time: Ticks, epoch: Int32) {
    var flags = self.flags.intersection([.named, .up, .leaving])
    flags.insert(.known)
    if spec.kind.isExempt { flags.insert(.exempt) }
    if spec.kind == .system { flags.insert(.system) }
    if spec.kind.isHeldByTyping { flags.insert(.heldByTyping) }
    if spec.isBound { flags.insert(.bound) }
    if spec.keepAlive { flags.insert(.keepAlive) }
    if spec.content == .ready { flags.insert(.ready) }
    if spec.condition { flags.insert(.allowed) }
    self.flags = flags
    kind = spec.kind
    self.spec = event.attributes
    level = spec.level
    isNext = spec.next
    pages = spec.pages
    instance = spec.instance
    key = spec.key
    submittedAt = time
    submitted = event.sequence
    conditionSequence = event.sequence
    self.epoch = epoch
    if spec.expires >= .zero { expiresAt = time + spec.expires }
  }

  /// A presentation begins; one that is under way ends with it.
  ///
  /// - Parameter clock: The time the app has spent in the foreground.
  @inline(__always)
  mutating func show(_ event: Event, at time: Ticks, clock: Ticks) {
    var flags = self.flags
    if flags.contains(.up) { visibleBefore = visibleBefore + (clock - shownClock) }
    let isSecond = flags.contains(.up)
    let cameFromParking = shownSequence >= 0 && parked > shownSequence && hiddenReason == .pageLeft
    flags.subtract([.leaving, .parked, .limbo, .left, .uncertain, .cameFromParking, .shownTwice])
    flags.insert(.up)
    if isSecond { flags.insert(.shownTwice) }
    if cameFromParking { flags.insert(.cameFromParking) }
    self.flags = flags
    generation = event.generation
    shownSequence = event.sequence
    shownAt = time
    shownPage = event.page
    shownClock = clock
  }

  /// The presentation under way ends.
  ///
  /// - Parameter clock: The time the app has spent in the foreground.
  @inline(__always)
  mutating func hide(_ sequence: Int32, _ reason: Reason, at time: Ticks, clock: Ticks) {
    visibleBefore = visibleBefore + (clock - shownClock)
    hiddenSequence = sequence
    hiddenAt = time
    hiddenReason = reason
    flags.remove(.up)
  }
}
