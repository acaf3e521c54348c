import PopAudit
import PopupScheduling
import Testing

@testable import PopDocument
@testable import PopReport

@Suite struct ScenarioMatrixTests {
  private static let matrix: ScenarioMatrix = {
    var matrix = ScenarioMatrix(
      columns: PolicyConfiguration.versions.map { version in .init(version.name, StandardPolicy(version.configuration))
      })
    for name in ScenarioFiles.names {
      if let session = try? ScenarioFiles.sessions(name).first { matrix.add(name, session) }
    }
    return matrix
  }()

  private func errors(_ rules: [Rule]) -> Set<Rule> { Set(rules.filter { $0.severity == .error }) }

  @Test func theFileIsUpToDate() throws {
    try ScenarioFiles.compare(Self.head + Self.matrix.markdown, with: "scenarios/matrix.md")
  }

  @Test func theNewestVersionBreaksNothing() {
    for row in Self.matrix.rows {
      #expect(row.cells.last?.allSatisfy(\.mayReportUnderV6) == true, "\(row.scenario)")
    }
  }

  @Test func theAppWithoutASchedulerBreaksSomethingNearlyEverywhere() {
    let fine = Self.matrix.rows.filter { errors($0.cells[0]).isEmpty }.map(\.scenario)
    #expect(fine.count * 4 < Self.matrix.rows.count, "\(fine)")
  }

  /// Each version mends what Configuration, *Versions* says it mends: some scenario shows it.
  @Test(arguments: PolicyConfiguration.versions.indices.dropFirst())
  func eachVersionMendsSomething(version: Int) {
    let mended = Self.matrix.rows.filter {
      !errors($0.cells[version - 1]).subtracting(errors($0.cells[version])).isEmpty
    }
    #expect(!mended.isEmpty)
  }

  private static let head = """
    # What each version breaks

    Errors in bold, warnings plain. Made and compared by `ScenarioMatrixTests`; what the scenarios show is in
    [README.md](README.md).


    """
}
