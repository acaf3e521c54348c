import ArgumentParser

/// What fails a build.
struct GateFlags: ParsableArguments {
  @Flag(help: "Count new errors that rest on an assumption as regressions, too.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Exit with 3 where less than this share of the recorded reactions was reached.", valueName: "percent"))
  var minCoverage: Double?

  func validate() throws {
    if let minCoverage, !(0...100).contains(minCoverage) {
      throw ValidationError("--min-coverage takes a share from 0 to 100, not \(minCoverage).")
    }
  }

  /// Nothing asked for.
  static var none: GateFlags {
    var flags = GateFlags()
    flags.strict = false
    flags.minCoverage = nil
    return flags
  }
}
