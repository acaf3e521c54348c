extension PublishedSchedulers {
  /// Article 4: the category on UIView.
  static let article4: [PublishedScheduler] = [
    PublishedScheduler(
      name: "article-4", origin: .article,
      summary: "article 4, UIView(Show): cover, keyboard and touches are seen to, but nobody waits for anybody"
    ) { Article4() }
  ]
}
