package import PopTrace
import PopupScheduling

// The file of premises: schema poptrace.premises/1 (CausalReplay, *Premises*).
extension Premises {
  package static var schema: String { "poptrace.premises/1" }

  /// The most bytes of a file of premises; the largest that is written has fewer.
  package static var longestText: Int { 1 << 25 }

  /// The most that is counted of anything: more than any corpus has, and little enough for adding some up.
  fileprivate static var mostCounted: Int { 1 << 48 }

  fileprivate static var visitsName: String { "visit" }

  /// The premises as JSON, a line for each curve, in a fixed order.
  package var text: [UInt8] {
    var bytes = Array("{\"schema\":\"\(Self.schema)\",\"digest\":\"\(digest)\",\n".utf8)
    bytes += Self.content(sessions, visits, reactions)
    bytes += "}\n".utf8
    return bytes
  }

  /// What the digest is made of: the text without its first line and the closing bracket.
  static func content(_ sessions: Int, _ visits: VisitCounts, _ reactions: ReactionModel) -> [UInt8] {
    var bytes = Array("\"sessions\":\(sessions),\n".utf8)
    bytes += "\"visits\":{\"decision\":\"\(visits.decision.rawValue)\",\"seen\":\(visits.seen),".utf8
    bytes += "\"expectedMillionths\":\(visits.expectedMillionths)},\n\"reactions\":[".utf8
    var separator = "\n"
    func add(_ of: String, _ level: CurveLevel, _ key: String?, _ curve: ReactionCurve?) {
      guard let curve else { return }
      bytes += "\(separator){\"of\":\"\(of)\",\"level\":\"\(level.rawValue)\",".utf8
      separator = ",\n"
      if let key {
        bytes += "\"key\":".utf8
        JSONText.append(key, to: &bytes)
        bytes += ",".utf8
      }
      bytes += "\"observed\":\(curve.observed),\"censored\":\(curve.censored),\"steps\":[".utf8
      // Thousands of numbers, each time that sessions are replayed: no text is made of them.
      for (index, step) in curve.steps.enumerated() {
        bytes += (index > 0 ? ",[" : "[").utf8
        JSONText.append(step.milliseconds, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        JSONText.append(Int64(step.remaining), to: &bytes)
        bytes.append(UInt8(ascii: "]"))
      }
      bytes += "]}".utf8
    }
    for question in Question.allCases {
      let (of, answers) = (question.wireName, reactions[keyPath: question.answers])
      add(of, .all, nil, answers.all)
      for kind in PopupKind.allCases { add(of, .kind, kind.wireName, answers.kinds[kind]) }
      for name in answers.names.keys.sorted() { add(of, .name, name.text, answers.names[name]) }
    }
    add(visitsName, .all, nil, reactions.visit)
    bytes += "\n]\n".utf8
    return bytes
  }

  /// Reads premises that were written.
  ///
  /// - Throws: A `TraceError` with the position, where it is no such text, or something in it cannot be.
  package init(text: [UInt8]) throws(TraceError) {
    let reader = try PremisesReader(text)
    let root = try reader.members(of: 0, ["schema", "digest", "sessions", "visits", "reactions"])
    let schema = try reader.text(root, "schema")
    guard schema == Self.schema else {
      throw reader.error(
        root, "schema", "These are no premises of this version: their schema is \(Self.schema). Work them out anew.")
    }
    let digest = try reader.text(root, "digest")
    let counts = try reader.members(of: reader.node(root, "visits"), ["decision", "seen", "expectedMillionths"])
    let visits = VisitCounts(
      seen: try reader.integer(counts, "seen", atMost: Self.mostCounted),
      expectedMillionths: try reader.integer(counts, "expectedMillionths", atMost: .max))
    guard try reader.text(counts, "decision") == visits.decision.rawValue else {
      throw reader.error(
        counts, "decision", "The decision does not follow from the counts: they mean \(visits.decision.rawValue).")
    }
    self.init(
      sessions: try reader.integer(root, "sessions", atMost: Self.mostCounted), visits: visits,
      reactions: try reader.reactions(root))
    guard digest == self.digest else {
      throw reader.error(
        root, "digest", "The digest is not that of the content, which was changed. Work them out anew.")
    }
  }
}

private enum CurveLevel: String, CaseIterable {
  case all, kind, name
}

extension Question {
  fileprivate var wireName: String { self == .dwell ? "dwell" : "content" }

