import PopTrace
import PopupScheduling
import Testing

@testable import PopDocument
@testable import PopReport

@Suite struct ScenarioFileTests {
  @Test(arguments: ScenarioFiles.names)
  func isOneScenarioThatBearsItsName(name: String) throws {
    let sessions = try ScenarioFiles.sessions(name)
    #expect(sessions.count == 1)
    #expect(sessions[0].isScenario)
    #expect(sessions[0].header.session == name)
    #expect(sessions[0].events.count <= 40, "a scenario is short")
  }

  @Test(arguments: ScenarioFiles.names)
  func isWrittenAsItWouldBeExported(name: String) throws {
    var text: [UInt8] = []
    JSONLines.write(try ScenarioFiles.sessions(name)[0], into: &text)
    try ScenarioFiles.compare(String(decoding: text, as: UTF8.self), with: "scenarios/\(name).jsonl")
  }

  @Test(arguments: ScenarioFiles.names)
  func describesEveryPage(name: String) throws {
    let session = try ScenarioFiles.sessions(name)[0]
    for page in session.catalog.pages { #expect(!page.classes.isNone) }
  }

  @Test func tableAndFolderAgree() throws {
    let rows = try ScenarioFiles.text("scenarios/README.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
    let listed = rows.map { String($0.split(separator: "`")[1]) }
    #expect(listed.sorted() == ScenarioFiles.names)
    for row in rows { #expect(row.split(separator: "|").count == 3, "\(row)") }
  }
}
