import PopAudit
package import PopDocument
import PopTrace

/// Counts what a forecast is made of, or compared with.
package struct ForecastTally: Sendable {
  private var figures: FieldFigures
  /// What each session comes to in one of its runs, as a week does that comes.
  private var drawn = FieldFigures()
  /// As many of every count as ``FieldFigures`` has.
  private let runs: Int
  private var popups: [String: Forecast.Popup] = [:]
  private var pages: [String: Int] = [:]
  private static let mostNames = 1 << 14

  /// - `isForecast`: Whether it is made of replays, whose sessions may come out in several ways.
  package init(isForecast: Bool = false) {
    runs = isForecast ? 16 : 1
    figures = FieldFigures(runs: runs)
  }

  package mutating func add(_ session: SessionReport) {
    guard session.failure == nil, session.identity.isJudged else { return }
    figures.add(session)
    if runs > 1 { drawn.add(session, isDrawn: true) }
    let estimated = session.estimatedRuns
    for run in estimated.isEmpty ? [EstimatedReport(session)] : estimated {
      add(run, times: estimated.isEmpty ? runs : 1)
    }
    let stays = session.outcomes.flatMap { ($0.recorded?.shown ?? []) + ($0.candidate?.shown ?? []) }
    for page in Set(stays.map(\.pageClass)).subtracting([""])
    where pages[page] != nil || pages.count < Self.mostNames { pages[page, default: 0] += 1 }
  }

  private mutating func add(_ run: EstimatedReport, times: Int) {
    var seen: Set<String> = []
    for popup in run.popups where popups[popup.name] != nil || popups.count < Self.mostNames {
      if seen.insert(popup.name).inserted { popups[popup.name, default: .blank].sessions += times }
      popups[popup.name]?.popups += times
      if !popup.isShown { popups[popup.name]?.neverShown += times }
    }
    for pair in Set(run.findings.map { Pair(rule: $0.rule, name: $0.name) }) { count(pair, times) }
  }

  private struct Pair: Hashable {
    var rule: Rule
    var name: String
  }

  private mutating func count(_ pair: Pair, _ times: Int) {
    guard let known = popups[pair.name] else { return }
    let index = known.rules.firstIndex { $0.rule == pair.rule } ?? known.rules.count
    if index == known.rules.count {
      var count = Forecast.RuleCount.blank
      count.rule = pair.rule
      popups[pair.name]?.rules.append(count)
    }
    popups[pair.name]?.rules[index].sessions += times
  }

  /// The popups with what is counted of them for each session.
  private var perSession: [String: Forecast.Popup] {
    guard runs > 1 else { return popups }
    func whole(_ count: Int) -> Int { (count + runs / 2) / runs }
    return popups.mapValues { popup in
      var popup = popup
      (popup.sessions, popup.popups, popup.neverShown) = (
        whole(popup.sessions), whole(popup.popups), whole(popup.neverShown)
      )
      for index in popup.rules.indices { popup.rules[index].sessions = whole(popup.rules[index].sessions) }
      return popup
    }
  }

  /// What a policy is expected to do.
  package func forecast(of policy: String) -> Forecast {
    var forecast = Forecast()
    (forecast.policy, forecast.sessions) = (policy, figures.sessions)
    let weeks = drawn.estimates
    func spread(_ estimate: FieldFigures.Estimate?) -> Forecast.Spread {
      var spread = Forecast.Spread.blank
      guard let estimate else { return spread }
      let interval = estimate.interval(900)
      (spread.below, spread.above) = (estimate.value - interval.lowerBound, interval.upperBound - estimate.value)
      return spread
    }
    forecast.figures = figures.estimates.map { estimate in
      var figure = Forecast.Figure.blank
      figure.name = estimate.figure.name
      figure.value = MetricValue(millionths: estimate.value, estimate.figure.unit)
      figure.share = estimate.share
      figure.known = spread(estimate)
      figure.drawn = spread(weeks.first { $0.figure == estimate.figure })
      return figure
    }
    forecast.popups = perSession.sorted { (-$0.value.sessions, $0.key) < (-$1.value.sessions, $1.key) }
      .prefix(Forecast.mostNames).map { name, popup in
        var popup = popup
        popup.name = name
        popup.rules.sort { $0.rule.number < $1.rule.number }
        return popup
      }
    forecast.pages = Self.named(pages)
    return forecast
  }

  private static func named(_ counts: [String: Int]) -> [Forecast.NameCount] {
    counts.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.prefix(Forecast.mostNames).map { name, sessions in
      var count = Forecast.NameCount.blank
      (count.name, count.sessions) = (name, sessions)
      return count
    }
  }

  /// A forecast beside what was counted.
  package func comparison(with forecast: Forecast) -> ForecastComparison {
    var comparison = ForecastComparison.blank
    (comparison.policy, comparison.sessions) = (forecast.policy, forecast.sessions)
    comparison.metSessions = figures.sessions
    let popups = perSession
    let (knownPopups, knownPages) = (Set(forecast.popups.map(\.name)), Set(forecast.pages.map(\.name)))
    comparison.newPopups = Self.named(popups.filter { !knownPopups.contains($0.key) }.mapValues(\.sessions))
    comparison.newPages = Self.named(pages.filter { !knownPages.contains($0.key) })
    for estimate in figures.estimates {
      let own = forecast.figures.first { $0.name == estimate.figure.name && $0.value.unit == estimate.figure.unit }
      guard let figure = own,
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
