#if Tool
import ArgumentParser
import PopSystem
import PopDocument
import PopTrace
import PopupScheduling

/// `poptrace recover`: what is left of damaged traces.
struct RecoverCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Reads every whole chunk of damaged traces, says what is missing, and writes the rest as a trace.",
    discussion: """
      Chunks in another order are put back, and what is there twice is written once. Where the output is a directory, it gets a file of the \
      same name for each input. What only the journals of a session have, as a killed app leaves them, is put together with its trace. Exits with 0 where nothing is missing, with 3 where something is, and with 1 where nothing could be saved.

      Example:
        poptrace recover damaged.poptrace --output rest.poptrace
        poptrace recover incoming --output saved/
      """)

  @Argument(
    help: ArgumentHelp("Trace files, directories of them, or - for standard input.", valueName: "trace"))
  var traces: [String]

  @OptionGroup var output: TraceOutputOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if traces.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read only once.") }
  }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let inputs = InputList(traces, limits: limits.limits)
    for remark in inputs.remarks { context.remark(remark, isQuiet: output.quiet) }
    // Text files found in a directory are no traces to be recovered; one that is named itself is tried all the same.
    let paths = inputs.paths.filter { !$0.hasSuffix(".jsonl") || traces.contains($0) }
    let isDirectory = FileSystem.kind(of: output.output) == .directory || output.output.hasSuffix("/")
    var recovery = Recovery(inputs: inputs, quiet: output.quiet, context: context)
    guard isDirectory else { return try recovery.run(paths, to: output.output) }
    do { try FileSystem.makeSharedDirectory(output.output) } catch {
      throw CommandFailure(error, doing: "make the directory", output.output)
    }
    var names = RecoveredNames(in: output.output)
    var status = ExitStatus.fine
    var saved = 0
    for path in paths {
      do throws(CommandFailure) {
        status = status.combined(with: try recovery.run([path], to: names.path(for: path)))
        saved += 1
      } catch {
        guard error.input == path else { throw error }
        context.complain(error.line)
        status = status.combined(with: error.isOfNothing ? .incomplete : .failed)
      }
    }
    return saved == 0 ? .failed : status
  }
}

/// The files of a directory that recovered traces go to.
private struct RecoveredNames {
  private let directory: String
  private var taken: Set<String> = []

  init(in directory: String) { self.directory = directory.hasSuffix("/") ? directory : directory + "/" }

  mutating func path(for input: String) -> String {
    let trace = JournalBeside.trace(ofJournal: input) ?? input
    let last = input == "-" ? "stdin" : trace.split(separator: "/").last.map(String.init) ?? "trace"
    // Whatever the input is called, the output is called so that every command takes it.
    let stem = last.hasSuffix(".poptrace") ? String(last.dropLast(".poptrace".count)) : last
    var name = stem + ".poptrace"
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(stem)-\(number).poptrace"
      number += 1
    }
    return directory + name
  }
}
#endif
