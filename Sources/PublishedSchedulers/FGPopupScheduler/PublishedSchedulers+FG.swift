extension PublishedSchedulers {
  /// FGPopupScheduler's public source at 0.6.0.
  static let fgPopupScheduler: [PublishedScheduler] = [
    PublishedScheduler(
      name: "fg-0.6-fifo", origin: .publicSource,
      summary: "the public source of FGPopupScheduler 0.6.0, first in, first out"
    ) { FGPopupScheduler(.fifo) },
    PublishedScheduler(
      name: "fg-0.6-lifo", origin: .publicSource,
      summary: "the public source of FGPopupScheduler 0.6.0, last in, first out"
    ) { FGPopupScheduler(.lifo) },
    PublishedScheduler(
      name: "fg-0.6-priority", origin: .publicSource,
      summary: "the public source of FGPopupScheduler 0.6.0, the more urgent first, equals first in, first out"
    ) { FGPopupScheduler(.priority) },
    PublishedScheduler(
      name: "fg-0.6-priority-lifo", origin: .publicSource,
      summary: "the public source of FGPopupScheduler 0.6.0, the more urgent first, equals last in, first out"
    ) { FGPopupScheduler(.priorityLIFO) },
    PublishedScheduler(
      name: "fg-0.6-fifo-lifo", origin: .publicSource,
      summary:
        "the public source of FGPopupScheduler 0.6.0 with both order bits: it has no list, and every submission vanishes"
    ) { FGPopupScheduler(.fifoAndLIFO) },
  ]
}