  fileprivate var answers: WritableKeyPath<ReactionModel, ReactionModel.Answers> {
    self == .dwell ? \.dwell : \.content
  }
}

/// Takes a text of premises apart; everything in it is untrusted.
private struct PremisesReader {
  /// The members of an object: the indices of the values.
  typealias Members = (object: Int, values: [String: Int])

  private let scanner: JSONScanner

  init(_ text: [UInt8]) throws(TraceError) {
    guard text.count <= Premises.longestText else {
      throw TraceError(.tooLarge, "The text has \(text.count) bytes; premises have at most \(Premises.longestText).")
    }
    var scanner = JSONScanner(text)
    do { try scanner.scan(0..<text.count) } catch {
      throw TraceError(.badJSON, at: .byte(error.offset), "The premises are not JSON: \(error.what). Mend the file.")
    }
    self.scanner = scanner
  }

  func error(_ members: Members, _ name: String, _ message: String) -> TraceError {
    error(at: node(members, name), message)
  }

  private func error(at index: Int, _ message: String) -> TraceError {
    TraceError(.badValue, at: .byte(scanner.nodes[index].start), message)
  }

  /// The members of an object, which has these names and no others.
  func members(of index: Int, _ names: [String], optional: [String] = []) throws(TraceError) -> Members {
    guard scanner.nodes[index].kind == .object else {
      throw error(at: index, "Here an object is expected, not \(scanner.nodes[index].kind.wireName).")
    }
    var values: [String: Int] = [:]
    var next = index + 1
    while next < scanner.nodes[index].next {
      let name = scanner.text(of: scanner.nodes[next])
      guard names.contains(name) || optional.contains(name) else {
        throw error(
          at: next, "There is no field of this name; there are \((names + optional).joined(separator: ", ")).")
      }
      guard values[name] == nil else { throw error(at: next, "The field \(name) is here for the second time.") }
      values[name] = next + 1
      next = scanner.nodes[next + 1].next
    }
    for name in names where values[name] == nil {
      throw TraceError(.missingField, at: .byte(scanner.nodes[index].start), "The field \(name) is missing here.")
    }
    return (index, values)
  }

  func node(_ members: Members, _ name: String) -> Int { members.values[name] ?? members.object }

  func text(_ members: Members, _ name: String) throws(TraceError) -> String {
    let node = scanner.nodes[self.node(members, name)]
    guard node.kind == .string || node.kind == .escapedString else {
      throw error(members, name, "Here text is expected, not \(node.kind.wireName).")
    }
    return scanner.text(of: node)
  }

  func integer(_ members: Members, _ name: String, atMost most: Int) throws(TraceError) -> Int {
    try integer(at: node(members, name), atMost: most)
  }

  private func integer(at index: Int, atMost most: Int) throws(TraceError) -> Int {
    let node = scanner.nodes[index]
    let digits = node.kind == .number ? String(decoding: scanner.bytes[node.start..<node.end], as: UTF8.self) : ""
    guard let number = Int(digits), number >= 0, number <= most else {
      throw error(at: index, "Here a whole number from 0 to \(most) is expected.")
    }
    return number
  }

  private func elements(at index: Int) throws(TraceError) -> [Int] {
    guard scanner.nodes[index].kind == .array else {
      throw error(at: index, "Here a list is expected, not \(scanner.nodes[index].kind.wireName).")
    }
    var indices: [Int] = []
    var next = index + 1
    while next < scanner.nodes[index].next {
      indices.append(next)
      next = scanner.nodes[next].next
    }
    return indices
  }

