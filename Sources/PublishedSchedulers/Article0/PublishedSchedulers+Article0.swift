extension PublishedSchedulers {
  /// Article 0: one array of waiting views, one of kept-alive ones, on the application delegate's window.
  static let article0: [PublishedScheduler] = [
    PublishedScheduler(
      name: "article-0-printed", origin: .article,
      summary: "article 0, its first listing as printed: no line stores the current view, so nothing ever waits or goes"
    ) { Article0Listings([]) },
    PublishedScheduler(
      name: "article-0-second", origin: .article,
      summary: "article 0, its second listing as printed: after a dismissal it does not ask whether something is up"
    ) { Article0Listings([.secondListing]) },
    PublishedScheduler(
      name: "article-0-mended-1", origin: .article,
      summary: "article 0, its first listing with the current view stored wherever a view is added, nothing else"
    ) { Article0Listings([.storesCurrentView]) },
    PublishedScheduler(
      name: "article-0-mended-2", origin: .article,
      summary:
        "article 0, as article-0-mended-1, and the loop after a dismissal adds the waiting entry's view, not the dismissed one"
    ) { Article0Listings([.storesCurrentView, .addsTheEntrysView]) },
    PublishedScheduler(
      name: "article-0-pages", origin: .article,
      summary: "article 0, its page listings as printed: page classes, a kept-alive array, no current view"
    ) { Article0Pages(.printed) },
    PublishedScheduler(
      name: "article-0-pages-mended", origin: .article,
      summary: "article 0, its page listings with the current view stored and the dismissal of article-0-mended-2"
    ) { Article0Pages(.mended) },
    PublishedScheduler(
      name: "article-0-unsigned", origin: .article,
      summary:
        "article 0, as article-0-pages-mended, its waiting array sorted by the level as declared, an unsigned type"
    ) { Article0Pages(.sortedUnsigned) },
  ]
}
