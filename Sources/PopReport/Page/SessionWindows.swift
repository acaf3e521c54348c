package import PopAudit
package import PopDocument
package import PopTrace
import PopupScheduling

extension SessionWindows {
  private static var mostFindings: Int { 400 }

  package init(
    _ report: SessionReport, recorded: Session?, candidate: Session?, isWhole: Bool = false,
    failOn criterion: RegressionCriterion
  ) {
    let findings = report.findings.enumerated()
      .sorted {
        (Self.weight(of: $0.element, criterion), $0.offset) < (Self.weight(of: $1.element, criterion), $1.offset)
      }
      .prefix(Self.mostFindings).map(\.element)
    let runs = [recorded, candidate].compactMap(\.self)
    func isRecorded(_ finding: FindingReport) -> Bool {
      candidate == nil || (finding.status == .fixed && recorded != nil)
    }
    let ranges = WindowRanges(
      findings.map { ($0.witness, isRecorded($0) || recorded == nil ? 0 : 1) }, in: runs, isWhole: isWhole)
    func time(_ microseconds: Int64) -> Milliseconds { Milliseconds(microseconds: microseconds) }
    let left: [JSONObject] = ranges.left.map { part, events in
      ["from": time(part.lowerBound), "until": time(part.upperBound), "events": events]
    }
    let json = JSONWriter.bytes(
      of: [
        "trace": report.trace, "session": report.session, "length": report.length,
        "findings": findings.map { Self.object(of: $0, isRecorded($0)) },
        "ranges": ranges.parts.map { [time($0.lowerBound), time($0.upperBound)] }, "left": left,
        "recorded": recorded.map { WindowLane($0, ranges) }, "candidate": candidate.map { WindowLane($0, ranges) },
      ] as JSONObject)
    self.init(report, findings: findings, block: EmbeddedBlock(json).text)
  }

  /// New errors that fail the build first, then new errors, then what else is new, then what is gone, then what stays.
  private static func weight(of finding: FindingReport, _ criterion: RegressionCriterion) -> Int {
    switch finding.status {
    case .new:
      criterion.isRegression(finding.status, finding.rule.severity, finding.grade)
        ? 0 : finding.isNewError ? 1 : finding.rule.severity == .warning ? 2 : 3
    case .fixed: 4
    case .same: finding.rule.severity == .error ? 5 : 6
    }
  }

  private static func object(of finding: FindingReport, _ isRecorded: Bool) -> JSONObject {
    [
      "f": finding.fingerprint, "rule": finding.rule, "status": finding.status, "severity": finding.rule.severity,
      "grade": finding.grade, "popup": name(finding.name, finding.popup, "popup"),
      "other": name(finding.otherName, finding.other, "popup"),
      "page": name(finding.pageClass, finding.page, "page"), "t": finding.time, "because": finding.because,
      "why": finding.assumption?.sentence, "witness": finding.witness, "run": isRecorded ? "recorded" : "candidate",
    ]
  }

  private static func name(_ name: String, _ number: Int64?, _ noun: String) -> String {
    number.map { "\(name.isEmpty ? noun : name) #\($0)" } ?? ""
  }

  /// One run of a session as a page holds it: what lasts, track by track, and the events, of those parts of it that are shown.
  struct WindowLane: JSONWritable {
    private let run: Session
    private let ranges: WindowRanges
    private let words: EventDescriber

    init(_ run: Session, _ ranges: WindowRanges) {
      self.run = run
      self.ranges = ranges
      words = run.words
    }

    func write(to json: inout JSONWriter) {
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
        $0.members([
          "policy": run.header.policy, "events_total": run.events.count,
          "end": Milliseconds(run.end, of: run.header.tick),
        ])
        $0.array("tracks") { for track in tracks { write(track, into: &$0) } }
        $0.array("events") {
          for range in shown { for index in range { write(run.events[index], trackOfEvent[index] ?? 0, into: &$0) } }
        }
      }
    }

    private func time(_ ticks: Ticks) -> Int64 { Milliseconds(ticks, of: run.header.tick).microseconds }

