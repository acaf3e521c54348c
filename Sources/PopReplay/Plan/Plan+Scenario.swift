import PopTrace
import PopupScheduling

// Compiling a scenario.

extension Plan {
  mutating func compileScenario(_ session: borrowing Session) {
    for index in 0..<count {
      let event = events[index]
      let number = Int32(truncatingIfNeeded: items.count)
      items.append(PlannedStimulus(index: index))
      if let anchor = session.anchors[index] {
        items[Int(number)].trigger = .anchor
        if anchor.every { items[Int(number)].traits.insert(.repeats) }
        anchors.append(PlannedAnchor(anchor, item: number, stimulus: event))
      } else {
        calendar.append(number)
      }
      if !event.page.isNone, event.kind.isAboutPage, introductions[event.page.index] < 0 {
        introductions[event.page.index] = number
      }
      if !event.popup.isNone { takeLine(event, number) }
      if event.kind == .backPressed { items[Int(number)].traits.insert(.usersAct) }
    }
    linkAnchors()
    // Lines need not stand in order of time; those of one time happen in the order of the file.
    var order = calendar.indices.map { index in
      let line = items[Int(calendar[index])].index
      return (time: events[Int(line)].time, line: line, item: calendar[index])
    }
    order.sort { ($0.time, $0.line) < ($1.time, $1.line) }
    for index in calendar.indices { calendar[index] = order[index].item }
  }

  /// Hangs every anchor on the popup it waits for, those of one popup in the order of the file.
  private mutating func linkAnchors() {
    for index in anchors.indices.reversed() {
      let popup = anchors[index].pattern.popup
      if anchors[index].isAboutOnePopup, !popup.isNone, popup.index < popups.count {
        anchors[index].next = popups[popup.index].firstAnchor
        popups[popup.index].firstAnchor = Int32(truncatingIfNeeded: index)
      } else {
        let kind = Int(anchors[index].pattern.kind.rawValue)
        while looseAnchors.count <= kind { looseAnchors.append(-1) }
        anchors[index].next = looseAnchors[kind]
        looseAnchors[kind] = Int32(truncatingIfNeeded: index)
      }
    }
  }

  private mutating func takeLine(_ event: Event, _ number: Int32) {
    let popup = event.popup.index
    switch event.kind {
    case .popupSubmitted: if popups[popup].submission < 0 { popups[popup].submission = number }
    case .popupDismissed where event.act.isUsers:
      items[Int(number)].traits.formUnion([.usersAct, .needsPopupUp, .dismissal])
      popups[popup].dismissals += 1
    case .popupTapped: items[Int(number)].traits.formUnion([.usersAct, .needsPopupUp])
    case .popupViewLost: items[Int(number)].traits.insert(.needsPopupUp)
    case .contentLoaded, .contentFailed: popups[popup].hasLooseAnswer = true
    case .animationFinished, .animationLost: replaceAnimation(event, number)
    default: break
    }
  }

  /// A line written by hand stands in place of the animation's end that would be generated (<doc:CausalReplay#Animations>).
  private mutating func replaceAnimation(_ event: Event, _ number: Int32) {
    if event.kind == .animationLost, event.generation == 0 {
      if event.phase == .show {
        popups[event.popup.index].losesShow = true
      } else {
        popups[event.popup.index].losesHide = true
      }
      return
    }
    var decision = event
    decision.time = .zero
    openAnimation(event.phase, of: decision)
    animations[animations.count - 1].item = number
    animations[animations.count - 1].isOpen = false
  }
}
