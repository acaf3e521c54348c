import PopSimulation
import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

/// What one reader takes the other takes, and what one refuses the other refuses.
@Suite struct OneVerdictTests {
  /// One thing that makes a sound session an impossible one, for recordings or scenarios.
  struct Flaw: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isScenario: Bool
    /// Does it where it can be done; says whether it could.
    let make: @Sendable (inout Session) -> Bool

    init(_ name: String, isScenario: Bool = false, _ make: @escaping @Sendable (inout Session) -> Bool) {
      testDescription = name
      self.isScenario = isScenario
      self.make = make
    }
  }

  static let flaws: [Flaw] = [
    Flaw("two popups of one number") { session in
      let used = Set(session.events.map(\.popup)).filter { !$0.isNone }.sorted()
      guard used.count > 1 else { return false }
      session.catalog.replace(used[1], numbered: session.catalog.number(of: used[0]))
      return true
    },
    Flaw("two pages of one number") { session in
      // Two whose attributes are told, and not the same.
      let used = Set(session.events.filter(\.kind.isAboutPage).map(\.page)).sorted()
      guard
        let other = used.dropFirst().first(where: {
          session.catalog.pages[$0.index] != session.catalog.pages[used[0].index]
        })
      else { return false }
      session.catalog.replace(other, numbered: session.catalog.number(of: used[0]))
      return true
    },
    Flaw("a number that is negative") { session in
      guard let event = session.events.first(where: { !$0.popup.isNone }) else { return false }
      session.catalog.replace(event.popup, numbered: -3)
      return true
    },
    Flaw("a number beyond 2^53") { session in
      guard let event = session.events.first(where: { !$0.page.isNone }) else { return false }
      session.catalog.replace(event.page, numbered: 1 << 53 + 1)
      return true
    },
    Flaw("fewer than no clamped times") { session in
      session.header.clampedTimes = -7
      return true
    },
    Flaw("an end beyond all times") { session in
      session.header.ended = Ticks(session.header.tick.timeLimit)
      return true
    },
    Flaw("a time beyond all times") { session in
      session.log.events[session.events.count - 1].time = Ticks(session.header.tick.timeLimit)
      return true
    },
    Flaw("a time before the last one") { session in
      guard let index = session.events.indices.last(where: { $0 > 0 && session.events[$0].time > .zero }) else {
        return false
      }
      session.log.events[index - 1].time = session.events[index].time + Ticks(1)
      return true
    },
    Flaw("a sequence number beyond all") { session in
      session.log.events[session.events.count - 1].sequence = SlotCheck.sequenceLimit + 1
      return true
    },
    Flaw("a length beyond all") { session in
      guard let event = session.events.first(where: { $0.kind == .popupSubmitted }) else { return false }
      var spec = session.catalog.spec(event.spec)
      spec.showLength = Ticks(session.header.tick.timeLimit)
      session.catalog.replace(event.spec, with: spec)
      return true
    },
    Flaw("a change of nothing") { session in
      guard let event = session.events.first(where: { $0.kind == .popupChanged }) else { return false }
      session.catalog.changes[Int(event.attributes)] = PopupChange()
      return true
    },
    Flaw("a page that stands in itself") { session in
      guard let event = session.events.first(where: \.kind.isAboutPage) else { return false }
      session.catalog.pages[event.page.index].container = event.page
      return true
    },
    Flaw("an event that is its own cause") { session in
      session.log.events[session.events.count - 1].cause = session.log.events[session.events.count - 1].sequence
      return true
    },
    Flaw("a mark that the header does not announce") { session in
      guard let index = session.events.firstIndex(where: \.kind.isStimulus) else { return false }
      session.header.marksReentrantStimuli = false
      session.log.events[index].flags.insert(.reentrant)
      return true
    },
    Flaw("a decision that is marked") { session in
      guard let index = session.events.firstIndex(where: \.kind.isDecision) else { return false }
      session.header.marksReentrantStimuli = true
      session.log.events[index].flags.insert(.reentrant)
      return true
    },
    Flaw("a reason that is none") { session in
      guard let index = session.events.firstIndex(where: { $0.kind == .popupQueued }) else { return false }
      session.log.events[index].reason = .none
      return true
    },
    Flaw("a generation that is none") { session in
      guard let index = session.events.firstIndex(where: { $0.kind == .popupShown }) else { return false }
      session.log.events[index].generation = 0
      return true
    },
    Flaw("an instant beyond all") { session in
      guard let index = session.events.firstIndex(where: { $0.kind == .timerSet }) else { return false }
      session.log.events[index].at = Ticks(-session.header.tick.instantLimit)
      return true
    },
    Flaw("a popup submitted twice", isScenario: true) { session in
      let indices = session.events.indices.filter { session.events[$0].kind == .popupSubmitted }
      guard indices.count > 1 else { return false }
      session.log.events[indices[1]].popup = session.events[indices[0]].popup
      return true
    },
    Flaw("a popup never submitted", isScenario: true) { session in
      guard let index = session.events.firstIndex(where: { $0.kind != .popupSubmitted && !$0.popup.isNone }) else {
        return false
      }
      session.log.events[index].popup = session.catalog.appendPopup(numbered: 1 << 50)
      return true
    },
    Flaw("an anchor on a popup never submitted", isScenario: true) { session in
      guard let (index, _) = session.anchors.first(where: { $0.value.fields.contains(.popup) }) else { return false }
      session.anchors[index]?.pattern.popup = session.catalog.appendPopup(numbered: 1 << 50)
      return true
    },
    Flaw("a decision in a scenario", isScenario: true) { session in
      guard let index = session.events.firstIndex(where: { $0.kind == .idle }) else { return false }
      session.log.events[index].kind = .coverAdded
      session.log.events[index].flags = []
      return true
    },
    Flaw("a cause that does not exist", isScenario: true) { session in
      guard let index = session.events.indices.last(where: { session.anchors[$0] == nil && $0 > 0 }) else {
        return false
      }
      session.log.events.remove(at: 0)
      var anchors: [Int: Anchor] = [:]
      for (old, anchor) in session.anchors where old > 0 { anchors[old - 1] = anchor }
      session.anchors = anchors
      session.log.events[index - 1].cause = 0
      return true
    },
    Flaw("a cause that has no time", isScenario: true) { session in
      guard let anchored = session.anchors.keys.min(),
        let index = session.events.indices.last(where: { session.anchors[$0] == nil && $0 > anchored })
      else { return false }
      session.log.events[index].cause = session.events[anchored].sequence
      return true
    },
    Flaw("an occurrence that is none", isScenario: true) { session in
      guard let index = session.anchors.keys.min() else { return false }
      session.anchors[index]?.every = false
      session.anchors[index]?.nth = 0
      return true
    },
    Flaw("an anchor that names a purpose and none of them", isScenario: true) { session in
      guard let index = session.anchors.keys.min() else { return false }
      session.anchors[index]?.pattern = Event(.timerSet)
      session.anchors[index]?.fields = [.purpose]
      return true
    },
    Flaw("every one of a submission", isScenario: true) { session in
      guard let index = session.anchors.keys.first(where: { session.events[$0].kind == .popupSubmitted }) else {
        return false
      }
      session.anchors[index]?.nth = 1
      session.anchors[index]?.every = true
      return true
    },
    Flaw("a cause besides an anchor", isScenario: true) { session in
      guard let index = session.anchors.keys.max(), index > 0, session.anchors[0] == nil else { return false }
      session.log.events[index].cause = session.events[0].sequence
      return true
    },
  ]

  /// A file of a session that nobody has checked.
  private func unchecked(_ session: Session) throws -> [UInt8] {
    var encoder = ChunkEncoder()
    var bases = SegmentBases()
    let piece = SegmentPiece(session: 0, events: session.events.indices, isFirst: true, isLast: true)
    encoder.add(piece, of: session, SegmentMentions(piece, of: session, bases: bases), bases: &bases)
    var builder = TraceFileBuilder()
    builder.append(try encoder.finish(number: 0, .none))
    return builder.finish()
  }

  private func text(_ session: Session) -> [UInt8] {
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    return text
  }

  private func session(seed: Int, isScenario: Bool) -> Session {
    var maker = SessionMaker(seed: UInt64(seed))
    return maker.session(events: 80, isScenario: isScenario)
  }

  @Test(arguments: flaws)
  func aFlawIsSeenByBothReadersAndTheWriter(flaw: Flaw) throws {
    var times = 0
    for seed in 0..<6 {
      var session = session(seed: seed, isScenario: flaw.isScenario)
      #expect(try JSONLines.sessions(in: text(session)).count == 1, "seed \(seed)")
      #expect(try sessions(in: unchecked(session)).count == 1, "seed \(seed)")
      guard flaw.make(&session) else { continue }
      times += 1
      let text = text(session)
      // In a text, two popups of one number are one, and a purpose that is none is not there.
      if !["two popups of one number", "an anchor that names a purpose and none of them"].contains(flaw.testDescription)
      {
        #expect(throws: TraceError.self, "seed \(seed)") { try JSONLines.sessions(in: text) }
      }
      // What is beyond all lengths is written as the longest there is, for whoever means "for ever" by it.
      if ["a length beyond all", "an end beyond all times"].contains(flaw.testDescription) { continue }
      #expect(throws: TraceError.self, "seed \(seed)") { try file(of: [session]) }
      // A file has no way to say it.
      if flaw.testDescription == "fewer than no clamped times" { continue }
      let bytes = try unchecked(session)
      #expect(throws: TraceError.self, "seed \(seed)") { try sessions(in: bytes) }
    }
    #expect(times > 0)
  }

  /// Whatever a trace holds that is read, JSON Lines say the same; whatever JSON Lines say that is read, a trace holds.
  @Test(arguments: 0..<24)
  func whatIsReadableComesBackFromTheOtherForm(seed: Int) throws {
    for isScenario in [false, true] {
      var session = session(seed: seed, isScenario: isScenario)
      if seed % 2 == 0 { session = RandomSession.make(seed: UInt64(seed), count: 60, isScenario: isScenario) }
      let fromFile = try sessions(in: file(of: [session]))[0]
      let fromText = try JSONLines.sessions(in: text(fromFile))[0]
      #expect(text(fromText) == text(session), "seed \(seed)")
      #expect(fromText.header == session.header && fromText.gaps == session.gaps, "seed \(seed)")
      #expect(fromText.events.map(\.schedulerID) == session.events.map(\.schedulerID), "seed \(seed)")
      let again = try sessions(in: file(of: [fromText]))[0]
      #expect(text(again) == text(session), "seed \(seed)")
      #expect(again.gaps == session.gaps && again.anchors.count == session.anchors.count, "seed \(seed)")
    }
  }

  /// Bytes that somebody changed and gave the right checksums: if they are a session, it is one in every form.
  @Test(arguments: 0..<12)
  func whatIsReadOfChangedBytesIsASession(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let bytes = try unchecked(session(seed: seed, isScenario: seed % 2 == 0))
    var scanner = TraceScanner(ByteWindow(bytes))
    guard case .chunk(var head, let frame) = try scanner.next() else { return }
    var content: [UInt8] = []
    try ZstdFrame.Decoder().decode(frame, in: bytes, into: &content, size: head.contentSize)
    for _ in 0..<40 {
      var changed = content
      for _ in 0..<(1 + random.below(2)) {
        changed[random.below(changed.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      let frame = RawBlocks.encode(changed)
      head.frameSize = frame.count
      head.frameChecksum = XXH64.low32(frame)
      var builder = TraceFileBuilder()
      builder.append(
        EncodedChunk(head: head.encoded(), frame: frame, contentSize: changed.count))
      guard let read = try? sessions(in: builder.finish()) else { continue }
      for session in read {
        let text = text(session)
        let again = try JSONLines.sessions(in: text)[0]
        #expect(self.text(again) == text, "seed \(seed)")
        #expect(self.text(try sessions(in: file(of: [session]))[0]) == text, "seed \(seed)")
      }
    }
  }
}
