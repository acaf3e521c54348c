#if Tool
import PopAudit
import PopDocument
import PopTrace
import PopupScheduling

/// What has to be in the reports of a judge.
struct JudgeRequest: Sendable {
  /// The one form that they are written in; nil for any, and for several at once. A text leaves out what is the same in both runs, and JSON the
  /// events around findings.
  var form: OutputFormat?
  var runs = Runs.none

  enum Runs { case none, candidate, both }
}

/// What came of one session under one policy.
struct JudgedSession: Sendable {
  var report: SessionReport
  /// The same as JSON, where it is written: whole, but where JSON is the only form.
  var json: [UInt8] = []
  /// The policy's run, and what it was compared with, where they are asked for and there.
  var candidate: Session?
  var reference: Session?
}

extension SessionReport {
  init(_ origin: SessionOrigin) {
    let (session, header) = (origin.session, origin.session.header)
    self.init(trace: origin.input, session: origin.label)
    index = origin.index
    facts = header
    length = Milliseconds(header.ended ?? session.events.last?.time ?? .zero, of: header.tick)
    events = session.events.count
    isScenario = session.isScenario
    losses = session.losses
  }
}

extension Session {
  /// What a session is recognised by wherever it lies, in whichever file and under whichever name: its own name and all that happened in it. Nil
  /// where it has no name, for then two users may have done the same.
  ///
  /// - Complexity: O(n) in its events.
  var digest: UInt64? {
    guard !header.session.isEmpty, !isScenario else { return nil }
    var hash = StableHash()
    hash.combine(header.session)
    hash.combine(header.app)
    hash.combine(header.build)
    hash.combine(header.policy)
    hash.combine(header.configuration)
    var mixed = hash.value
    // A word for each event, mixed as SplitMix64 does: http://prng.di.unimi.it/splitmix64.c
    func mix(_ word: UInt64) {
      mixed = (mixed ^ word) &+ 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    }
    let (popups, pages) = (catalog.popupNumbers, catalog.pageNumbers)
    for event in log.events {
      mix(UInt64(bitPattern: event.time.rawValue))
      mix(UInt64(UInt32(bitPattern: event.sequence)) << 32 | UInt64(event.kind.rawValue))
      if !event.popup.isNone { mix(UInt64(bitPattern: popups[event.popup.index])) }
      if !event.page.isNone { mix(UInt64(bitPattern: pages[event.page.index]) ^ 1) }
    }
    return mixed
  }
}
#endif
