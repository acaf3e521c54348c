#if Tool
import ArgumentParser
import PopDocument
import PopGate
import PopReport
import PopSystem

struct BlessCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "bless", _superCommandName: RootCommand.name,
    abstract: "Accepts what a gate fails for, with a reason.",
    discussion: """
      Judges as poptrace gate does, and writes into the baseline file what is accepted: a change, that is a rule with the keys of the policy \
      that bring its findings, in so many of the sessions. It holds for any popup and page, or with --by popup for each that has it now. A \
      policy that is not made of keys is accepted by its rules. In more sessions than chance allows it fails again, and so does what another \
      key brings. With --fine, and in a file that has no other, each finding is accepted by itself. What was accepted before stays, with its \
      reason. In CI it refuses, for nobody there can answer for it. Limits on metrics are changed in the configuration.

      Example:
        poptrace bless Fixtures/field --policy Fixtures/policies/tidier.yml --reason "sheets no longer wait, #1234" \
      --baseline accepted.jsonl
      """)

  static let file = ".poptrace-baseline.jsonl"

  @OptionGroup var input: CorpusInputOptions
  @OptionGroup var gate: GateOptions

  @Flag(
    help: "Accept what poptrace audit --gate fails for: errors in the recordings themselves, whatever brought them.")
  var audit = false

  @Option(help: "Why it is accepted.")
  var reason: String

  @Option(help: "Who answers for it.")
  var owner = ""

  @Option(
    help: .text("The last day on which it is accepted; by default it is for good.", value: "yyyy-mm-dd"),
    transform: ArgumentReading.day)
  var expires: CalendarDay?

  @Option(
    help: .text(
      "Accept this finding only, by itself; may be given several times. By default all that fail.",
      value: "fingerprint"))
  var finding: [String] = []

  @Flag(help: "Accept each finding by itself, not the changes that bring them.")
  var fine = false

  @Flag(help: "Take out what nothing of is there now.")
  var prune = false

  @Flag(help: "Print what would be written, and write nothing.")
  var dryRun = false

  @Flag(help: "Accept although this runs in CI.")
  var inCi = false

  @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error; errors are still said.")
  var quiet = false

  @OptionGroup var jobs: JobOptions

  func validate() throws {
    guard reason.contains(where: { !$0.isWhitespace }) else {
      throw ValidationError("--reason says why it is accepted; it cannot be empty.")
    }
    guard input.shard == nil, !input.stdinPaths else {
      throw ValidationError("What is accepted is in a share of all sessions; bless takes all traces at once.")
    }
    if audit, let given = gate.replaying.first {
      throw ValidationError("--audit judges recordings as they are, and replays none; give no \(given).")
    }
    guard input.session.isEmpty, input.popup.isEmpty, input.failFast == nil else {
      throw ValidationError(
        "bless counts in how many sessions something is, so it looks at everything; give no --session, --popup or --fail-fast, but --finding."
      )
    }
  }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    guard inCi || !SurroundingCI(CurrentProcess.environment).isUnattended else {
      throw .usage(
        "this runs in CI, where nobody can answer for what is accepted; run bless at a desk and commit the file, or give --in-ci"
      )
    }
    var setting = try GateSetting(gate, mayLackBaseline: true)
    if let expires, expires < setting.asOf {
      throw .usage("--expires \(expires) is before \(setting.asOf), the day on which it is judged; give a later day")
    }
    let known = setting.baseline ?? BaselineFile()
    let form = try form(beside: known, setting)
    setting.blamesAll = form != .fine || known.changes > 0
    setting.blames = setting.blamesAll
    if setting.baselinePath.isEmpty { setting.baselinePath = Self.file }
    let reports = ReportOptions(isQuiet: quiet)
    let run =
      audit
      ? try GateRun(ofRecordings: setting, input, reports, jobs: jobs.count, in: context)
      : try GateRun(setting, input, reports, jobs: jobs.count, premises: gate.premises, in: context)
    let report = try run.judge()
    input.complain(ofMissing: run.inputs.popups, in: context)
    guard report.summary.verdict == .worse || report.summary.verdict == .fine || report.summary.verdict == .incomplete
    else {
      throw CommandFailure("too much could not be judged, so nothing was accepted; see poptrace gate")
    }
    let file = known.blessing(
      report.findings, only: try chosen(report), blame: report.blame, judgedSessions: report.summary.judgedSessions,
      excuse: Excuse(reason: reason, owner: owner, expires: expires), form: form, on: setting.asOf, prunes: prune)
    try tell(file, known)
    if !dryRun {
      let output = try OutputStream.file(setting.baselinePath)
      try output.whole { stream throws(CommandFailure) in try stream.write(file.bytes) }
    }
    let new = Set(file.entries.map(\.words)).subtracting(known.entries.map(\.words)).count
    let gone = Set(known.entries.map(\.words)).subtracting(file.entries.map(\.words)).count
    let shown = printable(PathText.shown(setting.baselinePath))
    context.remark(
      "\(shown): \(counted(new, "entry", plural: "entries")) new, \(grouping(file.entries.count - new)) kept, "
        + "\(grouping(gone)) taken out\(dryRun ? "; nothing was written" : "")",
      isQuiet: quiet)
    let left = finding.isEmpty ? 0 : report.failures.count { !finding.contains($0.fingerprint) }
    if left > 0 { context.remark("\(counted(left, "finding")) still fail", isQuiet: quiet) }
    let broken = report.gate?.thresholds.count(where: \.isFailure) ?? 0
    if broken > 0 {
      context.remark(
        "\(counted(broken, "limit")) broken; limits are changed in the configuration, not accepted", isQuiet: quiet)
    }
    return .fine
  }

  private func form(beside known: BaselineFile, _ setting: GateSetting) throws(CommandFailure) -> BaselineFile.Form {
    if fine || !finding.isEmpty || (known.changes == 0 && !known.entries.isEmpty) { return .fine }
    guard gate.blame else {
      throw .usage(
        "what is accepted is what keys bring, so these must be found out; leave --no-blame out, or give --fine")
    }
    let by = gate.by == nil ? [] : setting.configuration.by
    guard by.allSatisfy({ $0 == .popup || $0 == .page }) else {
      throw .usage("what is accepted holds for any popup and page, or for each: --by popup, --by page, --by popup,page")
    }
    return .changes(byPopup: by.contains(.popup), byPage: by.contains(.page))
  }

  private func tell(_ file: BaselineFile, _ known: BaselineFile) throws(CommandFailure) {
    let stream = OutputStream.standard(1, color: .never)
    let before = Dictionary(known.entries.map { ($0.words, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Set(file.entries.map(\.words))
    for entry in file.entries {
      let old = before[entry.words]
      guard old?.sessions != entry.sessions || old?.excuse != entry.excuse else { continue }
      let was = old.map { ", was \($0.sessions.grouped)" } ?? ""
      try stream.write("\(printable(entry.words))  in \(entry.sessions.grouped) sessions\(was)\n")
    }
    for entry in known.entries where !after.contains(entry.words) {
      try stream.write("\(printable(entry.words))  taken out\n")
    }
    try stream.flush()
  }

  private func chosen(_ report: ReportDocument) throws(CommandFailure) -> Set<String>? {
    guard !finding.isEmpty else { return nil }
    let failing = Set(report.failures.map(\.fingerprint))
    for fingerprint in finding where !failing.contains(fingerprint) {
      throw CommandFailure(
        "no finding that fails has the fingerprint \"\(printable(fingerprint))\"; see poptrace gate --all")
    }
    return Set(finding)
  }
}
#endif
