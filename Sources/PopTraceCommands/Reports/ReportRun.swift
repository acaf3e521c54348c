#if Tool
import Dispatch
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopGate

/// Reads all inputs in turn, judges them on several threads, and reports in any number of forms, in the order of the inputs.
struct ReportRun {
  private static let longestSession = 200_000

  let heads: [ReportHead]
  let inputs: InputList
  let jobs: Int
  var setting: GateSetting
  let options: ReportOptions
  var unread: [NotJudged] = []
  /// Whether sessions are looked at, and not judged: a page shows each of them, and whole.
  var isViewed = false
  /// Makes what is told of every session that counts; more than once where sessions have to be judged again.
  var makeKeeper: () -> (SessionReport) -> Void = { { _ in } }
  var blame: ((BlameTargets, ReplaySetting?) throws(CommandFailure) -> [BlameEntry])?
  let context: ToolContext

  private struct JudgedPart: Sendable {
    /// What a batch has of an input, without its sessions, whose memory others use.
    var part: SessionBatches.Part
    var sessions: [[JudgedSession]]

    init(_ part: SessionBatches.Part, _ judge: (SessionOrigin) -> [JudgedSession]) {
      sessions = part.origins.map(judge)
      self.part = part
      self.part.origins = []
    }
  }

  private struct Progress {
    let bar: ProgressBar
    let runs: SavedRuns?
    /// Inputs of which nothing comes are said at their positions.
    var inputIndex = 0
    var sessions = 0
    /// What a page may show, should there be room.
    var shown: [ReportPosition] = []
    var isStopped = false
    var failure: CommandFailure?
    let keep: (SessionReport) -> Void
    /// How many lines about the inputs were said when these were judged before, and how many came up by now.
    let said: Int
    var lines = 0
    /// Whether what was taken for granted of users does not hold, or cannot be waited for, so that all has to be judged anew.
    var isAbandoned = false

    /// Says a line about the inputs, unless it was said before.
    mutating func say(_ line: () -> Void) {
      if lines >= said { line() }
      lines += 1
    }
  }

  /// Judges where nothing is to be found out of users.
  @discardableResult
  func run(judgedBy makeJudge: @escaping @Sendable () -> SessionJudge) throws(CommandFailure) -> [ReportDocument] {
    try reports(of: nil) { _ in makeJudge }
  }

  /// Judges policies by replays as a setting says. The same pass may find out what users do; where that is not what was taken for granted, all
  /// is judged once more.
  func run(
    _ replays: ReplaySetting, judgedBy makeJudge: (ReplaySetting) -> @Sendable () -> SessionJudge
  ) throws(CommandFailure) -> [ReportDocument] { try reports(of: replays) { makeJudge($0 ?? replays) } }

  private func reports(
    of given: ReplaySetting?, _ makeJudge: (ReplaySetting?) -> @Sendable () -> SessionJudge
  ) throws(CommandFailure) -> [ReportDocument] {
    let start = SystemClock.nanoseconds()
    guard heads.count == 1 || options.single != nil else {
      throw .usage("several policies are compared as text or json; give one policy for other forms of the report")
    }
    try options.refuse(inputs)
    let outputs = try ReportOutputs(options)
    do throws(CommandFailure) {
      var replays = given
      var said = 0
      while true {
        if let reports = try judge(replays, makeJudge, to: outputs, said: &said) {
          try sayThroughput(reports, since: start)
          return reports
        }
        replays = replays?.settled(by: inputs, jobs: jobs, isQuiet: options.isQuiet)
      }
    } catch {
      outputs.discard()
      throw error
    }
  }