  func reactions(_ members: Members) throws(TraceError) -> ReactionModel {
    var model = ReactionModel()
    for index in try elements(at: node(members, "reactions")) {
      let entry = try self.members(of: index, ["of", "level", "observed", "censored", "steps"], optional: ["key"])
      let curve = try curve(entry)
      let level = try level(entry)
      let isSecond: Bool
      if try text(entry, "of") == Premises.visitsName {
        isSecond = model.visit != nil
        guard isSecond || level == .all && entry.values["key"] == nil else {
          throw error(entry, "level", "The curve of visits is of all popups, and has no key.")
        }
        model.visit = curve
      } else {
        let question = try one(
          of: Question.allCases, \.wireName, entry, "of", "Here dwell, content or visit is expected.")
        isSecond = try add(curve, level, entry, to: &model[keyPath: question.answers], index)
      }
      if isSecond { throw error(at: index, "This curve is here for the second time.") }
    }
    return model
  }

  /// Adds a curve that is not of visits; true where there is one of the same popups already.
  private func add(
    _ curve: ReactionCurve, _ level: CurveLevel, _ entry: Members, to answers: inout ReactionModel.Answers, _ index: Int
  ) throws(TraceError) -> Bool {
    switch level {
    case .all:
      guard answers.all == nil else { return true }
      guard entry.values["key"] == nil else { throw error(entry, "key", "The curve of all popups has no key.") }
      answers.all = curve
      return false
    case .kind:
      let kind = try one(of: PopupKind.allCases, \.wireName, entry, "key", "There is no such kind of popup.")
      return answers.kinds.updateValue(curve, forKey: kind) != nil
    case .name:
      let name = PopupName(try text(entry, "key"))
      guard !name.text.isEmpty, name.text.utf8.count <= PopupName.longest else {
        throw error(entry, "key", "A name has from 1 to \(PopupName.longest) bytes here.")
      }
      guard answers.names.updateValue(curve, forKey: name) == nil else { return true }
      guard answers.names.count <= ReactionTally.nameLimit else {
        throw error(at: index, "There are more than \(ReactionTally.nameLimit) names.")
      }
      return false
    }
  }

  /// The value that a member names in one word.
  private func one<Value>(
    of values: [Value], _ word: (Value) -> String, _ members: Members, _ name: String, _ otherwise: String
  ) throws(TraceError) -> Value {
    let text = try text(members, name)
    guard let value = values.first(where: { word($0) == text }) else { throw error(members, name, otherwise) }
    return value
  }

  private func level(_ entry: Members) throws(TraceError) -> CurveLevel {
    let level = try one(of: CurveLevel.allCases, \.rawValue, entry, "level", "Here all, kind or name is expected.")
    guard level == .all || entry.values["key"] != nil else {
      throw error(entry, "key", "The field key is missing here: the \(level.rawValue) that the curve is of.")
    }
    return level
  }

  private func curve(_ entry: Members) throws(TraceError) -> ReactionCurve {
    let observed = try integer(entry, "observed", atMost: Premises.mostCounted)
    guard observed >= ReactionCurve.leastObserved else {
      throw error(entry, "observed", "A curve rests on \(ReactionCurve.leastObserved) observed answers or more.")
    }
    let elements = try elements(at: node(entry, "steps"))
    guard !elements.isEmpty, elements.count <= DurationHistogram.bucketLimit else {
      throw error(entry, "steps", "A curve has from 1 to \(DurationHistogram.bucketLimit) steps.")
    }
    var steps: [ReactionCurve.Step] = []
    for element in elements {
      let pair = try self.elements(at: element)
      guard pair.count == 2 else { throw error(at: element, "A step is a length in ms and a share in units of 2^-32.") }
      let step = ReactionCurve.Step(
        milliseconds: Int64(try integer(at: pair[0], atMost: 1 << 27)),
        remaining: UInt32(truncatingIfNeeded: try integer(at: pair[1], atMost: Int(UInt32.max))))
      if let last = steps.last, step.milliseconds <= last.milliseconds || step.remaining > last.remaining {
        throw error(at: element, "Steps go on with greater lengths and smaller shares.")
      }
      steps.append(step)
    }
    return ReactionCurve(
      observed: observed, censored: try integer(entry, "censored", atMost: Premises.mostCounted), steps: steps)
  }
}
