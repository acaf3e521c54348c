import PopDocument
import PopTrace
import PopupScheduling

/// One run of a session as a page holds it: what lasts, track by track, and the events, of those parts of it that are shown.
struct WindowLane {
  private let run: Session
  private let ranges: WindowRanges
  private let words: EventDescriber

  init(_ run: Session, _ ranges: WindowRanges) {
    self.run = run
    self.ranges = ranges
    words = EventDescriber(log: run.log, catalog: run.catalog, tick: run.header.tick)
  }

  func write(into json: inout JSONWriter) {
    let shown = ranges.indices(in: run)
    var trackOfEvent: [Int: Int] = [:]
    var tracks: [SessionTracks.Track] = []
    for track in SessionTracks(run).tracks {
      let slices = track.slices.filter { ranges.shows(from: time($0.from), until: time($0.until ?? run.end)) }
      let events = track.events.filter { index in shown.contains { $0.contains(index) } }
      guard !slices.isEmpty || !events.isEmpty else { continue }
      for index in events { trackOfEvent[index] = tracks.count }
      var part = track
      part.slices = slices
      tracks.append(part)
    }
    json.object {
      $0.member("policy", run.header.policy)
      $0.member("events_total", run.events.count)
      $0.member("end", Milliseconds(run.end, of: run.header.tick))
      $0.array("tracks") { for track in tracks { write(track, into: &$0) } }
      $0.array("events") {
        for range in shown { for index in range { write(run.events[index], trackOfEvent[index] ?? 0, into: &$0) } }
      }
    }
  }

  private func time(_ ticks: Ticks) -> Int64 { Milliseconds(ticks, of: run.header.tick).microseconds }

  private func write(_ track: SessionTracks.Track, into json: inout JSONWriter) {
    json.object {
      $0.member("group", "\(track.group)")
      $0.member("name", track.name)
      $0.member("class", track.kindName)
      $0.member("level", track.level.map { Int64($0) })
      if track.scene != 0 { $0.member("scene", track.scene) }
      if !track.container.isEmpty { $0.member("container", track.container) }
      $0.array("slices") {
        for slice in track.slices {
          $0.array {
            $0.value(words.time(slice.from))
            if let until = slice.until { $0.value(words.time(until)) } else { $0.null() }
            $0.value(slice.state.rawValue)
            $0.value(slice.name)
          }
        }
      }
    }
  }

  private func write(_ event: Event, _ track: Int, into json: inout JSONWriter) {
    json.array {
      $0.value(event.sequence)
      $0.value(words.time(event.time))
      $0.value(event.kind.wireName)
      $0.value(track)
      $0.value(event.cause)
      $0.value(words.detail(of: event, in: run.log))
      $0.value(event.kind.isDecision ? 2 : event.isUserAct ? 1 : 0)
    }
  }
}

extension Event {
  /// Whether the user's hand is seen in it.
  fileprivate var isUserAct: Bool {
    switch kind {
    case .popupDismissed: act.isUsers
    case .popupTapped, .scrollBegan, .scrollEnded, .editBegan, .editEnded, .backPressed, .appBackground, .appForeground:
      true
    default: false
    }
  }
}
