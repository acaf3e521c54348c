public import PopTrace
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

extension Replayer {
  /// The most holes of one recording that are filled: each costs a replay.
  private static var mostHoles: Int { 16 }

  /// A recording whose holes are filled with what the policy decided there, as far as that is known
  /// (<doc:CausalReplay#Where-something-is-missing>).
  ///
  /// - Parameters:
  ///   - session: A recording, made by the policy that this replays, in the same configuration.
  ///   - limits: How much a replay may take.
  /// - Returns: The recording, whose later holes may be left; nil where not even the first could be filled.
  /// - Complexity: That of a replay for each hole.
  public mutating func filled(_ session: Session, limits: ResourceLimits = ResourceLimits()) -> Session? {
    guard !session.isScenario, session.skippedEvents == 0, session.gaps.count <= Self.mostHoles else { return nil }
    var result = session
    while let gap = result.gaps.first, gap > 0, fill(&result, gap, limits) {}
    guard result.gaps.count < session.gaps.count else { return nil }
    return switch identity(of: result, limits: limits) {
    case .ok, .lossy: result
    case .mismatch, .overLimit: nil
    }
  }

  /// Fills the first hole of a recording; false where its events are not, or not only, the decisions that the turn before it lacks.
  private mutating func fill(_ session: inout Session, _ gap: Int, _ limits: ResourceLimits) -> Bool {
    var options = ReplayOptions()
    options.timing = .recorded
    options.limits = limits
    begin(session, options: options)
    repeat { guard nextTurn() else { return false } } while turn.upperBound <= gap
    let next = Int(session.log.events[gap].sequence)
    guard turn.lowerBound < gap, gap < next, next <= turn.upperBound else { return false }
    let run = log
    guard run.events[gap..<next].allSatisfy(\.kind.isDecision) else { return false }
    var filled = EventLog()
    for event in session.log.events[..<gap] { filled.append(event, of: session.log) }
    for event in run.events[gap..<next] { filled.append(event, of: run) }
    for event in session.log.events[gap...] { filled.append(event, of: session.log) }
    session.log = filled
    session.catalog = catalog
    session.gaps = session.gaps.dropFirst().map { $0 + next - gap }
    return true
  }
}
