#if Tool
import ArgumentParser
import PopAudit
import PopReplay
import PopDocument

/// What fails a build.
struct GateFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Which new errors fail a build: certain ones (exact or derived: no assumption has part in them), or robust ones too (the same whatever \
      is assumed of users).
      """, valueName: "certain|robust"))
  var failOn = FirmGrade.robust

  @Flag(help: "Count new errors that rest on an assumption as regressions, too.")
  var strict = false

  /// What fails a build.
  var criterion: RegressionCriterion {
    RegressionCriterion(failOn == .robust ? .robust : .certain, isStrict: strict)
  }

  @Option(
    help: ArgumentHelp(
      "Exit with 3 where less than this share of the recorded reactions was reached.", valueName: "share"),
    transform: ShareArgument.read)
  var minCoverage: Share?

  @Flag(
    help: ArgumentHelp(
      """
      Estimate how many sessions are affected: those in which the continuations leave open whether there is a new error are played 16 more \
      times with answers drawn from what the app's users do. For reading, never for a grade.
      """))
  var estimate = false

  @Option(
    help: ArgumentHelp(
      "Exit with 2 where the estimate says that more than this share of sessions has a new error, even at its lower end.",
      valueName: "share"),
    transform: ShareArgument.read)
  var maxAffected: Share?

  /// Whether it is to be estimated how many sessions are affected.
  var isEstimating: Bool { estimate || maxAffected != nil }

  @OptionGroup var tolerance: ToleranceFlags

  /// Nothing asked for but what is put up with.
  static func none(_ tolerance: ToleranceFlags) -> GateFlags {
    var flags = GateFlags()
    flags.failOn = .robust
    flags.strict = false
    flags.minCoverage = nil
    flags.estimate = false
    flags.maxAffected = nil
    flags.tolerance = tolerance
    return flags
  }

  /// Applies it to the sums over everything.
  func apply(to summary: inout ReportSummary) {
    if let minCoverage { summary.requireCoverage(minCoverage) }
    summary.isEstimated = isEstimating
    summary.mostAffected = maxAffected
    summary.tolerance = tolerance.tolerateUnreadable
  }
}

/// How far a new error can be relied on that fails a build.
enum FirmGrade: String, CaseIterable, ExpressibleByArgument {
  case certain, robust
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
