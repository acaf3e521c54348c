package import PopTrace
package import PopupScheduling

// What might have been otherwise in a recording, to find out by replay what would have come of it: each is the recording as it would then begin.
// Its stimuli are meant to be replayed, its decisions are those that were recorded.
extension Session {
  /// A popup's condition holds from its submission on.
  package func holding(_ popup: PopupID) -> Session {
    var changed = self
    for (index, event) in log.events.enumerated() where event.kind == .popupSubmitted && event.popup == popup {
      var spec = catalog.spec(event.spec)
      spec.condition = true
      changed.log.events[index].spec = changed.catalog.intern(spec)
    }
    changed.log.events.removeAll { $0.kind == .popupCondition && $0.popup == popup && !$0.flags.contains(.holds) }
    return changed
  }

  /// A popup is not submitted.
  package func without(_ popup: PopupID) -> Session {
    var changed = self
    changed.log.events.removeAll { $0.kind == .popupSubmitted && $0.popup == popup }
    return changed
  }

  /// Everything from an event on, given by its index, comes so much later: what was on screen stays for longer.
  package func later(from first: Int, by length: Ticks) -> Session {
    guard log.events.indices.contains(first) else { return self }
    var changed = self
    for (index, event) in log.events.enumerated() {
      // What is due later fires later, as late behind its time as it was.
      if event.kind == .timerSet, event.at >= log.events[first].time { changed.log.events[index].at += length }
      if index >= first { changed.log.events[index].time += length }
    }
    changed.header.ended = header.ended.map { $0 + length }
    return changed
  }
}
