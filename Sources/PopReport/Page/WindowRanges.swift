import PopTrace
import PopupScheduling

/// Which parts of a session's time a page shows: those around the witnesses of its findings, the worst findings first, or all of a short session.
struct WindowRanges {
  /// A session of so many events, over both of its runs, is shown whole.
  static let wholeEvents = 600
  /// So many events are shown on either side of a witness.
  static let context = 24
  /// Witnesses with more events between them than this are shown each by itself.
  static let reach = 300
  /// No more events than this are shown of a session, over both of its runs, but for those of its worst finding.
  static let mostEvents = 3000

  /// The parts in microseconds since the session's start, in order, without overlap.
  private(set) var parts: [ClosedRange<Int64>] = []
  /// What lies between, before and behind them, with how many events of both runs.
  private(set) var left: [(part: Range<Int64>, events: Int)] = []

  init(_ findings: [(witness: [Int32], run: Int)], in runs: [Session], isWhole: Bool = false) {
    let total = runs.reduce(0) { $0 + $1.events.count }
    let end = runs.map { Self.time($0.end, $0) }.max() ?? 0
    if total <= (isWhole ? Self.mostEvents : Self.wholeEvents) {
      parts = [0...max(0, end)]
    } else {
      for (place, finding) in findings.enumerated() {
        let added = Self.around(finding.witness, in: runs[finding.run])
        let union = Self.union(parts + added)
        // Of a session without room for all that was found, what is worst is seen.
        if place > 0, Self.events(in: union, of: runs) > Self.mostEvents { continue }
        parts = union
      }
      if parts.isEmpty { parts = [0...Self.timeOfEvent(Self.mostEvents / max(1, runs.count), in: runs)] }
    }
    addLeft(runs, upTo: end)
  }

  func indices(in run: Session) -> [Range<Int>] { parts.map { Self.indices(of: $0, in: run) } }
  func shows(from: Int64, until: Int64) -> Bool { parts.contains { $0.lowerBound <= until && from <= $0.upperBound } }

  private static func time(_ ticks: Ticks, _ run: Session) -> Int64 {
    Milliseconds(ticks, of: run.header.tick).microseconds
  }

  private static func timeOfEvent(_ index: Int, in runs: [Session]) -> Int64 {
    runs.map { run in run.events.isEmpty ? 0 : time(run.events[min(index, run.events.count - 1)].time, run) }.max() ?? 0
  }

  private static func around(_ witness: [Int32], in run: Session) -> [ClosedRange<Int64>] {
    let events = run.events
    let places = witness.compactMap { number -> Int? in
      let place = events.partitioningIndex { $0.sequence >= number }
      return place < events.count && events[place].sequence == number ? place : nil
    }.sorted()
    guard let first = places.first, let last = places.last else { return [] }
    func part(_ lower: Int, _ upper: Int) -> ClosedRange<Int64> {
      let from = time(events[max(0, lower - context)].time, run)
      return from...max(from, time(events[min(events.count - 1, upper + context)].time, run))
    }
    return last - first <= reach ? [part(first, last)] : places.map { part($0, $0) }
  }

  private static func union(_ parts: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
    var result: [ClosedRange<Int64>] = []
    for part in parts.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      if let last = result.last, part.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, part.upperBound)
      } else {
        result.append(part)
      }
    }
    return result
  }

  private static func indices(of part: ClosedRange<Int64>, in run: Session) -> Range<Int> {
    let lower = run.events.partitioningIndex { time($0.time, run) >= part.lowerBound }
    let upper = run.events.partitioningIndex { time($0.time, run) > part.upperBound }
    return lower..<max(lower, upper)
  }

  private static func events(in parts: [ClosedRange<Int64>], of runs: [Session]) -> Int {
    parts.reduce(0) { sum, part in sum + runs.reduce(0) { $0 + indices(of: part, in: $1).count } }
  }

  private mutating func addLeft(_ runs: [Session], upTo end: Int64) {
    // What stands at the edges of a part is shown.
    func events(after: Int64?, before: Int64?) -> Int {
      runs.reduce(0) { sum, run in
        let first = after.map { after in run.events.partitioningIndex { Self.time($0.time, run) > after } } ?? 0
        let last =
          before.map { before in run.events.partitioningIndex { Self.time($0.time, run) >= before } }
          ?? run.events.count
        return sum + max(0, last - first)
      }
    }
    var from: Int64?
    for part in parts {
      let count = events(after: from, before: part.lowerBound)
      if count > 0 { left.append(((from ?? 0)..<max(from ?? 0, part.lowerBound), count)) }
      from = part.upperBound
    }
    let count = from.map { events(after: $0, before: nil) } ?? 0
    if let from, count > 0 { left.append((from..<max(from, end), count)) }
  }
}
