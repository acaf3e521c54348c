extension PublishedSchedulers {
  /// Article 2: the AlertManager.
  static let article2: [PublishedScheduler] = [
    PublishedScheduler(
      name: "article-2-printed", origin: .article,
      summary: "article 2, the AlertManager as printed: its counter never counts, so equals come last in, first out"
    ) { Article2(.printed) },
    PublishedScheduler(
      name: "article-2-mended", origin: .article,
      summary: "article 2, the AlertManager with the counter's precedence mended, nothing else"
    ) { Article2(.mended) },
    PublishedScheduler(
      name: "article-2-struct", origin: .article,
      summary: "article 2, the AlertManager with alerts that are values: didHide is set on a copy"
    ) { Article2(.valueTypes) },
  ]
}
