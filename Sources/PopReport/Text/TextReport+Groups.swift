import PopDocument

extension TextReport {
  /// Adds a table for each of what sessions are grouped by: a row a group, and last what differs between two.
  func addGroups(_ tables: [GroupTable], to lines: inout [String]) {
    for table in tables {
      addHeading("BY " + printable(table.by).uppercased(), "with what holds 95 of 100", to: &lines)
      let names = table.rows.first.map { $0.figures.map(\.name) } ?? []
      let columns = (table.rows.flatMap(\.figures).map(\.name)).reduce(into: names) { known, name in
        if !known.contains(name) { known.append(name) }
      }
      var first = 0
      // As many columns at a time as there is room for, each table with its groups.
      while first < columns.count {
        let most = Self.columns(from: first, of: columns.count, width: style.width)
        addGroups(table, Array(columns[first..<first + most]), isFirst: first == 0, to: &lines)
        first += most
      }
      if table.rows.isEmpty { lines.append("  no session") }
      addMore(table.leftOut, " with fewer sessions", to: &lines)
      for comparison in table.comparisons where comparison.isTooSmall {
        add(
          "\(Self.name(comparison.value)) and \(Self.name(comparison.with)) are not compared: one has fewer than 30 sessions",
          indent: 2, .faint, to: &lines)
      }
      if table.comparisons.contains(where: { $0.changes.contains(where: \.differs) }) {
        add(
          "* differs: chance alone does that in one table of a hundred (Holm's correction)", indent: 2, .faint,
          to: &lines)
      }
    }
  }

  private static func columns(from first: Int, of count: Int, width: Int) -> Int {
    min(count - first, max(1, (width - 34) / 19))
  }

  private func addGroups(_ table: GroupTable, _ columns: [String], isFirst: Bool, to lines: inout [String]) {
    let sessions: [TextTable.Alignment] = isFirst ? [.right] : []
    var text = TextTable([.left] + sessions + columns.map { _ in .right })
    let units = columns.map { name in
      table.rows.lazy.flatMap(\.figures).first { $0.name == name }?.value.unit == .share ? "\(name), %" : "\(name), ms"
    }
    text.add(([""] + (isFirst ? ["sessions"] : []) + units).map { Cell($0, .faint) })
    for row in table.rows {
      let cells = columns.map { name in Cell(row.figures.first { $0.name == name }.map(Self.words) ?? "–") }
      text.add([Cell("  " + Self.name(row.value))] + (isFirst ? [Cell(grouping(row.sessions))] : []) + cells)
    }
    for comparison in table.comparisons where !comparison.isTooSmall {
      let cells = columns.map { name -> Cell in
        guard let change = comparison.changes.first(where: { $0.name == name }) else { return "–" }
        return Cell(Self.words(change), change.differs ? .warning : .faint)
      }
      let subject = "  \(Self.name(comparison.value)) − \(Self.name(comparison.with))"
      text.add([Cell(subject, .strong)] + (isFirst ? [""] : []) + cells)
    }
    lines += text.lines(style: style)
  }

  private static func name(_ value: String) -> String { value.isEmpty ? "(none)" : told(value, limit: 24) }

  /// `25.0 (20.1–30.2)`, `1,250 (900–1,600)`.
  private static func words(_ figure: GroupTable.Figure) -> String {
    let numbers = [figure.value.millionths, figure.low, figure.high].map { number($0, figure.value.unit) }
    return "\(numbers[0]) (\(numbers[1])–\(numbers[2]))"
  }

  private static func words(_ change: GroupTable.Change) -> String {
    let sign = change.difference > 0 ? "+" : change.difference < 0 ? "−" : "±"
    let number = number(Int(change.difference.magnitude), change.unit)
    return "\(sign)\(number)\(change.differs ? " *" : "")"
  }

  static func number(_ millionths: Int, _ unit: MetricValue.Unit) -> String {
    guard unit == .share else { return grouping((millionths + 500_000) / 1_000_000) }
    let permille = (millionths + 500) / 1000
    return "\(permille / 10).\(permille % 10)"
  }
}
