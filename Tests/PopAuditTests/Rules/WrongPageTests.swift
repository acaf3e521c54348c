import PopAudit
import Testing

@Suite struct WrongPageTests {
  @Test func pagesMayStandInEachOtherAsDeepAsTheyLike() {
    var text = "0 page.will-appear 0 class=Root\n0 page.did-appear 0\n"
    for page in 1...300 {
      text += "\(page) page.will-appear \(page) class=Part in=\(page - 1)\n\(page) page.did-appear \(page)\n"
    }
    let shown = text + "400 popup.submitted 1 pages=WHERE instance=0\n400 popup.shown 1 page=0"
    #expect(found(.wrongPage, in: shown.replacing("WHERE", with: "Root")) == [])
    #expect(found(.wrongInstance, in: shown.replacing("WHERE", with: "Root")) == [])
    #expect(found(.wrongPage, in: shown.replacing("WHERE", with: "Detail")) == ["1"])
  }
}
