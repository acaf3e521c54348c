import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("Commands to copy from a report")
struct ReportHeadCommandsTests {
  private func command(_ head: ReportHead, trace: String = "a.poptrace", popup: Int64? = 4) -> String {
    var finding = SampleSessions.wrongPage()
    finding.popup = popup
    return head.explainCommand(for: finding, trace: trace, session: "monday 1").text
  }

  @Test("the story of a finding's popup is told under the candidate: by its name, or by its file where it has one")
  func candidate() {
    var head = ReportHead(policy: "tidier.yml", reference: "recorded")
    #expect(command(head) == "poptrace explain a.poptrace --session 'monday 1' --popup 4 --policy tidier.yml")
    head.provenance = ReportProvenance(tool: "1.0")
    #expect(command(head).hasSuffix(" --policy tidier.yml"))
    head.provenance?.policyFile = "policies/tidier.yml"
    #expect(command(head).hasSuffix(" --policy policies/tidier.yml"))
  }

  @Test("of a recording by itself no policy is named")
  func recording() {
    let head = ReportHead(policy: "v5", reference: "none", purpose: .recording)
    #expect(command(head) == "poptrace explain a.poptrace --session 'monday 1' --popup 4")
  }

  @Test("no command where there is no popup, where nothing was replayed, and where the trace cannot be read again")
  func none() {
    let head = ReportHead(policy: "v2", reference: "recorded")
    #expect(command(head, popup: nil) == "")
    #expect(command(head, trace: "-") == "")
    #expect(command(head, trace: "a\u{1B}[2Jb.poptrace") == "")
    for purpose in [ReportHead.Purpose.verification, .comparison] {
      #expect(command(ReportHead(policy: "b", reference: "a", purpose: purpose)) == "")
    }
  }
}
