import PopupScheduling

extension AuditState {
  mutating func submit() {
    let place = event.popup.index
    guard !popups[place].isKnown, event.attributes >= 0, event.spec.index < catalog.specs.count else { return }
    let spec = catalog.specs[event.spec.index]
    let line = self.place(ofSpec: event.spec)
    // Shown before it was submitted: a gap. It is visible in its own scene from now on.
    let wasVisible = popups[place].isVisible
    if wasVisible { leaveVisible(place) }
    popups[place].submit(spec, event, at: now, epoch: epoch)
    popups[place].line = line
    popups[place].scene = lines[Int(line)].scene
    if spec.expires >= .zero {
      expiries.add(
        Deadline(time: now + spec.expires, kind: .expiry, subject: event.popup.rawValue, stamp: 0))
    }
    if !spec.key.isNone { noteKey(place) }
    if !spec.chain.isNone, !spec.kind.isExempt { joinChain(place) }
    if spec.object >= 0 { noteObject(place, spec.object) }
    if wasVisible { enterVisible(place) }
    seatLatest()
    if popups[place].chain >= 0 {
      relist(place)
    } else {
      enlist(place)
      latest = event.popup.rawValue
    }
  }

  /// A popup is about to be shown: settles first what it was until now.
  @inline(__always)
  mutating func prepareToShow(_ place: Int) {
    if popups[place].flags.contains(.left) { endOneWhoLeft(place) }
    if popups[place].isSystem, isShownBySystem(place), popups[place].shown < 0 { becomePlain(place) }
  }

  /// What the operating system shows is nobody's decision: its pages, instance, content, condition and key count for no rule.
  private mutating func becomePlain(_ place: Int) {
    guard popups[place].isLive else { return }
    if !popups[place].key.isNone { forgetKey(place) }
    popups[place].key = .none
    popups[place].keyPlace = -1
    popups[place].pages = .none
    popups[place].instance = .none
    popups[place].flags.subtract([.bound, .hadTwin])
    popups[place].flags.formUnion([.plain, .ready, .allowed])
  }

  mutating func show() {
    let place = event.popup.index
    if !popups[place].isKnown {
      popups[place].scene = scene(numbered: event.scene)
      popups[place].line = self.place(ofLine: event.line)
    }
    if popups[place].isVisible { leaveVisible(place) }
    popups[place].show(event, at: now, clock: foregroundClock)
    if event.page.index >= pages.count { popups[place].shownPage = .none }
    let key = Int(popups[place].keyPlace)
    if key >= 0 {
      keys[key].shownCount += 1
      keys[key].earliestShown = min(keys[key].earliestShown, popups[place].submitted)
    }
    enterVisible(place)
    let line = Int(popups[place].line)
    if !popups[place].isExempt, lines[line].shownInStep < 0 { lines[line].shownInStep = event.popup.rawValue }
    step.presentations.append(AuditStep.Presentation(popup: event.popup.rawValue, shown: event.sequence))
    if popups[place].chain >= 0 { openChain(of: place) }
    relist(place)
  }

  mutating func hide() {
    let place = event.popup.index
    let wasUp = popups[place].isUp || popups[place].flags.contains(.uncertain)
    let reason = event.reason
    if popups[place].isUp {
      popups[place].hide(event.sequence, reason, at: now, clock: foregroundClock)
      let spec = Int(popups[place].spec)
      let exit = spec >= 0 ? catalog.specs[spec].exitLength : .zero
      if exit > .zero {
        popups[place].flags.insert(.leaving)
        popups[place].leavesBy = now + exit + second
        nextExit = min(nextExit, popups[place].leavesBy)
        deadlines.add(
          Deadline(
            time: popups[place].leavesBy, kind: .exitGrace, subject: event.popup.rawValue, stamp: Int64(event.sequence))
        )
      } else {
        leaveVisible(place)
      }
    }
    popups[place].flags.remove(.uncertain)
    switch reason {
    case .preempted:
      if wasUp { popups[place].flags.insert(.limbo) }
    case .pageLeft:
      if popups[place].isLive {
        popups[place].flags.insert(.left)
        step.left.append(event.popup.rawValue)
      }
    default:
      popups[place].flags.insert(.removed)
      switch reason {
      case .dismissed, .auto, .viewLost, .signedOut: die(place, event.sequence)
      default: break
      }
      finish(place, event.sequence)
    }
    relist(place)
  }

  mutating func park() {
    let place = event.popup.index
    guard popups[place].isLive else { return }
    popups[place].flags.subtract([.limbo, .left, .uncertain])
    popups[place].flags.insert(.parked)
    popups[place].parkedPage = event.page.index < pages.count ? event.page : .none
    popups[place].parked = event.sequence
    relist(place)
  }

  /// `popup.restored` and `popup.queued`.
  mutating func requeue() {
    let place = event.popup.index
    guard popups[place].isLive else { return }
    popups[place].flags.subtract([.limbo, .uncertain])
    if event.kind == .popupRestored { popups[place].flags.remove(.parked) }
    relist(place)
  }

  mutating func setCondition() {
    let place = event.popup.index
    guard !popups[place].flags.contains(.plain) else { return }
    if event.flags.contains(.holds) {
      popups[place].flags.insert(.allowed)
    } else {
      popups[place].flags.remove(.allowed)
    }
    popups[place].conditionSequence = event.sequence
    seat(place)
  }

  mutating func change() {
    let place = event.popup.index
    guard popups[place].isKnown else { return }
    if popups[place].isUp { altered.append(event.popup.rawValue) }
    guard event.attributes >= 0, Int(event.attributes) < catalog.changes.count else { return }
    let change = catalog.changes[Int(event.attributes)]
    if let level = change.level { popups[place].level = level }
    if let pages = change.pages, !popups[place].flags.contains(.plain) {
      popups[place].pages = pages
      popups[place].flags.insert(.altered)
      if pages.isNone && popups[place].instance.isNone {
        popups[place].flags.remove(.bound)
      } else {
        popups[place].flags.insert(.bound)
      }
    }
    if let expires = change.expires {
      popups[place].expiresAt = expires >= .zero ? popups[place].submittedAt + expires : .distantFuture
      expiries.add(
        Deadline(time: popups[place].expiresAt, kind: .expiry, subject: event.popup.rawValue, stamp: 0))
    }
    seat(place)
  }

  mutating func applyContent() {
    let place = event.popup.index
    guard !popups[place].flags.contains(.plain) else { return }
    switch event.kind {
    case .contentLoaded: popups[place].flags.insert(.ready)
    case .contentCancelled: popups[place].flags.remove(.ready)
    default:
      popups[place].flags.remove(.ready)
      popups[place].flags.insert(.contentFailed)
      finish(place, event.sequence)
    }
    relist(place)
  }
}
