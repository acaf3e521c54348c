#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One measured figure, with its budget.
struct Measurement {
  /// What was measured.
  var name: String
  /// The figure.
  var value: Double
  /// Its unit.
  var unit: String
  /// What it should be, in words; empty where there is no budget.
  var budget: String
  /// Whether it is within the budget.
  var isWithinBudget: Bool

  /// The figure as a line of the report.
  var line: String {
    let figure = value >= 100 ? String(Int(value.rounded())) : String((value * 100).rounded() / 100)
    let verdict = budget.isEmpty ? "" : (isWithinBudget ? "within " : "OVER   ") + budget
    return "  \(pad(name, to: 58)) \(pad(figure, to: 12, leading: true)) \(pad(unit, to: 14)) \(verdict)"
  }

  private func pad(_ text: String, to width: Int, leading: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, width - text.count))
    return leading ? spaces + text : text + spaces
  }
}

/// How much processor time the fastest of several runs of a body took, in nanoseconds.
///
/// The time of this thread and not of the wall clock: other programs on the machine then disturb caches only.
func fastestNanoseconds<Prepared>(
  of runs: Int, prepare: () throws -> Prepared, _ body: (Prepared) throws -> Void
) rethrows -> Double {
  var fastest = Double.infinity
  for _ in 0..<runs {
    let prepared = try prepare()
    let begin = threadNanoseconds()
    try body(prepared)
    fastest = min(fastest, threadNanoseconds() - begin)
  }
  return fastest
}

/// The same, with nothing to prepare.
func fastestNanoseconds(of runs: Int, _ body: () throws -> Void) rethrows -> Double {
  try fastestNanoseconds(of: runs, prepare: {}) { _ in try body() }
}

/// The processor time of this thread so far.
func threadNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
