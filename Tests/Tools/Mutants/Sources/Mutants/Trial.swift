import Foundation
import Synchronization

/// What came of one mutant.
public enum Outcome: Sendable, Equatable {
  /// A test of this target failed: the name, or how the run ended.
  case noticed(by: String, test: String)
  /// The tests of this target did not end.
  case endless(String)
  /// All tests passed. Whether any ran the code.
  case survived(isReached: Bool)
}

/// The tests of a target, run with nothing broken.
struct Reference {
  var target: String
  var cpuSeconds: Double
  var seconds: Double
  /// The mutants whose code these tests run.
  var reached: Set<Int>

  /// More time than that takes only a run that does not end.
  var cpuLimit: Int { max(20, Int(cpuSeconds * 10)) }
  var limit: Double { max(120, seconds * 20) }
}

/// Runs tests with mutants switched on.
struct Trials {
  let builder: Builder
  /// Where tests put what they write, and this tool its files.
  let folder: URL

  /// Runs the tests of each target with nothing broken.
  ///
  /// - Throws: Where a test fails: nothing could be learned then.
  func references(_ targets: [String], _ progress: (Reference) -> Void) throws -> [Reference] {
    try targets.map { target in
      let reach = folder.appending(path: "reach")
      try Data(count: SwitchFile.reachBytes).write(to: reach)
      let began = Date()
      let run = try run(target, [SwitchFile.reachVariable: reach.path()])
      guard run.end == .status(0) else {
        throw Child.Failure(description: "With nothing broken \(target) fails: \(run.end). Nothing can be learned.")
      }
      let bytes = try Data(contentsOf: reach)
      let reference = Reference(
        target: target, cpuSeconds: run.cpu, seconds: Date().timeIntervalSince(began),
        reached: Set(bytes.indices.filter { bytes[$0] != 0 }))
      progress(reference)
      return reference
    }
  }

  /// Says whether the tests of a module's own die by the trap of a switch: if they do not, nothing is switched on by anything.
  func canaryDies(in target: String) throws -> Bool {
    let run = try run(target, [SwitchFile.variable: "0"])
    if case .stopped(let words) = run.end { return words.contains(SwitchFile.canary) }
    return false
  }

  /// Runs the tests of the module's own target with a mutant, then all others that run its code, the quickest first.
  func outcome(of mutant: Mutant, _ references: [Reference]) throws -> Outcome {
    let own = references.filter { $0.target == mutant.scope.tests }
    let others = references.filter { $0.target != mutant.scope.tests && $0.reached.contains(mutant.number) }
      .sorted { $0.cpuSeconds < $1.cpuSeconds }
    for reference in own + others {
      let run = try run(reference.target, [SwitchFile.variable: "\(mutant.number)"], limits: reference)
      switch run.end {
      case .status(0): continue
      case .tooLong: return .endless(reference.target)
      case .stopped(let test): return .noticed(by: reference.target, test: test)
      case .status(let status):
        return .noticed(by: reference.target, test: status > 128 ? "signal \(status - 128)" : "status \(status)")
      }
    }
    return .survived(isReached: references.contains { $0.reached.contains(mutant.number) })
  }

  private func run(_ target: String, _ switches: [String: String], limits: Reference? = nil) throws -> (
    end: Child.End, cpu: Double
  ) {
    let temporary = folder.appending(path: "tmp/\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: temporary) }
    var environment = builder.environment.merging(switches) { $1 }
    environment["TMPDIR"] = temporary.path()
    // Nobody reads what a crash would say of itself.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    return try Child(
      command: builder.test(target), environment: environment, directory: builder.tree,
      cpuSeconds: limits?.cpuLimit, seconds: limits?.limit
    ).run(Self.failure)
  }

  /// The test that failed, where a line of a test run says that one did.
  static func failure(in line: String) -> String? {
    if let end = line.firstRange(of: " recorded an issue") {
      let words = line[..<end.lowerBound]
      return words.firstRange(of: "Test ").map { String(words[$0.upperBound...]) } ?? String(words)
    }
    for word in ["Fatal error:", "Swift runtime failure:", "*** Program crashed:"] {
      if let start = line.firstRange(of: word) { return String(line[start.lowerBound...].prefix(120)) }
    }
    return nil
  }

  /// Tries some, several at a time.
  ///
  /// - Returns: What came of each.
  func outcomes(
    of mutants: [Mutant], _ references: [Reference], jobs: Int, _ progress: @Sendable (Mutant, Outcome) -> Void
  ) throws -> [Outcome] {
    let state = Mutex((next: 0, outcomes: [Outcome?](repeating: nil, count: mutants.count), error: (any Error)?.none))
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while true {
        let index = state.withLock { state in
          defer { state.next += 1 }
          return state.error == nil ? state.next : mutants.count
        }
        guard index < mutants.count else { return }
        do {
          let outcome = try outcome(of: mutants[index], references)
          state.withLock { $0.outcomes[index] = outcome }
          progress(mutants[index], outcome)
        } catch {
          state.withLock { $0.error = error }
        }
      }
    }
    if let error = state.withLock({ $0.error }) { throw error }
    return state.withLock { $0.outcomes.compactMap(\.self) }
  }
}
