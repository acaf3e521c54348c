#if Tool
import PopAudit
import PopReplay
import PopSystem
import PopTrace
import PopupScheduling
import PublishedSchedulers

/// The lists of defects in a folder such as `Fixtures/published`, one for each published scheduler.
struct DefectLists {
  /// A defect, whose it is, and what its scheduler's run and v6's came to.
  struct Row {
    var scheduler: PublishedScheduler
    var defect: PublishedDefect
    var rule: Rule
    /// Whether the audit of the scheduler's run names it.
    var isNamed: Bool
    /// Whether v6 has neither error nor warning in the same scenario.
    var isCleanUnderV6: Bool
  }

  private let folder: String
  private var scenarios: [String: (session: Session, isCleanUnderV6: Bool)] = [:]

  /// Takes a folder.
  ///
  /// - Throws: Where there is no such directory.
  init(_ folder: String) throws(CommandFailure) {
    guard FileSystem.kind(of: folder) == .directory else {
      throw CommandFailure(
        "there is no such directory; name the one with the lists of defects, Fixtures/published in PopTrace's repository",
        input: folder)
    }
    self.folder = folder.hasSuffix("/") ? folder : folder + "/"
  }

  /// Runs every scenario against its scheduler and against v6, in the order of the registry and of the lists.
  ///
  /// - Throws: Where there is no list, or one or a scenario of it cannot be read.
  mutating func run() throws(CommandFailure) -> [Row] {
    var standard = PolicyEntry("v6", summary: "") { StandardPolicy(.v6) }.makeEvaluator()
    var rows: [Row] = []
    for scheduler in PublishedSchedulers.all {
      var bench: any PolicyEvaluator = PolicyEntry(scheduler).makeEvaluator()
      for (defect, rule) in try defects(of: scheduler) {
        let (session, isClean) = try scenario(defect.scenario, standard: &standard)
        let found = try findings(of: &bench, over: session, folder + defect.scenario)
        rows.append(
          Row(
            scheduler: scheduler, defect: defect, rule: rule, isNamed: found.contains { $0.rule == rule },
            isCleanUnderV6: isClean))
      }
    }
    guard !rows.isEmpty else {
      throw CommandFailure(
        "the directory holds no list \(PublishedDefect.list(of: PublishedSchedulers.all[0])) or the like", input: folder
      )
    }
    return rows
  }

  private func findings(
    of bench: inout any PolicyEvaluator, over session: Session, _ path: String
  ) throws(CommandFailure) -> [Finding] {
    var run = RecordedRun()
    do { run.read(try bench.record(session, options: ReplayOptions())) } catch {
      throw CommandFailure(error, input: path)
    }
    return run.findings
  }

  private mutating func scenario(
    _ name: String, standard: inout any PolicyEvaluator
  ) throws(CommandFailure) -> (session: Session, isCleanUnderV6: Bool) {
    if let known = scenarios[name] { return known }
    let path = folder + name
    var source = try SessionSource(path, of: InputList([path]))
    guard let session = try source.next(), session.isScenario else {
      throw CommandFailure("the file holds no scenario", input: path)
    }
    let isClean = try findings(of: &standard, over: session, path).allSatisfy { $0.rule.severity == .info }
    scenarios[name] = (session, isClean)
    return (session, isClean)
  }

  /// A scheduler's list; empty where there is none.
  private func defects(of scheduler: PublishedScheduler) throws(CommandFailure) -> [(PublishedDefect, Rule)] {
    let path = folder + PublishedDefect.list(of: scheduler)
    guard FileSystem.kind(of: path) != .missing else { return [] }
    let bytes = try ByteSource.contents(of: path, atMost: 1 << 24, "a list of defects")
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure("the file is not UTF-8 text", input: path)
    }
    var defects: [(PublishedDefect, Rule)] = []
    for (index, line) in text.split(separator: "\n").enumerated().dropFirst() {
      guard let defect = PublishedDefect(line) else {
        throw CommandFailure(
          "line \(index + 1): a defect is a scenario, a rule and a thought, separated by tabs", input: path)
      }
      guard let rule = Rule(rawValue: defect.rule) else {
        let advice = suggestion(for: defect.rule, among: Rule.allCases.map(\.id))
        throw CommandFailure("line \(index + 1): there is no rule \"\(defect.rule)\"\(advice)", input: path)
      }
      defects.append((defect, rule))
    }
    return defects
  }
}
#endif
