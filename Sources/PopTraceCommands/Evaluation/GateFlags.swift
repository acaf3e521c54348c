#if Tool
import ArgumentParser
import PopReport

/// What fails a build.
struct GateFlags: ParsableArguments {
  @Flag(help: "Count new errors that rest on an assumption as regressions, too.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Exit with 3 where less than this share of the recorded reactions was reached.", valueName: "share"),
    transform: ShareArgument.read)
  var minCoverage: Share?

  @OptionGroup var tolerance: ToleranceFlags

  /// Nothing asked for but what is put up with.
  static func none(_ tolerance: ToleranceFlags) -> GateFlags {
    var flags = GateFlags()
    flags.strict = false
    flags.minCoverage = nil
    flags.tolerance = tolerance
    return flags
  }

  /// Applies it to the sums over everything.
  func apply(to summary: inout ReportSummary) {
    if let minCoverage { summary.requireCoverage(minCoverage) }
    summary.tolerateUnjudged(tolerance.tolerateUnreadable)
  }
}

/// What is put up with.
struct ToleranceFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Exit with 3 and not with 1 where at most this share could not be judged: of the sessions where an input could be opened, else of the \
      inputs.
      """, valueName: "share"),
    transform: ShareArgument.read)
  var tolerateUnreadable = Share.none
}

/// Reads a share from the command line.
enum ShareArgument {
  static func read(_ text: String) throws -> Share {
    do { return try Share(parsing: text) } catch { throw ValidationError(error.description) }
  }
}
#endif
