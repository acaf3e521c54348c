import PopTrace
import PopupScheduling

// The file of premises: schema poptrace.premises/1 (CausalReplay, *Premises*).

extension Premises {
  /// The name of the form.
  package static var schema: String { "poptrace.premises/1" }

  /// The premises as JSON, a line for each curve, in a fixed order.
  package var text: [UInt8] {
    var bytes: [UInt8] = []
    bytes += "{\"schema\":\"\(Self.schema)\",\"digest\":\"\(digest)\",\n".utf8
    bytes += Self.content(sessions, visits, reactions)
    bytes += "}\n".utf8
    return bytes
  }

  /// What the digest is made of: the text without its first line and the closing bracket.
  static func content(_ sessions: Int, _ visits: VisitCounts, _ reactions: ReactionModel) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes += "\"sessions\":\(sessions),\n".utf8
    bytes += "\"visits\":{\"decision\":\"\(visits.decision.rawValue)\",\"seen\":\(visits.seen),".utf8
    bytes += "\"expectedMillionths\":\(visits.expectedMillionths)},\n\"reactions\":[".utf8
    var separator = "\n"
    func add(_ of: String, _ level: CurveLevel, _ key: String?, _ curve: ReactionCurve) {
      bytes += "\(separator){\"of\":\"\(of)\",\"level\":\"\(level.rawValue)\",".utf8
      separator = ",\n"
      if let key {
        bytes += "\"key\":".utf8
        JSONText.append(key, to: &bytes)
        bytes += ",".utf8
      }
      append(curve, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    for question in Question.allCases {
      let (of, answers) = (question.wireName, reactions[question])
      if let all = answers.all { add(of, .all, nil, all) }
      for kind in PopupKind.allCases { if let curve = answers.kinds[kind] { add(of, .kind, kind.wireName, curve) } }
      for name in answers.names.keys.sorted() {
        if let curve = answers.names[name] { add(of, .name, name.text, curve) }
      }
    }
    if let visit = reactions.visit { add(visitsName, .all, nil, visit) }
    bytes += "\n]\n".utf8
    return bytes
  }

  /// As a file of premises calls the curve of visits after popups.
  static var visitsName: String { "visit" }

  private static func append(_ curve: ReactionCurve, to bytes: inout [UInt8]) {
    bytes += "\"observed\":\(curve.observed),\"censored\":\(curve.censored),\"steps\":[".utf8
    for (index, step) in curve.steps.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "["))
      JSONText.append(step.milliseconds, to: &bytes)
      bytes.append(UInt8(ascii: ","))
      JSONText.append(Int64(step.remaining), to: &bytes)
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

/// What popups a curve is of.
enum CurveLevel: String, CaseIterable {
  case all, kind, name
}

extension Question {
  /// As a file of premises calls it.
  var wireName: String {
    switch self {
    case .dwell: "dwell"
    case .content: "content"
    }
  }
}

extension ReactionModel {
  subscript(question: Question) -> Answers {
    get {
      switch question {
      case .dwell: dwell
      case .content: content
      }
    }
    set {
      switch question {
      case .dwell: dwell = newValue
      case .content: content = newValue
      }
    }
  }
}