    private func write(_ track: SessionTracks.Track, into json: inout JSONWriter) {
      json.object {
        $0.members(["group": "\(track.group)", "name": track.name, "class": track.kindName, "level": track.level])
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
}

extension Event {
  fileprivate var isUserAct: Bool {
    switch kind {
    case .popupDismissed: act.isUsers
    case .popupTapped, .scrollBegan, .scrollEnded, .editBegan, .editEnded, .backPressed, .appBackground, .appForeground:
      true
    default: false
    }
  }
}

/// Which parts of a session's time a page shows: those around the witnesses of its findings, the worst findings first, or all of a short session.
struct WindowRanges {
  /// A session of so many events, over both of its runs, is shown whole.
  static let wholeEvents = 600
  /// So many events are shown on either side of a witness.
  static let context = 24
  /// Witnesses with more events between them than this are shown each by itself.
  static let reach = 300
  /// No more events than this are shown of a session, over both of its runs, but for those of its worst finding.
  static let mostEvents = 3000

  /// The parts in microseconds since the session's start, in order, without overlap.
  private(set) var parts: [ClosedRange<Int64>] = []
  /// What lies between, before and behind them, with how many events of both runs.
  private(set) var left: [(part: Range<Int64>, events: Int)] = []

  init(_ findings: [(witness: [Int32], run: Int)], in runs: [Session], isWhole: Bool = false) {
    let total = runs.reduce(0) { $0 + $1.events.count }
    let end = runs.map { Self.time($0.end, $0) }.max() ?? 0
    if total <= (isWhole ? Self.mostEvents : Self.wholeEvents) {
      parts = [0...max(0, end)]
    } else {
      for (index, finding) in findings.enumerated() {
        let added = Self.around(finding.witness, in: runs[finding.run])
        let union = Self.union(parts + added)
        // Of a session without room for all that was found, what is worst is seen.
        if index > 0, Self.events(in: union, of: runs) > Self.mostEvents { continue }
        parts = union
      }
      if parts.isEmpty { parts = [0...Self.timeOfEvent(Self.mostEvents / max(1, runs.count), in: runs)] }
    }
    addLeft(runs, upTo: end)
  }

  func indices(in run: Session) -> [Range<Int>] { parts.map { Self.indices(of: $0, in: run) } }
  func shows(from: Int64, until: Int64) -> Bool { parts.contains { $0.lowerBound <= until && from <= $0.upperBound } }

  private static func time(_ ticks: Ticks, _ run: Session) -> Int64 {
    Milliseconds(ticks, of: run.header.tick).microseconds
  }

  private static func timeOfEvent(_ index: Int, in runs: [Session]) -> Int64 {
    runs.map { run in run.events.isEmpty ? 0 : time(run.events[min(index, run.events.count - 1)].time, run) }.max() ?? 0
  }

  private static func around(_ witness: [Int32], in run: Session) -> [ClosedRange<Int64>] {
    let events = run.events
    let indices = witness.compactMap { number -> Int? in
      let index = events.partitioningIndex { $0.sequence >= number }
      return index < events.count && events[index].sequence == number ? index : nil
    }.sorted()
    guard let first = indices.first, let last = indices.last else { return [] }
    func part(_ lower: Int, _ upper: Int) -> ClosedRange<Int64> {
      let from = time(events[max(0, lower - context)].time, run)
      return from...max(from, time(events[min(events.count - 1, upper + context)].time, run))
    }
    return last - first <= reach ? [part(first, last)] : indices.map { part($0, $0) }
  }

  private static func union(_ parts: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
    var result: [ClosedRange<Int64>] = []
    for part in parts.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      if let last = result.last, part.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, part.upperBound)
      } else {
        result.append(part)
      }
    }
    return result
  }

  private static func indices(of part: ClosedRange<Int64>, in run: Session) -> Range<Int> {
    let lower = run.events.partitioningIndex { time($0.time, run) >= part.lowerBound }
    let upper = run.events.partitioningIndex { time($0.time, run) > part.upperBound }
    return lower..<max(lower, upper)
  }

  private static func events(in parts: [ClosedRange<Int64>], of runs: [Session]) -> Int {
    parts.reduce(0) { sum, part in sum + runs.reduce(0) { $0 + indices(of: part, in: $1).count } }
  }

  private mutating func addLeft(_ runs: [Session], upTo end: Int64) {
    // What stands at the edges of a part is shown.
    func events(after: Int64?, before: Int64?) -> Int {
      runs.reduce(0) { sum, run in
        let first = after.map { after in run.events.partitioningIndex { Self.time($0.time, run) > after } } ?? 0
        let last =
          before.map { before in run.events.partitioningIndex { Self.time($0.time, run) >= before } }
          ?? run.events.count
        return sum + max(0, last - first)
      }
    }
    let (lower, upper): ([Int64?], [Int64?]) = (parts.map(\.lowerBound), parts.map(\.upperBound))
    for (from, until) in zip([nil] + upper, lower + [nil]) {
      let count = events(after: from, before: until)
      if count > 0 { left.append(((from ?? 0)..<max(from ?? 0, until ?? end), count)) }
    }
  }
}
