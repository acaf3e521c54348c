#if Tool
import ArgumentParser
import PopReport
import PopSystem
import PopTrace

/// `poptrace export`: traces for other tools.
struct ExportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Makes of traces what other tools read: JSON Lines, Perfetto, tables.",
    discussion: """
      jsonl is the text form of a trace, without loss; import reads it. perfetto shows sessions in ui.perfetto.dev: a track a popup, page, \
      slot and gate, every event on it, flows from causes. csv and ndjson have a row a popup, for spreadsheets and notebooks: how long it \
      waited, how often and how long it was on screen, how it ended.

      Example:
        poptrace export field.poptrace --output field.jsonl
        poptrace export field.poptrace --session 3 --format perfetto --output field.pftrace
        poptrace export Fixtures/field --format csv --output popups.csv
      """)

  @OptionGroup var input: NamedInputOptions
  @OptionGroup var sessions: SessionOption

  @Option(help: "The form: \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = ExportFormat.jsonl

  @Option(name: .shortAndLong, help: .text("The file to write; - is standard output.", value: "file"))
  var output = "-"

  @Flag(name: .shortAndLong, help: "No remarks on standard error; errors are still said.")
  var quiet = false

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    var inputs = try input.expanded(in: context, isQuiet: quiet)
    inputs.alsoRead([input.names.names])
    guard format == .jsonl, sessions.session.isEmpty else { return try export(inputs, in: context) }
    var copy = try SessionCopy(to: output, from: inputs, isText: true, in: context, isQuiet: quiet)
    return try copy.copyAll(inputs)
  }

  private func export(_ inputs: InputList, in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    try inputs.refuse(output: output)
    if format == .perfetto, output == "-", SystemFile.standard(error: false).isTerminal {
      throw .usage("a trace for Perfetto is no text for a terminal; name a file with --output")
    }
    let stream = try OutputStream.to(output)
    do {
      let status = try write(inputs, to: stream, in: context)
      // What is there of a file stands for all of it only where all could be read.
      if status == .fine || output == "-" { try stream.finish() } else { stream.discard() }
      return status
    } catch {
      stream.discard()
      throw error
    }
  }

  private func write(
    _ inputs: InputList, to stream: OutputStream, in context: ToolContext
  ) throws(CommandFailure) -> ExitStatus {
    var selection = SessionSelection(sessions.session)
    var writer = ExportWriter(format)
    try stream.write(writer.head)
    let status = try inputs.forEachSession(in: context, isQuiet: quiet) { origin throws(CommandFailure) in
      guard selection.takes(origin) else { return }
      guard !origin.session.isScenario || format == .jsonl else {
        throw CommandFailure(
          "\(PathText.shown(origin.input)) is a scenario, which has no times before it runs; record it with a policy first (see poptrace record)"
        )
      }
      try stream.write(writer.add(origin))
    }
    try selection.check()
    return status
  }
}

/// What traces can be exported as.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
  case jsonl, perfetto, csv, ndjson
}

/// Writes sessions in one of the forms.
private struct ExportWriter {
  private let format: ExportFormat
  private var perfetto = PerfettoTrace()

  init(_ format: ExportFormat) { self.format = format }

  var head: [UInt8] {
    switch format {
    case .csv: PopupRow.header
    case .jsonl, .perfetto, .ndjson: []
    }
  }

  mutating func add(_ origin: SessionOrigin) -> [UInt8] {
    let (session, label) = (origin.session, origin.label)
    let title = "\(origin.input), session \(label)"
    switch format {
    case .jsonl:
      var text: [UInt8] = []
      JSONLines.write(session, into: &text)
      return text
    case .perfetto: return perfetto.add(session, title: title)
    case .csv: return PopupRow.rows(of: session, trace: origin.input, label: label).flatMap(\.csv)
    case .ndjson: return PopupRow.rows(of: session, trace: origin.input, label: label).flatMap(\.json)
    }
  }
}
#endif
