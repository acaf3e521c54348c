import Foundation
import PopTraceFuzzing

/// The rows of damaged files.
enum FileRows {
  /// Files of every kind: compressed and not, of one part and of two, with and without their end, of every version of the format.
  static let files = [
    "Fixtures/traces/all-v6.poptrace", "Fixtures/fuzz/trace/field-session.poptrace",
    "Fixtures/fuzz/trace/two-parts.poptrace",
    "Fixtures/fuzz/trace/recorded-request-in-flight.poptrace", "Fixtures/corrupt/killed.poptrace",
    "Fixtures/formats/version-3.poptrace",
  ]

  /// - Parameter isQuick: Whether only one of the files is damaged.
  static func run(isQuick: Bool) throws -> Bool {
    let files = isQuick ? Array(files.suffix(1)) : files
    let torture = try files.map { FileTorture([UInt8](try Data(contentsOf: URL(fileURLWithPath: $0)))) }
    var isWell = true
    for damage in FileTorture.Damage.allCases {
      var counts = FileTorture.Counts()
      for (file, torture) in zip(files, torture) {
        let result = torture.run(damage, threads: ProcessInfo.processInfo.activeProcessorCount)
        for index in result.unnoticed.prefix(5) {
          FileHandle.standardError.write(Data("\(file): \(damage.rawValue): unnoticed at \(index)\n".utf8))
        }
        counts.add(result)
      }
      isWell = isWell && counts.unnoticed.isEmpty
      print(row(damage, counts, of: files.count))
    }
    return isWell
  }

  private static func row(_ damage: FileTorture.Damage, _ counts: FileTorture.Counts, of count: Int) -> String {
    let outcome =
      "\(counts.refused.formatted()) refused, \(counts.unfinished.formatted()) read as unfinished, "
      + (damage == .truncation
        ? "\(counts.whole.formatted()) cut between two whole traces, " : "\(counts.harmless.formatted()) harmless, ")
      + "**\(counts.unnoticed.count.formatted()) unnoticed**"
    return "| \(count) files, \(damage.rawValue) | \(counts.trials.formatted()) | \(outcome) |"
  }
}
