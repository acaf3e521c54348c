extension PublishedSchedulers {
  /// Article 3: FGPopupScheduler as described.
  static let article3: [PublishedScheduler] = [
    PublishedScheduler(
      name: "article-3-fifo", origin: .article,
      summary: "article 3, FGPopupScheduler as described, first in, first out; its hit test reads an empty list"
    ) { Article3(.fifo) },
    PublishedScheduler(
      name: "article-3-lifo", origin: .article,
      summary: "article 3, FGPopupScheduler as described, last in, first out"
    ) { Article3(.lifo) },
    PublishedScheduler(
      name: "article-3-priority", origin: .article,
      summary: "article 3, FGPopupScheduler as described, the more urgent first, equals first in, first out"
    ) { Article3(.priority) },
    PublishedScheduler(
      name: "article-3-priority-lifo", origin: .article,
      summary: "article 3, FGPopupScheduler as described, the more urgent first, equals last in, first out"
    ) { Article3(.priorityLIFO) },
  ]
}
