#if Tool
import ArgumentParser
import PopDocument
import PopReport
import PopSystem

/// A form in which a report is wanted, and where to: `junit=report.xml`.
struct ReportRequest: Hashable, ExpressibleByArgument {
  var format: ReportFormat
  var path: String?

  /// Whether others write to the file as well, so that what is there stays.
  var isShared = false

  init(_ format: ReportFormat, to path: String? = nil, isShared: Bool = false) {
    self.format = format
    self.path = path
    self.isShared = isShared
  }

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let format = ReportFormat(rawValue: parts[0]), parts.count == 1 || !parts[1].isEmpty else { return nil }
    self.init(format, to: parts.count == 2 ? parts[1] : nil)
  }

  static var allValueStrings: [String] { ReportFormat.allCases.map(\.rawValue) }
}

struct ReportingOptions: ParsableArguments {
  @Flag(help: "Show every finding and outcome, not only the worst and most frequent.")
  var all = false

  @Option(
    help: .text(
      "Write the policy's runs as traces into this directory, so that poptrace cat shows the events that findings name.",
      value: "directory"))
  var saveTrace: String?

  @OptionGroup var output: Output

  @Option(name: .shortAndLong, help: .jobs)
  var jobs: Int?

  func validate() throws { try ArgumentReading.checkJobs(jobs) }

  var threads: Int { jobs ?? CurrentProcess.processors }

  struct Output: ParsableArguments {
    @Option(
      help: .text(
        """
        The form of the report: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")). With =FILE it goes there; may be given several \
        times.
        """, value: "form[=file]"))
    var format: [ReportRequest] = []

    @Option(name: .shortAndLong, help: .text("Write to this file; - is standard output.", value: "file"))
    var output = "-"

    @Option(
      help: .text(
        "How many bytes of sessions a page (html) may hold, those around the worst findings first; by default \(ReportPage.usualBytes).",
        value: "bytes"))
    var pageBytes: Int?

    @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error; errors are still said.")
    var quiet = false

    @Option(help: "Colour the text: auto (on a terminal, unless NO_COLOR is set), always or never; by default auto.")
    var color: ColorChoice?

    func validate() throws {
      if let pageBytes { try ReportOptions.check(pageBytes: pageBytes) }
      let places = format.map { $0.path ?? output }
      for (index, place) in places.enumerated() where places[..<index].contains(place) {
        let name = place == "-" ? "standard output" : place
        throw ValidationError(
          "Two forms of the report go to \(name); give all but one of them a file, --format junit=FILE.")
      }
      if output != "-", !format.isEmpty, format.allSatisfy({ $0.path != nil }) {
        throw ValidationError("Every form of the report has a file of its own, so --output has nothing to say.")
      }
    }

    var single: OutputOptions? {
      guard format.count <= 1, format.first?.path == nil,
        let form = OutputFormat(rawValue: (format.first?.format ?? .text).rawValue)
      else {
        return nil
      }
      var options = OutputOptions()
      options.format = form
      options.output = output
      options.quiet = quiet
      options.color = color
      return options
    }

    var requests: [ReportRequest] {
      let requests = format.isEmpty ? [ReportRequest(.text)] : format
      return requests.map { ReportRequest($0.format, to: $0.path ?? output) }
    }
  }
}

struct ReportOptions {
  var requests: [ReportRequest] = []
  /// The one form, where it is one that is written as it comes: what each thread needs for it alone is less.
  var single: OutputFormat?
  var color = ColorChoice.auto
  var isQuiet = false
  var showsAll = false
  var saveTrace: String?
  var pageBytes = ReportPage.usualBytes

  private static let mostPageBytes = 200_000_000

  static func check(pageBytes: Int) throws {
    guard (0...mostPageBytes).contains(pageBytes) else {
      throw ValidationError("A page holds from 0 to \(grouping(mostPageBytes)) bytes of sessions, not \(pageBytes).")
    }
  }

  func refuse(_ inputs: InputList) throws(CommandFailure) {
    var known: [String: String] = [:]
    for request in requests {
      guard let path = request.path, path != "-" else { continue }
      try inputs.refuse(output: path)
      guard let other = known.updateValue(path, forKey: FileSystem.place(of: path)), !request.isShared else { continue }
      throw .usage("two forms of the report go to one file, \(other) and \(path); give each a file of its own")
    }
  }
}

extension ReportOptions {
  init(
    _ options: ReportingOptions.Output, all: Bool = false, saveTrace: String? = nil, requests: [ReportRequest]? = nil
  ) {
    self.init(
      requests: requests ?? options.requests, color: options.color ?? .auto, isQuiet: options.quiet, showsAll: all,
      saveTrace: saveTrace, pageBytes: options.pageBytes ?? ReportPage.usualBytes)
  }

  init(_ options: OutputOptions) {
    self.init(
      requests: [ReportRequest(options.format == .text ? .text : .json, to: options.output)], single: options.format,
      color: options.color ?? .auto, isQuiet: options.quiet)
  }
}
#endif
