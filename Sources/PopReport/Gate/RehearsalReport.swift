/// What a gate is worth, as nights tell that were drawn from sessions of one corpus (<doc:Gate#Rehearsal>).
package struct RehearsalReport: Hashable, Sendable {
  /// The candidate, and what it is compared with.
  package var policy: String
  package var baseline: String
  /// How many nights were drawn, and by what.
  package var nights: Int
  package var seed: UInt64
  /// How many sessions there are to draw from, and how many a night has.
  package var sessions = 0
  package var sessionsPerNight = 0
  /// How many sessions were left out, for there were too many.
  package var leftOut = 0
  /// How many nights fail though nothing has changed.
  package var failed = 0
  /// Empty where there are too few sessions.
  package var parts: [Part] = []

  /// A part of the gate.
  package struct Part: Hashable, Sendable {
    /// What it looks at.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
      /// Errors that nobody accepted.
      case newErrors = "new-errors"
      /// The share of the sessions that has what was accepted.
      case shares
      /// A limit on a metric.
      case limits
    }

    package var kind: Kind
    /// Which of them, in words.
    package var words: String
    /// In how many sessions of the corpus it is; nil for what is not in any.
    package var now: SessionShare?
    /// How many nights it fails by chance.
    package var failed: Int
    /// The smallest worsening that it finds nine times in ten: in millionths of the sessions that have one more error, or of the metric's value;
    /// nil where it finds none.
    package var found: Int?

    /// Makes a part.
    package init(_ kind: Kind, _ words: String, now: SessionShare? = nil, failed: Int = 0, found: Int?) {
      self.kind = kind
      self.words = words
      self.now = now
      self.failed = failed
      self.found = found
    }
  }

  /// Of nothing yet.
  package init(policy: String, baseline: String, nights: Int, seed: UInt64) {
    self.policy = policy
    self.baseline = baseline
    self.nights = nights
    self.seed = seed
  }
}

extension RehearsalReport {
  /// For people.
  package func text(style: Style) -> String {
    let against = baseline == "recorded" ? "the recording" : baseline
    var text = style.dress("\(printable(policy)) against \(printable(against)), rehearsed", .strong) + "\n"
    guard !parts.isEmpty else {
      return text
        + "The corpus is too small for an answer: \(counted(sessions, "session")) \(sessions == 1 ? "was" : "were") judged, and two "
        + "nights that share none need \(sessionsPerNight) each. Give more traces.\n"
    }
    text +=
      "\(counted(nights, "night")) of \(counted(sessionsPerNight, "session")), drawn from \(grouping(sessions)) by seed \(seed). Before each, what as "
      + "many other\nsessions bring was accepted.\n"
    if leftOut > 0 {
      text += "\(counted(leftOut, "session")) beyond these \(leftOut == 1 ? "was" : "were") left out.\n"
    }
    var table = TextTable([.left, .right, .left])
    table.add(["", "fails by chance", "is found 9 times in 10"])
    for kind in Part.Kind.allCases {
      let own = parts.filter { $0.kind == kind }
      guard !own.isEmpty else { continue }
      table.add([TextTable.Cell(Self.title(kind), .strong)])
      for part in own {
        let now = part.now.map { ", now \($0.grouped)" } ?? ""
        table.add([
          TextTable.Cell("  " + printable(part.words) + now),
          TextTable.Cell("\(grouping(part.failed)) of \(grouping(nights))"),
          TextTable.Cell(Self.found(part)),
        ])
      }
    }
    table.add([
      TextTable.Cell("The gate as a whole", .strong), TextTable.Cell("\(grouping(failed)) of \(grouping(nights))"), "",
    ])
    return text + "\n" + table.lines(style: style).joined(separator: "\n") + "\n"
  }

  private static func title(_ kind: Part.Kind) -> String {
    switch kind {
    case .newErrors: "New errors"
    case .shares: "Shares of what is accepted"
    case .limits: "Limits"
    }
  }

  private static func found(_ part: Part) -> String {
    guard let found = part.found else { return "nothing" }
    switch part.kind {
    case .newErrors, .shares:
      let value = MetricValue(millionths: found * 100, .count)
      return "one more error in \(value) of 100 sessions"
    case .limits: return found == 0 ? "broken as it is" : "worse by \(MetricValue(millionths: found, .share))"
    }
  }

  /// For programs: `poptrace.rehearsal/1`.
  package var json: [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("schema", "poptrace.rehearsal/1")
      $0.member("policy", policy)
      $0.member("baseline", baseline)
      $0.member("nights", nights)
      $0.member("seed", "\(seed)")
      $0.member("sessions", sessions)
      $0.member("sessionsPerNight", sessionsPerNight)
      $0.member("leftOut", leftOut)
      $0.member("isTooSmall", parts.isEmpty)
      $0.member("failed", failed)
      $0.array("parts") {
        for part in parts {
          $0.newLine()
          $0.object {
            $0.member("part", part.kind.rawValue)
            $0.member("words", part.words)
            $0.member("now", part.now?.description)
            $0.member("failed", part.failed)
            $0.member("foundMillionths", part.found.map { Int64($0) })
          }
        }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}
