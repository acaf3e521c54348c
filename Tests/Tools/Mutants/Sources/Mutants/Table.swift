/// What came of all that was tried, for readers.
public struct Table: Sendable {
  /// The sums of one module, or of all.
  public struct Row: Sendable, Equatable {
    public var module: String
    public var drawn = 0
    /// Those that were noticed, by whatever.
    public var noticed = 0
    /// Of these, those that failed a test of the module's own, or kept it from ending.
    public var own = 0
    /// Of these, those whose tests did not end.
    public var endless = 0
    public var survived = 0
    /// Those that were drawn, and were not tried because they cannot change anything. They are not among ``drawn``.
    public var equivalent = 0

    public var percent: Int { drawn == 0 ? 100 : noticed * 100 / drawn }

    public init(_ module: String) { self.module = module }

    mutating func add(_ mutant: Mutant, _ outcome: Outcome) {
      drawn += 1
      switch outcome {
      case .noticed(let target, _):
        noticed += 1
        if target == mutant.scope.tests { own += 1 }
      case .endless(let target):
        noticed += 1
        endless += 1
        if target == mutant.scope.tests { own += 1 }
      case .survived: survived += 1
      }
    }
  }

  public private(set) var rows: [Row] = []
  public private(set) var total = Row("all")

  public init(_ tried: [(Mutant, Outcome)], equivalents: [(module: String, count: Int)] = []) {
    func place(_ module: String) -> Int {
      if let place = rows.firstIndex(where: { $0.module == module }) { return place }
      rows.append(Row(module))
      return rows.count - 1
    }
    for (mutant, outcome) in tried {
      rows[place(mutant.scope.module)].add(mutant, outcome)
      total.add(mutant, outcome)
    }
    for (module, count) in equivalents {
      rows[place(module)].equivalent += count
      total.equivalent += count
    }
  }

  /// Whether enough are noticed: nine of ten, and four of five of each module.
  public var isEnough: Bool {
    total.noticed * 10 >= total.drawn * 9 && rows.allSatisfy { $0.noticed * 5 >= $0.drawn * 4 }
  }

  public var text: String {
    var lines = [["module", "drawn", "noticed", "by its own", "not ending", "survived", "equivalent", "%"]]
    for row in rows + [total] {
      let counts = [row.drawn, row.noticed, row.own, row.endless, row.survived, row.equivalent, row.percent]
      lines.append([row.module] + counts.map(String.init))
    }
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      zip(line, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

extension Candidate {
  /// Where it is, and what was done: the lines before and after.
  ///
  /// - Parameter source: The text of its file.
  public func text(in source: String) -> String {
    let bytes = Array(source.utf8)
    let newline = UInt8(ascii: "\n")
    let start = bytes[..<self.bytes.lowerBound].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let end = bytes[self.bytes.upperBound...].firstIndex(of: newline) ?? bytes.count
    let before = String(decoding: bytes[start..<end], as: UTF8.self)
    let left = String(decoding: bytes[start..<self.bytes.lowerBound], as: UTF8.self)
    let right = String(decoding: bytes[self.bytes.upperBound..<end], as: UTF8.self)
    func marked(_ mark: String, _ text: String) -> String {
      let isEmpty = text.allSatisfy(\.isWhitespace)
      if isEmpty { return "  \(mark)" }
      return text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \(mark) \($0)" }.joined(
        separator: "\n")
    }
    return """
      \(path):\(lines.lowerBound): \(function): \(kind): \(what)
      \(marked("-", before))
      \(marked("+", left + (after ?? "") + right))
        id \(id)
      """
  }
}
