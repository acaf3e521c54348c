import PopDocument

extension RehearsalReport {
  package func text(style: Style) -> String {
    let against = reference == "recorded" ? "the recording" : reference
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
}
