package import PopAudit
package import PopTrace
import PopupScheduling

/// Tells what became of a popup in one run.
package struct Storyteller {
  private let run: Session
  private let words: EventDescriber
  private let obstacles: ObstacleWords
  private let life: PopupLife

  /// Takes a run and a life in it.
  package init(_ life: PopupLife, in run: Session) {
    self.run = run
    self.life = life
    words = EventDescriber(log: run.log, catalog: run.catalog, tick: run.header.tick)
    obstacles = ObstacleWords(words)
  }

  /// Its story.
  package func story(policy: String, isRecorded: Bool) -> Explanation.Story {
    var story = Explanation.Story(
      policy: policy, isRecorded: isRecorded, outcome: outcome, wasShown: life.wasShown)
    story.lines = prelude + life.moments.map { line(of: $0) } + ending
    story.why = why
    story.reason = ObstacleWords.reason(of: life.ending)
    return story
  }

  /// What it asks for: `campaign, level 8, condition false`.
  package var attributes: String {
    guard !life.spec.isNone else { return "" }
    let spec = words.spec(life.spec)
    var parts = [spec.kind.wireName]
    if spec.level != 0 { parts.append("level \(spec.level)") }
    parts.append(spec.isBound ? "for " + boundTo(spec) : "any page")
    if spec.keepAlive { parts.append("keepAlive") }
    if !spec.condition { parts.append("condition false") }
    if !spec.chain.isNone { parts.append("chain \(words.text(spec.chain))") }
    if !spec.key.isNone { parts.append("key \(words.text(spec.key))") }
    return parts.joined(separator: ", ")
  }

  private func boundTo(_ spec: PopupSpec) -> String {
    var parts: [String] = []
    if !spec.pages.isNone { parts.append(words.texts(spec.pages)) }
    if !spec.instance.isNone { parts.append("\(words.page(spec.instance)) only") }
    return parts.joined(separator: " on ")
  }

  // MARK: - What it came to

  private var outcome: String {
    guard let outcome = life.outcome, !life.spec.isNone else { return "was never submitted" }
    guard let first = outcome.shown.first else {
      return outcome.end.isOver ? "never came: dropped, \(outcome.end.reason.wireName)" : "never came"
    }
    let wait =
      outcome.waited.map { $0 > .zero ? "after \(seconds($0))" : "at once" } ?? "at \(words.time(first.from).grouped)"
    let times = outcome.shown.count == 1 ? "" : ", \(outcome.shown.count) times in all"
    let place = first.page.isNone ? "" : " on \(words.page(first.page))"
    return "came \(wait)\(place)\(times), and \(end(of: outcome))"
  }

  private func end(of outcome: RunOutcome) -> String {
    switch outcome.end.state {
    case .visible: "was still up at the end"
    case .waiting, .loading: "waited again at the end"
    case .parked: "was kept for its page at the end"
    case .ended: Self.ended(outcome.end.reason)
    case .dropped: "was then dropped: \(outcome.end.reason.wireName)"
    }
  }

  private static func ended(_ reason: Reason) -> String {
    switch reason {
    case .dismissed: "was dismissed"
    case .pageLeft: "went with its page"
    case .preempted: "made way for a more urgent one"
    case .signedOut: "went with the sign-out"
    case .withdrawn: "was withdrawn"
    case .auto: "went by itself"
    case .viewLost: "lost its view"
    default: "was hidden: \(reason.wireName)"
    }
  }

  // MARK: - Line by line

  /// Who was there first, where somebody was.
  private var prelude: [Explanation.Line] {
    guard let first = life.moments.first, let obstacle = first.obstacles.first, obstacle.kind == .slot,
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

  private func line(of moment: PopupLife.Moment) -> Explanation.Line {
    let told = moment.own.filter { $0.kind != .popupQueued || $0.reason == .preempted }
    var parts = told.map { text(of: $0) }
    if parts.isEmpty { parts = [TurnWords(words).text(of: moment.root, in: run)] }
    if !moment.outlivedPage.isNone, let holder = moment.obstacles.first {
      parts.append("\(words.popup(holder.popup)) is bound to no page and stays")
    } else if !moment.isUp, !moment.isOver {
      let isFirst = moment.own.contains { $0.kind == .popupSubmitted }
      let verb = isFirst ? "waits" : "still waits"
      if let obstacle = moment.obstacles.first {
        parts.append("\(verb): \(obstacles.wait(for: obstacle))")
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

  private var ending: [Explanation.Line] {
    guard let last = life.moments.last, !last.isOver else { return [] }
    let time = words.time(life.end)
    let isKilled = !run.isScenario && run.header.ended == nil
    var text = isKilled ? "killed" : "end"
    if last.isUp {
      text += ": still up"
    } else if let obstacle = last.obstacles.first, obstacle.kind == .slot,
      let shown = event(obstacle.event)
    {
      text += ": \(words.popup(obstacle.popup)) up for \(seconds(life.end - shown.time))"
      text += ", \(counted(life.waitingAtEnd, "popup")) waiting"
    } else {
      text += ": still waits" + (last.obstacles.first.map { ": \(obstacles.wait(for: $0))" } ?? "")
    }
    return [Explanation.Line(time: time, event: nil, text)]
  }

  // MARK: - Why

  private var why: [String] {
    if life.spec.isNone { return ["This run has no submission of it."] }
    let summary = waitSummary
    switch life.ending {
    case .shown:
      let waited = summary.isEmpty ? "Nothing was in its way." : "It waited \(summary)."
      guard let end = life.outcome?.end, end.state == .dropped else { return [waited] }
      return [waited, Self.dropped(end.reason)]
    case .notSubmitted: return ["This run has no submission of it."]
    case .waiting:
      return [lastWords].compactMap { $0 } + (summary.isEmpty ? [] : ["It waited \(summary)."])
    case .dropped(let reason, _):
      return [Self.dropped(reason)] + (summary.isEmpty ? [] : ["Before that it waited \(summary)."])
    }
  }

  private var lastWords: String? {
    guard let obstacle = life.lastObstacle else {
      return "Nothing that is known was in its way at the end: its policy has a reason of its own."
    }
    guard obstacle.kind == .slot else {
      return
        "At the end it waited for \(ObstacleWords.noun(obstacle.kind)): \(ObstacleWords.reason(of: .waiting(obstacle.kind)))."
    }
    let holder = words.popup(obstacle.popup)
    let isDismissed = run.log.events.contains {
      $0.popup == obstacle.popup && ($0.kind == .popupDismissed || $0.kind == .popupWithdrawn)
    }
    return isDismissed ? "\(holder) was still up at the end." : "\(holder) was never dismissed."
  }

  /// `50.3 s: 48.0 s for the slot (Discard changes? #2), 2.3 s for its page`; empty where it did not wait.
  private var waitSummary: String {
    var kinds: [(kind: Obstacle.Kind, length: Ticks, holders: [PopupID])] = []
    for wait in life.waits where wait.length > .zero {
      let place = kinds.firstIndex { $0.kind == wait.obstacle.kind } ?? kinds.count
      if place == kinds.count { kinds.append((wait.obstacle.kind, .zero, [])) }
      kinds[place].length += wait.length
      if !wait.obstacle.popup.isNone { kinds[place].holders.append(wait.obstacle.popup) }
    }
    guard !kinds.isEmpty else { return "" }
    let total = kinds.reduce(Ticks.zero) { $0 + $1.length }
    let parts = kinds.map { entry in
      seconds(entry.length) + " for " + ObstacleWords.noun(entry.kind)
        + Self.holders(entry.holders.map { words.popup($0) })
    }
    return kinds.count == 1 ? parts[0] : "\(seconds(total)): " + parts.joined(separator: ", ")
  }

  private static func holders(_ names: [String]) -> String {
    guard !names.isEmpty else { return "" }
    let shown = names.prefix(3).joined(separator: ", ")
    return " (\(shown)" + (names.count > 3 ? " and \(names.count - 3) more)" : ")")
  }

  private static func dropped(_ reason: Reason) -> String {
    switch reason {
    case .expired: "It expired before it could be shown."
    case .duplicate: "Another popup with its key was there."
    case .barred: "Its turn came while its condition did not hold, and it does not wait for that."
    case .pageRemoved: "The page it belongs to was removed."
    case .pageLeft: "The page it belongs to was left."
    case .signedOut: "The user signed out."
    case .withdrawn: "The app withdrew it."
    case .contentFailed: "Its content failed."
    case .viewLost: "Its view was taken away."
    case .preempted: "A more urgent one came."
    default: "It was dropped: \(reason.wireName)."
    }
  }

  private func event(_ sequence: Int32) -> Event? {
    run.log.events.index(ofSequence: sequence).map { run.log.events[$0] }
  }

  /// `56.0 s`, or `350 ms` where that says more.
  private func seconds(_ length: Ticks) -> String { Duration.text(words.time(length)) }
}

/// Lengths for people.
private enum Duration {
  static func text(_ length: Milliseconds) -> String {
    let microseconds = length.microseconds
    guard microseconds >= 1_000_000 else { return "\(length.grouped) ms" }
    let tenths = (microseconds + 50_000) / 100_000
    return "\(grouping(tenths / 10)).\(tenths % 10) s"
  }
}
