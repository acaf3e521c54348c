#if Tool
import PopAudit
import PopReplay
import PopReport

/// Which new errors of which sessions are looked into, once all are known: the first sessions of each, of the findings with the smallest
/// fingerprints, so that what the parts of a divided run choose holds what one run over all chooses.
struct BlameTargets {
  private var places: [String: [ReportPlace]] = [:]
  /// The largest fingerprint that is kept, once there are as many as may be.
  private var largest: String?

  /// Takes the new errors of a session, which come in the order of their places.
  ///
  /// - Parameter grade: How far one has to be relied on at least.
  mutating func add(_ session: SessionReport, upTo grade: Grade, severity: (Rule) -> Severity?) {
    for finding in session.findings
    where finding.status == .new && finding.grade <= grade && severity(finding.rule) == .error {
      add(finding.fingerprint, ReportPlace(trace: session.trace, index: session.index))
    }
  }

  private mutating func add(_ fingerprint: String, _ place: ReportPlace) {
    if let known = places[fingerprint] {
      if known.count < BlameEntry.sessionLimit { places[fingerprint]?.append(place) }
      return
    }
    if let largest, fingerprint > largest { return }
    places[fingerprint] = [place]
    if places.count > BlameEntry.findingLimit, let last = places.keys.max() { places[last] = nil }
    if places.count == BlameEntry.findingLimit { largest = places.keys.max() }
  }

  /// The sessions to read again, in order, each with the findings that are asked about.
  var sessions: [(place: ReportPlace, fingerprints: [String])] {
    var byPlace: [ReportPlace: [String]] = [:]
    for (fingerprint, places) in places {
      for place in places { byPlace[place, default: []].append(fingerprint) }
    }
    return byPlace.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
  }
}
#endif
