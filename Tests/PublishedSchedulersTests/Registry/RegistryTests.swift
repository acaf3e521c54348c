import PopupScheduling
import PublishedSchedulers
import Testing

@Suite("The registry of published schedulers")
struct RegistryTests {
  @Test("names each scheduler once, in an order that stays")
  func names() {
    let names = PublishedSchedulers.all.map(\.name)
    #expect(Set(names).count == names.count)
    let mine = names.filter { $0.hasPrefix("article-0") || $0 == "article-1" || $0 == "ly-head" }
    #expect(
      mine == [
        "article-0-printed", "article-0-second", "article-0-mended-1", "article-0-mended-2", "article-0-pages",
        "article-0-pages-mended", "article-0-unsigned", "article-1", "ly-head",
      ])
  }

  @Test("says in one line where each comes from")
  func summaries() {
    for scheduler in PublishedSchedulers.all {
      let beginning = scheduler.origin == .article ? "article " : "the public source of "
      #expect(scheduler.summary.hasPrefix(beginning) && !scheduler.summary.contains("\n"), "\(scheduler.name)")
    }
  }

  @Test("finds a scheduler by its name, and only by its name")
  func lookUp() {
    #expect(PublishedSchedulers.named("ly-head")?.origin == .publicSource)
    #expect(PublishedSchedulers.named("article-1")?.origin == .article)
    #expect(PublishedSchedulers.named("ly") == nil)
  }

  @Test("takes re-entrant stimuli in the middle, as published code does")
  func reentrancy() {
    for scheduler in PublishedSchedulers.all {
      #expect(type(of: scheduler.makePolicy()).takesReentrantStimuliInTheMiddle, "\(scheduler.name)")
    }
  }
}
