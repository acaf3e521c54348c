package import PopAudit
package import PopDocument
import PopReplay
package import PopTrace
import PopupScheduling

extension SessionWindows {
  private static var mostFindings: Int { 400 }

  /// Cuts out what is shown of a session.
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
      words = EventDescriber(log: run.log, catalog: run.catalog, tick: run.header.tick)
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