  /// Judges all inputs; nil where that has to be done once more, because users do not do what was taken for granted.
  ///
  /// - `said`: How many lines about the inputs have been said, which are not said again.
  private func judge(
    _ replays: ReplaySetting?, _ makeJudge: (ReplaySetting?) -> @Sendable () -> SessionJudge, to outputs: ReportOutputs,
    said: inout Int
  ) throws(CommandFailure) -> [ReportDocument]? {
    let runs = if let folder = options.saveTrace { try SavedRuns(in: folder, from: inputs) } else { SavedRuns?.none }
    do throws(CommandFailure) {
      let survey = replays?.survey
      var heads = heads
      if let replays { for index in heads.indices { heads[index].premises = replays.premises } }
      let assembly = try ReportAssembly(
        heads, to: outputs, setting, judgesFindings: options.single == nil, isHeld: survey != nil)
      for entry in unread { try assembly.add(.unread(entry)) }
      var progress = Progress(bar: ProgressBar(isQuiet: options.isQuiet), runs: runs, keep: makeKeeper(), said: said)
      var request = JudgeRequest(form: options.single, runs: runs == nil ? .none : .candidate)
      if options.single == .json || outputs.needsJSON { request.writesWhole = options.single != .json }
      var batches = SessionBatches(inputs, jobs: jobs)
      let room = batches.room
      let worker = makeJudge(replays)
      OrderedWork(jobs: jobs).run(
        next: { batches.next() }, isAtEnd: { batches.isAtEnd }, worker: worker,
        work: { [request] judge, batch in
          let judged = batch.parts.map { part in JudgedPart(part) { judge($0, request) } }
          if batch.isLarge { judge = worker() }
          room.giveBack(batch)
          return judged
        },
        deliver: { parts in
          do throws(CommandFailure) {
            for part in parts {
              let isWanted = try take(part, to: assembly, &progress)
              progress.isAbandoned = survey?.isContrary == true || outputs.isBeyondHeld
              guard isWanted, !progress.isAbandoned else { return false }
            }
            return true
          } catch {
            progress.failure = error
            return false
          }
        })
      progress.bar.clear()
      if let failure = progress.failure { throw failure }
      said = progress.lines
      guard !progress.isAbandoned else {
        runs?.discard()
        return nil
      }
      let settled = replays?.settled
      if let settled, survey != nil { try assembly.settle(settled.premises) }
      return try finish(assembly, progress, outputs, settled, makeJudge(settled))
    } catch {
      runs?.discard()
      throw error
    }
  }

  /// Takes what came of some sessions of an input; false where enough is known.
  private func take(
    _ judged: JudgedPart, to assembly: ReportAssembly, _ progress: inout Progress
  ) throws(CommandFailure) -> Bool {
    let part = judged.part
    progress.sessions += judged.sessions.count
    progress.bar.update("inputs", done: part.inputIndex, of: inputs.paths.count, sessions: progress.sessions)
    while progress.inputIndex < part.inputIndex {
      try assembly.add(.empty(trace: inputs.shown(inputs.paths[progress.inputIndex])))
      progress.inputIndex += 1
    }
    for sessions in judged.sessions {
      if let duplicate = try assembly.add(sessions) {
        progress.say {
          context.remark(
            "\(printable(duplicate.trace)): session \(printable(duplicate.session)) was given before; it is judged once",
            isQuiet: options.isQuiet)
        }
      } else if let first = sessions.first {
        try note(first, &progress)
        guard assembly.regressedSessions < inputs.failFast ?? .max else {
          context.remark(
            "\(counted(assembly.regressedSessions, "session")) with regressions: what comes after them was not judged",
            isQuiet: false)
          progress.isStopped = true
          return false
        }
      }
    }
    for remark in part.remarks { progress.say { context.remark(remark, isQuiet: options.isQuiet) } }
    if let failure = part.failure {
      progress.say { context.complain(failure.line) }
      try assembly.add(
        .unread(NotJudged(trace: part.input, sessions: part.lostSessions, because: failure.message)))
    }
    return true
  }

  private func note(_ session: JudgedSession, _ progress: inout Progress) throws(CommandFailure) {
    let report = session.report
    progress.keep(report)
    if isViewed, let failure = report.failure {
      context.complain(CommandFailure("\(report.trace), session \(report.session): \(failure)").line)
    } else if isViewed || !report.findings.isEmpty, progress.shown.count < ReportPage.mostSessions {
      progress.shown.append(ReportPosition(trace: report.trace, index: report.index))
    }
    if let run = session.candidate { try progress.runs?.add(run, of: report.trace) }
  }

