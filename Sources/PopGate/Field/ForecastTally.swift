import PopAudit
package import PopDocument
import PopTrace

/// Counts what a forecast is made of, or compared with.
package struct ForecastTally: Sendable {
  private var figures = FieldFigures()
  private var popups: [String: Forecast.Popup] = [:]
  private var pages: [String: Int] = [:]
  private static let mostNames = 1 << 14

  package init() {}

  package mutating func add(_ session: SessionReport) {
    guard session.failure == nil, session.identity.isJudged else { return }
    figures.add(session)
    var own: [String: Forecast.Popup] = [:]
    var pagesSeen: Set<String> = []
    for outcome in session.outcomes {
      for stay in (outcome.recorded?.shown ?? []) + (outcome.candidate?.shown ?? []) { pagesSeen.insert(stay.pageClass) }
      guard let run = outcome.candidate else { continue }
      own[outcome.name, default: .blank].popups += 1
      if run.shown.isEmpty { own[outcome.name]?.neverShown += 1 }
    }
    for (name, popup) in own {
      guard popups[name] != nil || popups.count < Self.mostNames else { continue }
      popups[name, default: .blank].sessions += 1
      popups[name]?.popups += popup.popups
      popups[name]?.neverShown += popup.neverShown
    }
    let found = Set(session.findings.filter { $0.status != .fixed }.map { Pair(rule: $0.rule, name: $0.name) })
    for pair in found where popups[pair.name] != nil { count(pair) }
    for page in pagesSeen where !page.isEmpty && (pages[page] != nil || pages.count < Self.mostNames) {
      pages[page, default: 0] += 1
    }
  }

  private struct Pair: Hashable {
    var rule: Rule
    var name: String
  }

  private mutating func count(_ pair: Pair) {
    let index = popups[pair.name]?.rules.firstIndex { $0.rule == pair.rule }
    if let index {
      popups[pair.name]?.rules[index].sessions += 1
    } else {
      var count = Forecast.RuleCount.blank
      (count.rule, count.sessions) = (pair.rule, 1)
      popups[pair.name]?.rules.append(count)
    }
  }

  /// What a policy is expected to do.
  package func forecast(of policy: String) -> Forecast {
    var forecast = Forecast()
    (forecast.policy, forecast.sessions) = (policy, figures.sessions)
    forecast.figures = figures.estimates.map { estimate in
      var figure = Forecast.Figure.blank
      figure.name = estimate.figure.name
      figure.value = MetricValue(millionths: estimate.value, estimate.figure.unit)
      figure.share = estimate.share
      let interval = estimate.interval(900)
      (figure.below, figure.above) = (estimate.value - interval.lowerBound, interval.upperBound - estimate.value)
      return figure
    }
    forecast.popups = popups.sorted { (-$0.value.sessions, $0.key) < (-$1.value.sessions, $1.key) }
      .prefix(Forecast.mostNames).map { name, popup in
        var popup = popup
        popup.name = name
        popup.rules.sort { $0.rule.number < $1.rule.number }
        return popup
      }
    forecast.pages = Self.named(pages)
    return forecast
  }

  private static func named(_ counts: [String: Int]) -> [Forecast.Page] {
    counts.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.prefix(Forecast.mostNames).map { name, sessions in
      var page = Forecast.Page.blank
      (page.name, page.sessions) = (name, sessions)
      return page
    }
  }

  /// A forecast beside what was counted.
  package func comparison(with forecast: Forecast) -> ForecastComparison {
    var comparison = ForecastComparison.blank
    (comparison.policy, comparison.sessions) = (forecast.policy, forecast.sessions)
    comparison.metSessions = figures.sessions
    let (knownPopups, knownPages) = (Set(forecast.popups.map(\.name)), Set(forecast.pages.map(\.name)))
    comparison.newPopups = Self.named(popups.filter { !knownPopups.contains($0.key) }.mapValues(\.sessions))
    comparison.newPages = Self.named(pages.filter { !knownPages.contains($0.key) })
    for estimate in figures.estimates {
      guard let figure = forecast.figures.first(where: { $0.name == estimate.figure.name }),
        figure.value.millionths > 0 || estimate.value > 0 || estimate.figure == .withError
      else { continue }
      var row = ForecastComparison.Figure.blank
      (row.name, row.unit) = (figure.name, figure.value.unit)
      (row.forecast, row.met) = (figure.value.millionths, estimate.value)
      let interval = Prediction.interval(of: figure, forecast.sessions, for: estimate, figures.sessions)
      (row.low, row.high) = (interval.lowerBound, interval.upperBound)
      row.isInside = interval.contains(estimate.value)
      if !row.isInside { row.popups = parts(of: estimate.figure, forecast) }
      comparison.figures.append(row)
    }
    return comparison
  }

  private static let mostParts = 3

  /// The popups whose shares of sessions differ most, of what a figure counts.
  private func parts(of figure: FieldFigures.Figure, _ forecast: Forecast) -> [ForecastComparison.Part] {
    func count(_ popup: Forecast.Popup?) -> Int {
      guard let popup else { return 0 }
      switch figure {
      case .rule(let rule): return popup.rules.first { $0.rule == rule }?.sessions ?? 0
      case .withError: return popup.rules.filter { $0.rule.severity == .error }.map(\.sessions).max() ?? 0
      case .neverShown, .waitP50, .waitP95: return popup.neverShown
      }
    }
    func share(_ count: Int, of all: Int) -> Int { Quotient(part: count, whole: all).millionths(times: 1) }
    let known = Dictionary(forecast.popups.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let parts = Set(known.keys).union(popups.keys).map { name in
      var part = ForecastComparison.Part.blank
      part.name = name
      part.forecast = share(count(known[name]), of: forecast.sessions)
      part.met = share(count(popups[name]), of: figures.sessions)
      return part
    }
    return parts.filter { $0.met != $0.forecast }
      .sorted { (-abs($0.met - $0.forecast), $0.name) < (-abs($1.met - $1.forecast), $1.name) }
      .prefix(Self.mostParts).map { $0 }
  }
}
