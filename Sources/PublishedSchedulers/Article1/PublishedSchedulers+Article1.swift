extension PublishedSchedulers {
  /// Article 1: article 0's idea with a second queue and asynchronous content.
  static let article1: [PublishedScheduler] = [
    PublishedScheduler(
      name: "article-1", origin: .article,
      summary: "article 1 as described: waiting by class, kept alive by instance, content asked for on enqueue"
    ) { Article1Queues() }
  ]
}
