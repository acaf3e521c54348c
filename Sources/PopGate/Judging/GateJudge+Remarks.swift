import PopAudit
import PopReport

extension GateJudge {
  /// What a reader must know of it, in full sentences.
  func remarks(_ findings: [JudgedFinding]) -> [String] {
    var remarks: [String] = []
    let new = findings.filter { $0.status == .new }
    for entry in configuration.ignore {
      let name = "The ignore entry \(printable(entry.words))" + (entry.line.map { " on line \($0)" } ?? "")
      if !new.contains(where: { entry.matches($0.example) }) { remarks.append("\(name) matched nothing.") }
      if let end = ending(of: entry.excuse) { remarks.append("\(name) \(end)") }
    }
    var others = 0
    var named = 0
    for entry in baseline?.entries ?? [] {
      guard let end = ending(of: entry.excuse) else { continue }
      named += 1
      if named > Self.mostNamed {
        others += 1
      } else {
        remarks.append("The acceptance of \(printable(entry.words)) on line \(entry.line) of the baseline \(end)")
      }
    }
    if others > 0 { remarks.append("So do, or did, \(grouping(others)) more of the baseline.") }
    if collector.leftOut > 0 {
      remarks.append(
        "There are more than \(grouping(FindingCollector.most)) different findings; "
          + "\(grouping(collector.leftOut)) were not told apart.")
    }
    return remarks
  }

  /// When an excuse ends, where that is soon or over; nil where it is not.
  private func ending(of excuse: Excuse) -> String? {
    guard let day = excuse.expires else { return nil }
    let left = asOf.days(to: day)
    if left < 0 { return "expired on \(day). Renew or remove it." }
    guard left <= Self.noticeDays else { return nil }
    return left == 0 ? "expires today." : "expires in \(left) day\(left == 1 ? "" : "s"), on \(day)."
  }
}
