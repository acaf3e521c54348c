import Testing

@testable import PopDocument
@testable import PopReport

@Suite struct ScenarioMatrixMarkdownTests {
  @Test func replacesWhatIsBetweenMarkers() {
    let text = "a\n<!-- matrix:begin -->\nold\nolder\n<!-- matrix:end -->\nb\n"
    let expected = "a\n<!-- matrix:begin -->\nnew\n<!-- matrix:end -->\nb\n"
    #expect(ScenarioMatrix.replacing(section: "matrix", of: text, with: "new\n") == expected)
    #expect(ScenarioMatrix.replacing(section: "matrix", of: expected, with: "new") == expected)
  }

  @Test(arguments: [
    "", "<!-- matrix:begin -->", "<!-- matrix:end -->\n<!-- matrix:begin -->",
    "<!-- table:begin -->\n<!-- table:end -->",
  ])
  func saysWhereMarkersAreMissing(text: String) {
    #expect(ScenarioMatrix.replacing(section: "matrix", of: text, with: "new") == nil)
  }
}
