import PopDocument
package import PopTrace
package import PopupScheduling

/// A session as things that last, side by side on one time axis: who had the slot, what each popup and page was doing, which gates were closed.
///
/// Every event of the session stands on one track as well: on that of its popup, else of its page, else of the app.
package struct SessionTracks: Sendable {
  package private(set) var tracks: [Track] = []

  package enum Group: Int, CaseIterable, Sendable {
    case slot, popups, pages, gates, chrome, app

    package var title: String {
      switch self {
      case .slot: "Slot"
      case .popups: "Popups"
      case .pages: "Pages"
      case .gates: "Gates"
      case .chrome: "Input, keyboard, cover"
      case .app: "App"
      }
    }
  }

  package struct Track: Sendable {
    package var group: Group
    package var name: String
    /// What others like it are called, too: a page's class, a popup's name; empty for anything else.
    package var kindName = ""
    /// The name of the page that a page is a part of, as of a tab bar; empty where it is part of none.
    package var container = ""
    package var scene = 0
    package var level: Int?
    /// Its states, in order; none begins before the one in front of it is over.
    package internal(set) var slices: [Slice] = []
    /// The events that stand on it, by their index in the session.
    package internal(set) var events: [Int] = []
  }

  package enum State: String, CaseIterable, Sendable {
    case comes, on, goes
    /// A popup that waits, waits for its content, is kept for a page, is up, or leaves.
    case waits, content, kept, shown, leaves
    case held
    /// A gate or another thing that is closed, locked, or folded away.
    case closed
  }

  package struct Slice: Hashable, Sendable {
    package var state: State
    /// What it is: `shown on HomePage #1`.
    package var name: String
    package var from: Ticks
    /// When it ends; nil where the session ends before it does.
    package var until: Ticks?
  }

  package init(_ session: Session) {
    var reading = TrackReading(session)
    for index in session.events.indices { reading.take(session.events[index], at: index) }
    tracks = reading.tracks.enumerated()
      .sorted { ($0.element.group.rawValue, $0.offset) < ($1.element.group.rawValue, $1.offset) }
      .map(\.element)
  }
}

extension SessionTracks {
  private struct TrackReading {
    private(set) var tracks: [Track] = []
    private let words: EventDescriber
    private var indices: [Subject: Int] = [:]
    private var lanes: [PopupID: Subject] = [:]
    /// Per scene the lanes that are free again, the lowest last, and how many there are in all.
    private var free: [UInt16: [Int]] = [:]
    private var laneCounts: [UInt16: Int] = [:]
    /// How often each gate was closed and not opened since.
    private var closings: [Subject: Int] = [:]

    private enum Subject: Hashable {
      case slot(scene: UInt16, lane: Int)
      case popup(PopupID)
      case page(PageID)
      case gate(String, scene: UInt16)
      case chrome(String)
      case app
    }

    init(_ session: Session) { words = session.words }

    mutating func take(_ event: Event, at index: Int) {
      let track = trackIndex(of: subject(of: event))
      tracks[track].events.append(index)
      switch event.kind {
      case .pageLoaded, .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
        takePage(event)
      case .popupSubmitted, .popupQueued, .popupShown, .popupHidden, .popupParked, .popupRestored, .popupDropped,
        .contentRequested, .contentLoaded, .animationFinished:
        takePopup(event)
      default: takeGate(event)
      }
    }

    private func subject(of event: Event) -> Subject {
      if !event.popup.isNone { return .popup(event.popup) }
      return event.page.isNone ? .app : .page(event.page)
    }

    private mutating func trackIndex(of subject: Subject) -> Int {
      if let index = indices[subject] { return index }
      let (group, name): (Group, String) =
        switch subject {
        case .slot(let scene, let lane):
          (.slot, "slot" + (scene == 0 ? "" : " of scene \(scene)") + (lane == 0 ? "" : ", over it \(lane)"))
        case .popup(let popup): (.popups, words.popup(popup))
        case .page(let page): (.pages, words.page(page))
        case .gate(let name, let scene): (.gates, name + (scene == 0 ? "" : " in scene \(scene)"))
        case .chrome(let name): (.chrome, name)
        case .app: (.app, "app")
        }
      var track = Track(group: group, name: name)
      switch subject {
      case .popup(let popup):
        let spec = words.spec(of: popup)
        (track.kindName, track.level) = (words.name(of: popup), spec.map { Int($0.level) })
        track.scene = Int(spec?.scene ?? 0)
      case .page(let page):
        let container = words.container(of: page)
        (track.kindName, track.container) = (words.className(of: page), container.isNone ? "" : words.page(container))
        track.scene = Int(words.scene(of: page))
      case .slot, .gate, .chrome, .app: break
      }
      tracks.append(track)
      indices[subject] = tracks.count - 1
      return tracks.count - 1
    }

    private mutating func change(_ subject: Subject, to state: State?, _ name: String = "", at time: Ticks) {
      let track = trackIndex(of: subject)
      if let last = tracks[track].slices.last, last.until == nil {
        if last.state == state, last.name == name { return }
        if last.from == time {
          // What lasted no time is not drawn.
          tracks[track].slices.removeLast()
        } else {
          tracks[track].slices[tracks[track].slices.count - 1].until = time
        }
      }
      if let state { tracks[track].slices.append(Slice(state: state, name: name, from: time)) }
    }

