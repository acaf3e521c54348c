#if Tool
import PopAudit
import PopReplay
import PopDocument

/// Which new errors of which sessions are looked into, once all are known: the first sessions of each, of the findings with the smallest
/// fingerprints, so that what the parts of a divided run choose holds what one run over all chooses. Where it decides on what is accepted,
/// all of them.
struct BlameTargets {
  /// Whether all are looked into.
  let isWhole: Bool
  private var places: [String: [ReportPlace]] = [:]
  /// The largest fingerprint that is kept, once there are as many as may be.
  private var largest: String?

  init(isWhole: Bool) { self.isWhole = isWhole }

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
      if isWhole || known.count < BlameEntry.sessionLimit { places[fingerprint]?.append(place) }
      return
    }
    if let largest, fingerprint > largest { return }
    places[fingerprint] = [place]
    guard !isWhole else { return }
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

  /// What is taken of what was found out: where all are looked into, nothing of sessions that were left out, for they were given before.
  func chosen(of entries: [BlameEntry]) -> [BlameEntry] {
    guard isWhole else { return BlameEntry.chosen(of: entries) }
    let places = places.mapValues { Set($0) }
    return BlameEntry.chosen(
      of: entries.filter {
        places[$0.fingerprint]?.contains($0.place) == true
      }, isWhole: true)
  }
}
#endif
