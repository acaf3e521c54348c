#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopTrace
import PopReplay
import PopupScheduling

struct DiffCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", _superCommandName: RootCommand.name,
    abstract: "Compares two policies over the same traces, or two traces, popup by popup.",
    discussion: """
      With --policy, the second policy is replayed and compared with the first one's replay. Without, two traces are compared: sessions of the \
      same name, else of the same place, and in them popups by name and by what brought them about, never by time.

      Example:
        poptrace diff Fixtures/field --policy v4,v5
        poptrace diff before.poptrace after.poptrace
      """)

  @OptionGroup var input: NamedInputOptions

  @Option(help: .text("Two policies, the baseline first, separated by a comma.", value: "policies"))
  var policy: String?

  @OptionGroup var judging: JudgingOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    guard let policy else { return try compareTraces(input.input, in: context) }
    let entries = try context.policies.resolveList(policy)
    guard entries.count == 2 else {
      throw .usage("diff compares two policies, not \(entries.count); replay --policy takes any number")
    }
    let inputs = try input.expanded(in: context, isQuiet: judging.isQuiet)
    let replays = try judging.setting(of: inputs, areJudged: true, in: context)
    let head = ReportHead(policy: entries[1].name, reference: entries[0].name, premises: replays.premises)
    let reports = try judging.run([head], inputs, in: context).run(replays) {
      ReplayJudge.each([entries[1]], against: entries[0], $0, showsAll: judging.reporting.all)
    }
    return ExitStatus(of: reports)
  }

  private func compareTraces(_ input: InputOptions, in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    guard input.traces.count == 2 else {
      throw .usage(
        "diff compares two traces, not \(input.traces.count); or one or more under two policies with --policy")
    }
    guard !judging.isEstimating else {
      throw .usage("--estimate and --max-affected are for replays: traces that are compared leave nothing open")
    }
    let names = ReportNames(arguments: input.traces)
    let table = try NameTable(file: self.input.names)
    let lists = input.traces.map { trace in
      var list = InputList([trace], limits: input.limits.limits, names: names)
      list.names = table
      list.takesReadableLines = input.limits.lenient
      return list
    }
    for remark in lists.flatMap(\.remarks) { context.remark(remark, isQuiet: judging.isQuiet) }
    try lists[0].refuse(output: judging.reporting.output.output)
    let references = try ReferenceSessions(lists[0])
    for problem in references.failures { context.complain(problem.failure.line) }
    let shown = zip(lists, input.traces).map { $0.shown($1) }
    let head = ReportHead(policy: shown[1], reference: shown[0], purpose: .comparison)
    var run = judging.run([head], lists[1], in: context)
    run.unread = references.failures.map(\.unread)
    let (policies, limits) = (context.policies, input.limits.limits)
    let reports = try run.run {
      var comparison = TraceComparison(with: references, checker: policies.makeIdentityChecker(limits))
      return SessionJudge { comparison.judge($0, $1) }
    }
    return ExitStatus(of: reports)
  }
}

struct ReferenceSessions: Sendable {
  /// What could not be read of them, so that what it is the counterpart of is not judged.
  private(set) var failures: [(failure: CommandFailure, unread: NotJudged)] = []
  private var byName: [String: SessionOrigin] = [:]
  private var byIndex: [SessionOrigin] = []

  init(_ inputs: InputList) throws(CommandFailure) {
    for input in inputs.paths {
      var lost = 0
      do {
        var source = try SessionSource(input, of: inputs)
        lost = 1
        while let session = try source.next() { try add(session, of: input, inputs.shown(input)) }
      } catch {
        guard error.status == .failed else { throw error }
        let unread = NotJudged(trace: inputs.shown(input), sessions: lost, because: error.message)
        failures.append((error, unread))
      }
    }
    if byIndex.isEmpty, let first = failures.first { throw first.failure }
  }

  private mutating func add(_ session: Session, of input: String, _ name: String) throws(CommandFailure) {
    guard !session.isScenario else {
      throw .usage("diff compares recordings; run scenarios with record, or name policies", in: input)
    }
    let origin = SessionOrigin(input: name, index: byIndex.count + 1, session: session)
    byIndex.append(origin)
    if !session.header.session.isEmpty { byName[session.header.session] = origin }
  }

  fileprivate func counterpart(of origin: SessionOrigin) -> SessionOrigin? {
    let name = origin.session.header.session
    if !name.isEmpty, let found = byName[name] { return found }
    guard byIndex.indices.contains(origin.index - 1) else { return nil }
    let found = byIndex[origin.index - 1]
    return name.isEmpty || found.session.header.session.isEmpty ? found : nil
  }
}

struct TraceComparison {
  private let references: ReferenceSessions
  private var first = RecordedRun()
  private var second = RecordedRun()
  private var diff = OutcomeDiff()
  private var checker: IdentityChecker

  init(with references: ReferenceSessions, checker: IdentityChecker) {
    self.references = references
    self.checker = checker
    diff.listsEverything = true
  }

  mutating func judge(_ origin: SessionOrigin, _ request: JudgeRequest) -> [JudgedSession] {
    var report = origin.report
    var other: SessionOrigin?
    if origin.session.isScenario {
      report.losses.append("a scenario, which nothing can be compared with; run it with record")
    } else if let found = references.counterpart(of: origin) {
      other = found
      compare(origin.session, found, request.form, &report)
    } else {
      report.losses.append("there is no session of this name or place to compare it with")
    }
    let runs = request.runs == .none ? [] : request.runs == .both ? [origin.session, other?.session] : [origin.session]
    return [JudgedSession(report, for: request, runs: runs)]
  }

  private mutating func compare(
    _ session: Session, _ other: SessionOrigin, _ form: OutputFormat?, _ report: inout SessionReport
  ) {
    let (before, after) = (checker.check(other.session), checker.check(session))
    let (left, right) = (before.judgedPart(of: other.session), after.judgedPart(of: session))
    first.read(left)
    second.read(right)
    report.addUnjudged(after, of: session)
    // What the other one lacks is not compared either.
    var lacking = other.report
    lacking.addUnjudged(before, of: other.session)
    report.losses += lacking.losses.map { "in \(other.input): \($0)" }
    report.remarks += lacking.remarks.map { "in \(other.input): \($0)" }
    for index in second.findings.indices {
      let isOld = first.fingerprints.contains(second.fingerprints[index])
      report.findings.append(second.report(index, isOld ? .same : .new, form))
    }
    for index in first.findings.indices where !second.fingerprints.contains(first.fingerprints[index]) {
      report.findings.append(first.report(index, .fixed, form))
    }
    diff.compare(first.tracker, second.tracker, by: RunAlignment(left, right))
    addOutcomes(to: &report, form)
  }

  private func addOutcomes(to report: inout SessionReport, _ form: OutputFormat?) {
    for change in diff.changes {
      report.changes[change.kind] += 1
      report.grades.add(.exact)
      guard form != .text || change.kind != .same else { continue }
      let words = change.candidate.isNone ? first.words : second.words
      let popup = change.candidate.isNone ? change.recorded : change.candidate
      report.outcomes.append(
        OutcomeReport(
          popup: words.number(of: popup), name: words.name(of: popup),
          recorded: first.tracker.outcome(of: change.recorded).map { RunReport($0, words: first.words) },
          candidate: second.tracker.outcome(of: change.candidate).map { RunReport($0, words: second.words) },
          change: change.kind))
    }
  }
}
#endif