    private mutating func takePage(_ event: Event) {
      guard !event.page.isNone else { return }
      let page = Subject.page(event.page)
      switch event.kind {
      case .pageWillAppear: change(page, to: .comes, "comes", at: event.time)
      case .pageDidAppear: change(page, to: .on, "on screen", at: event.time)
      case .pageWillDisappear: change(page, to: .goes, "goes", at: event.time)
      default: change(page, to: nil, at: event.time)
      }
    }

    private mutating func takePopup(_ event: Event) {
      let popup = event.popup
      guard !popup.isNone else { return }
      switch event.kind {
      case .popupSubmitted, .popupRestored: change(.popup(popup), to: .waits, "waits", at: event.time)
      case .popupQueued: change(.popup(popup), to: .waits, "waits for \(event.reason.wireName)", at: event.time)
      case .contentRequested: change(.popup(popup), to: .content, "waits for content", at: event.time)
      case .contentLoaded where lanes[popup] == nil: change(.popup(popup), to: .waits, "waits", at: event.time)
      case .popupParked: change(.popup(popup), to: .kept, "kept for \(words.page(event.page))", at: event.time)
      case .popupShown:
        let page = event.page.isNone ? "" : " on \(words.page(event.page))"
        change(.popup(popup), to: .shown, "shown" + page, at: event.time)
        enterSlot(popup, at: event.time)
      case .popupHidden:
        let animates = event.reason != .viewLost && words.spec(of: popup).map { $0.exitLength > .zero } ?? false
        change(.popup(popup), to: animates ? .leaves : nil, "leaves", at: event.time)
        if !animates { leaveSlot(popup, at: event.time) }
      case .animationFinished where event.phase == .hide:
        let track = trackIndex(of: .popup(popup))
        if tracks[track].slices.last.map({ $0.state == .leaves && $0.until == nil }) == true {
          change(.popup(popup), to: nil, at: event.time)
        }
        leaveSlot(popup, at: event.time)
      case .popupDropped: change(.popup(popup), to: nil, at: event.time)
      default: break
      }
    }

    private mutating func enterSlot(_ popup: PopupID, at time: Ticks) {
      guard lanes[popup] == nil else { return }
      let scene = words.spec(of: popup)?.scene ?? 0
      let lane = free[scene]?.popLast() ?? laneCounts[scene, default: 0]
      if lane == laneCounts[scene, default: 0] { laneCounts[scene] = lane + 1 }
      let subject = Subject.slot(scene: scene, lane: lane)
      lanes[popup] = subject
      change(subject, to: .held, words.popup(popup), at: time)
    }

    private mutating func leaveSlot(_ popup: PopupID, at time: Ticks) {
      guard let subject = lanes.removeValue(forKey: popup) else { return }
      if case .slot(let scene, let lane) = subject {
        let index = free[scene, default: []].partitioningIndex { $0 < lane }
        free[scene, default: []].insert(lane, at: index)
      }
      change(subject, to: nil, at: time)
    }

    private mutating func takeGate(_ event: Event) {
      let scene = event.scene
      switch event.kind {
      case .scrollBegan: change(.gate("scrolling", scene: scene), to: .closed, "scrolling", at: event.time)
      case .scrollEnded: change(.gate("scrolling", scene: scene), to: nil, at: event.time)
      case .editBegan: change(.gate("typing", scene: scene), to: .closed, "typing", at: event.time)
      case .editEnded: change(.gate("typing", scene: scene), to: nil, at: event.time)
      case .appBackground: change(.gate("background", scene: 0), to: .closed, "background", at: event.time)
      case .appForeground: change(.gate("background", scene: 0), to: nil, at: event.time)
      case .schedulerSuspended: suspend(event, by: 1)
      case .schedulerResumed: suspend(event, by: -1)
      case .inputLocked: change(.chrome("input lock"), to: .closed, "locked", at: event.time)
      case .inputUnlocked: change(.chrome("input lock"), to: nil, at: event.time)
      case .inputForeignLocked: change(.chrome("input, locked by others"), to: .closed, "locked", at: event.time)
      case .inputForeignUnlocked: change(.chrome("input, locked by others"), to: nil, at: event.time)
      case .keyboardResigned: change(.chrome("keyboard"), to: .closed, "folded", at: event.time)
      case .keyboardRestored: change(.chrome("keyboard"), to: nil, at: event.time)
      case .coverAdded: change(.chrome("cover"), to: .closed, "up", at: event.time)
      case .coverRemoved: change(.chrome("cover"), to: nil, at: event.time)
      default: break
      }
    }

    /// Suspensions are counted, per kind of popup and for all kinds.
    private mutating func suspend(_ event: Event, by step: Int) {
      let name = "suspended" + (event.popupKind.map { " for \($0.wireName)" } ?? "")
      let subject = Subject.gate(name, scene: event.scene)
      let count = max(0, (closings[subject] ?? 0) + step)
      closings[subject] = count
      change(subject, to: count > 0 ? .closed : nil, "suspended", at: event.time)
    }
  }
}
