import PopAudit
import Testing

/// The scheduler does not decide what the operating system shows.
@Suite struct SystemTests {
  @Test(arguments: [
    "pages=Detail", "instance=7", "content=async", "condition=false", "key=k", "pages=Detail matching=exact chain=c",
  ])
  func whatItSaysOfItselfCountsForNoRuleWhereItIsShownAtOnce(attributes: String) {
    let text =
      home + "5 popup.submitted 9 key=k\n5 popup.queued 9 slot\n10 popup.submitted 1 kind=system \(attributes)\n"
    let atOnce =
      text + "10 popup.shown 1 page=1\n20 idle\n5000 popup.dismissed 1 button\n5000 popup.hidden 1 dismissed\n"
    #expect(rules(in: atOnce + "5000 popup.shown 9 page=1", isFinished: false) == [])
  }
}
