extension BlameReport {
  /// The causes with what they bring, those that bring most first.
  var causes: [(cause: [String], fingerprints: Set<String>)] {
    var causes: [(cause: [String], fingerprints: Set<String>)] = []
    func add(_ cause: [String], _ fingerprint: String) {
      if let index = causes.firstIndex(where: { $0.cause == cause }) {
        causes[index].fingerprints.insert(fingerprint)
      } else {
        causes.append((cause, [fingerprint]))
      }
    }
    for row in rows {
      for key in row.alone { add([key], row.fingerprint) }
      for pair in row.pairs { add(pair, row.fingerprint) }
      if row.alone.isEmpty, row.pairs.isEmpty { add(["several keys"], row.fingerprint) }
    }
    return causes.sorted { (-$0.fingerprints.count, $0.cause.joined()) < (-$1.fingerprints.count, $1.cause.joined()) }
  }

  /// `park → hide, line 3`.
  func change(of name: String) -> String {
    guard let key = keys.first(where: { $0.name == name }) else { return "together" }
    return "\(printable(key.baseline)) → \(printable(key.candidate))" + (key.line.map { ", line \($0)" } ?? "")
  }
}
