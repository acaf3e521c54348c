import PopDocument

extension TextReport {
  /// Adds a forecast beside what came: first what it could not know, then figure by figure.
  func addForecast(_ forecast: ForecastComparison, to lines: inout [String]) {
    let corpus = "of \(printable(forecast.policy)), from \(counted(forecast.sessions, "session"))"
    addHeading("FORECAST", "\(corpus), for these \(grouping(forecast.metSessions))", to: &lines)
    for (what, new) in [("popups", forecast.newPopups), ("pages", forecast.newPages)] where !new.isEmpty {
      let names = new.prefix(3).map { "\(told($0.name, limit: 40)) (in \(counted($0.sessions, "session")))" }
      let more = new.count > 3 ? " and \(grouping(new.count - 3)) more" : ""
      add(
        "the forecast knew nothing of the \(what) \(names.joined(separator: ", "))\(more)", indent: 2, .warning,
        to: &lines)
    }
    var table = TextTable([.left, .right, .right, .right, .left, .left])
    table.add(["", "forecast", "90 % of cases", "met", "", ""].map { Cell($0, .faint) })
    for figure in forecast.figures {
      let unit = figure.unit == .share ? "%" : "ms"
      func number(_ millionths: Int) -> String { Self.number(millionths, figure.unit) }
      let parts = figure.popups.map { part in
        "\(told(part.name, limit: 24)) \(Self.number(part.forecast, .share)) → \(Self.number(part.met, .share)) %"
      }
      table.add([
        Cell("  \(figure.name), \(unit)"), Cell(number(figure.forecast)),
        Cell("\(number(figure.low))–\(number(figure.high))", .faint), Cell(number(figure.met), .strong),
        figure.isInside ? "" : Cell("outside", .warning), Cell(parts.joined(separator: ", "), .faint),
      ])
    }
    lines += table.lines(style: style)
  }

  /// `11 of 12 figures inside their 90 % intervals`: what a forecast was worth.
  static func worth(of forecast: ForecastComparison) -> String {
    "\(grouping(forecast.inside)) of \(counted(forecast.figures.count, "figure")) inside \(forecast.figures.count == 1 ? "its" : "their") 90 % intervals"
  }
}
