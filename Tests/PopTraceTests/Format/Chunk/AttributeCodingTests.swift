import PopupScheduling
import Testing

@testable import PopTrace

@Suite("Attributes that are said again")
struct AttributeCodingTests {
  @Test("They are the same where their pages are, whichever of several equal lists they name")
  func same() {
    var names = Names()
    let (home, cart) = (names.append("Home"), names.append("Cart"))
    let lists = [[home], [cart], [home], [home, cart], []].map { names.append($0) }
    for (pages, isSame) in zip(lists + [.none], [true, false, true, false, false, false]) {
      var (spec, other) = (PopupSpec(name: home), PopupSpec(name: home))
      (spec.pages, other.pages) = (lists[0], pages)
      #expect(spec.isSame(as: other, names) == isSame)
      var (change, another) = (PopupChange(), PopupChange())
      (change.pages, another.pages) = (lists[0], pages)
      #expect(change.isSame(as: another, names) == isSame)
      // Whatever the pages, another level is another change.
      another.level = 1
      another.pages = change.pages
      #expect(!change.isSame(as: another, names))
    }
    // No list at all is not a list without members.
    var (none, empty) = (PopupSpec(name: home), PopupSpec(name: home))
    (none.pages, empty.pages) = (.none, lists[4])
    #expect(!none.isSame(as: empty, names) && !empty.isSame(as: none, names))
  }
}
