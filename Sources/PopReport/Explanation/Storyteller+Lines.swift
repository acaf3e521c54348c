import PopAudit
import PopDocument
import PopTrace
import PopupScheduling

extension Explanation.Storyteller {
  /// Who was there first, where somebody was.
  var prelude: [Explanation.Line] {
    guard let first = history.moments.first, let obstacle = first.obstacles.first, obstacle.kind == .slot,
      obstacle.event >= 0, let event = event(obstacle.event), event.time < first.time
    else { return [] }
    return [
      Explanation.Line(
        time: words.time(event.time), event: event.sequence,
        "\(words.popup(event.popup)) (\(brief(event.popup))) shown, takes the slot")
    ]
  }

  private func brief(_ popup: PopupID) -> String {
    guard let spec = words.spec(of: popup) else { return "never submitted" }
    return spec.kind.wireName + ", " + (spec.isBound ? "for " + boundTo(spec) : "any page")
  }

  func line(of moment: PopupHistory.Moment) -> Explanation.Line {
    let told = moment.own.filter { $0.kind != .popupQueued || $0.reason == .preempted }
    var parts = told.map { text(of: $0) }
    if parts.isEmpty { parts = [turn(moment.root)] }
    if !moment.outlivedPage.isNone, let holder = moment.obstacles.first {
      parts.append("\(words.popup(holder.popup)) is bound to no page and stays")
    } else if !moment.isUp, !moment.isOver {
      let isFirst = moment.own.contains { $0.kind == .popupSubmitted }
      let verb = isFirst ? "waits" : "still waits"
      if let obstacle = moment.obstacles.first {
        parts.append("\(verb): \(wait(for: obstacle))")
      } else if told.isEmpty {
        parts.append("nothing is in its way any more")
      }
    }
    return Explanation.Line(
      time: words.time(moment.time), event: (moment.own.first ?? moment.root).sequence,
      parts.joined(separator: "; "))
  }

  private func text(of event: Event) -> String {
    switch event.kind {
    case .popupSubmitted: "\(words.popup(event.popup)) submitted"
    case .popupShown:
      "shown" + (event.flags.contains(.restored) ? " again" : "")
        + (event.page.isNone ? "" : " on \(words.page(event.page))")
    case .popupHidden: "hidden: \(event.reason.wireName)"
    case .popupParked: "kept for \(words.page(event.page))"
    case .popupRestored: "back in the queue"
    case .popupDropped: "dropped: \(event.reason.wireName)"
    case .popupQueued: "back in the queue"
    case .popupDismissed: "dismissed by \(event.act.wireName)"
    case .popupTapped: "tapped" + (event.name.isNone ? "" : ": \(words.text(event.name))")
    case .popupWithdrawn: "withdrawn by the app"
    case .popupViewLost: "its view is taken away"
    case .popupCondition: event.flags.contains(.holds) ? "its condition holds" : "its condition does not hold any more"
    case .popupChanged: "changed" + (words.change(of: event).map { ": \($0)" } ?? "")
    case .contentRequested: "its content is asked for"
    case .contentLoaded: "its content is there"
    case .contentFailed: "its content failed"
    case .contentCancelled: "its content is not wanted any more"
    default: event.kind.wireName
    }
  }

  /// How the run left it; empty where it was over before.
  var ending: [Explanation.Line] {
    guard let last = history.moments.last, !last.isOver else { return [] }
    let time = words.time(history.end)
    let isKilled = !run.isScenario && run.header.ended == nil
    var text = isOpen ? "hole in the recording" : isKilled ? "killed" : "end"
    if last.isUp {
      text += ": still up"
    } else if let obstacle = last.obstacles.first, obstacle.kind == .slot,
      let shown = event(obstacle.event)
    {
      text += ": \(words.popup(obstacle.popup)) up for \(seconds(history.end - shown.time))"
      text += ", \(counted(history.waitingAtEnd, "popup")) waiting"
    } else {
      text += ": still waits" + (last.obstacles.first.map { ": \(wait(for: $0))" } ?? "")
    }
    return [Explanation.Line(time: time, event: nil, text)]
  }

  private func turn(_ event: Event) -> String {
    switch event.kind {
    case .pageWillAppear: "\(words.page(event.page)) comes"
    case .pageDidAppear: "\(words.page(event.page)) is there"
    case .pageWillDisappear: "\(words.page(event.page)) goes"
    case .pageDidDisappear: "\(words.page(event.page)) is gone"
    case .pageRemoved: "\(words.page(event.page)) removed"
    case .popupSubmitted: "\(words.popup(event.popup)) submitted"
    case .popupDismissed: "\(words.popup(event.popup)) dismissed by \(event.act.wireName)"
    case .popupWithdrawn: "\(words.popup(event.popup)) withdrawn"
    case .popupViewLost: "\(words.popup(event.popup)) lost its view"
    case .animationFinished: "\(words.popup(event.popup)) has finished its animation"
    case .contentLoaded: "the content of \(words.popup(event.popup)) is there"
    case .contentFailed: "the content of \(words.popup(event.popup)) failed"
    case .appSignedOut: "the user signed out"
    case .appSignedIn: "a user signed in"
    case .appBackground: "the app goes to the background"
    case .appForeground: "the app is back"
    case .scrollBegan: "the user begins to scroll"
    case .scrollEnded: "the user has scrolled"
    case .editBegan: "the user begins to type"
    case .editEnded: "the user has typed"
    case .schedulerSuspended: "the scheduler is suspended"
    case .schedulerResumed: "the scheduler is resumed"
    case .timerFired: "a timer fired"
    default:
      ([event.kind.wireName] + [words.detail(of: event, in: run.log)]).filter { !$0.isEmpty }.joined(separator: " ")
    }
  }
}
