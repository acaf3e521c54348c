extension PublishedSchedulers {
  /// LYWindowScreenView, the library behind article 0.
  static let lyWindowScreenView: [PublishedScheduler] = [
    PublishedScheduler(
      name: "ly-head", origin: .publicSource,
      summary:
        "the public source of LYWindowScreenView at its head: several page classes, a controller, a switch that hides everything"
    ) { LYHead() }
  ]
}