  private func finish(
    _ assembly: ReportAssembly, _ progress: Progress, _ outputs: ReportOutputs, _ replays: ReplaySetting?,
    _ makeJudge: @escaping () -> SessionJudge
  ) throws(CommandFailure) -> [ReportDocument] {
    for path in progress.isStopped ? [] : inputs.paths[progress.inputIndex...] {
      try assembly.add(.empty(trace: inputs.shown(path)))
    }
    try progress.runs?.finish()
    let found = try blame?(assembly.targets, replays) ?? []
    if isViewed, progress.shown.isEmpty {
      throw CommandFailure(
        assembly.hasUnread ? "nothing of what was given can be shown" : "there is no such session in what was given")
    }
    guard outputs.needsWindows else { return try assembly.finish(blame: found) }
    return try assembly.finish(blame: found, isViewed: isViewed) { report throws(CommandFailure) in
      try windows(of: report, and: progress.shown, makeJudge())
    }
  }

  /// Cuts out of the inputs what a page shows: the sessions with findings, the worst first, then others where there is room.
  private func windows(
    of report: ReportDocument, and others: [ReportPosition], _ judge: SessionJudge
  ) throws(CommandFailure) -> [SessionWindows] {
    guard options.pageBytes > 0 else { return [] }
    var positions = ReportPage.positions(of: report)
    let known = Set(positions)
    positions += others.filter { !known.contains($0) }
    positions = Array(positions.prefix(ReportPage.mostSessions))
    var found: [ReportPosition: SessionWindows] = [:]
    try inputs.readAgain(positions) { origin in
      guard origin.session.events.count <= Self.longestSession,
        let judged = judge(origin, JudgeRequest(runs: .both)).first, judged.report.isJudged,
        judged.reference != nil || judged.candidate != nil
      else { return }
      found[origin.position] = SessionWindows(
        judged.report, recorded: judged.reference, candidate: judged.candidate, isWhole: isViewed,
        failOn: setting.configuration.criterion)
    }
    return ReportPage.fitting(positions.compactMap { found[$0] }, byteLimit: options.pageBytes)
  }

  /// How fast it went: never a part of the answer, so it goes to standard error.
  private func sayThroughput(_ reports: [ReportDocument], since start: Int64) throws(CommandFailure) {
    let events = reports.reduce(0) { $0 + $1.summary.events }
    guard options.single == .text, events > 0 else { return }
    let nanoseconds = max(1, SystemClock.nanoseconds() - start)
    let milliseconds = Int(nanoseconds / 1_000_000)
    let perSecond = Int(Double(events) / Double(nanoseconds) * 1_000_000_000)
    let rate = perSecond > 1_000_000 ? "\(perSecond / 100_000 * 100_000 / 1_000_000) million" : grouping(perSecond)
    context.remark(
      "\(counted(events, "event")) in \(grouping(milliseconds)) ms, \(rate) a second", isQuiet: options.isQuiet)
  }
}

/// The candidate's runs as traces, one file for each input and under its name, so that the events that a report names can be looked up.
final class SavedRuns {
  private let folder: String
  private let inputs: InputList
  private var file: SessionFile?
  private var trace: String?
  private var names = TraceNames()

  init(in folder: String, from inputs: InputList) throws(CommandFailure) {
    self.folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    self.inputs = inputs
    try Self.makeFolder(self.folder)
  }

  func add(_ run: Session, of trace: String) throws(CommandFailure) {
    if trace != self.trace {
      try finish()
      self.trace = trace
      file = try SessionFile(try place(of: trace), from: inputs, isText: false)
    }
    try file?.append(run)
  }

  func finish() throws(CommandFailure) {
    defer { file = nil }
    try file?.finish()
  }

  func discard() { try? file?.discard() }

  /// Where the runs of an input go: under its own name, within the folder wherever it came from.
  private func place(of trace: String) throws(CommandFailure) -> String {
    let parts = trace.split(separator: "/").map(String.init).filter { $0 != "." && $0 != ".." }
    var path = folder
    for part in parts.dropLast() {
      path += "/" + part
      try Self.makeFolder(path)
    }
    return names.path(parts.last.map { $0 == "-" ? "stdin" : $0 } ?? "runs", in: path)
  }

  static func makeFolder(_ folder: String) throws(CommandFailure) {
    do { try FileSystem.makeSharedDirectory(folder) } catch {
      throw CommandFailure(error, doing: "make the directory", folder)
    }
  }
}
#endif
