import Foundation
import PopTrace
import PopupScheduling

/// What recording costs an app's main thread, called as an app calls it.
@MainActor
enum FacadeBenchmarks {
  private final class Blind: PopupPresenter {
    func show(_ popup: Presented<Int>) {}
    func hide(_ popup: Presented<Int>, because reason: Reason) {}
  }

  private final class Counter: EventObserver {
    var events = 0
    func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
      events += log.events.count - index
    }
  }

  private static let visits = 4000

  /// Visits to pages, each with a popup that is tapped and dismissed.
  private static func live(_ popups: PopupScheduler<Int>) {
    let home = popups.loadPage(PageDescription("Home"))
    popups.pageWillAppear(home)
    popups.pageDidAppear(home)
    for number in 0..<visits {
      let page = popups.loadPage(PageDescription("Page \(number % 7)"))
      popups.pageWillDisappear(home)
      popups.pageWillAppear(page)
      popups.pageDidDisappear(home)
      popups.pageDidAppear(page)
      var request = PopupRequest("Offer \(number % 10)", kind: .campaign, content: number)
      request.level = Int32(number % 3)
      let popup = popups.submit(request)
      popups.perform("open", of: popup) {}
      popups.dismiss(popup, by: .button)
      popups.pageWillDisappear(page)
      popups.pageWillAppear(home)
      popups.pageDidDisappear(page)
      popups.pageDidAppear(home)
      popups.pageRemoved(page)
    }
  }

  /// What recording adds to an event, of the fastest runs, and what a flush takes after as many visits, in real time.
  static func measure(runs: Int = 15) throws -> [Measurement] {
    let blind = Blind()
    let counter = Counter()
    live(PopupScheduler(presenter: blind, observer: counter))
    var (plainTimes, recordedTimes, flushes): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<runs {
      let plain = PopupScheduler<Int>(presenter: blind)
      let before = threadNanoseconds()
      live(plain)
      plainTimes.append(threadNanoseconds() - before)
      try RecordBenchmarks.inFolder { folder in
        let store = TraceStore(directory: folder)
        let recorded = PopupScheduler<Int>(recording: store, presenter: blind)
        let start = threadNanoseconds()
        live(recorded)
        recordedTimes.append(threadNanoseconds() - start)
        let flush = ContinuousClock.now
        try store.flush()
        flushes.append((ContinuousClock.now - flush) / .nanoseconds(1))
        recorded.endRecording()
        recorded.recording?.waitUntilOver()
        try store.tidy()
      }
    }
    let added = (recordedTimes.min() ?? 0) - (plainTimes.min() ?? 0)
    let perEvent = added / Double(counter.events)
    let flush = flushes.sorted()[runs / 2] / 1e6
    return [
      Measurement(
        name: "an app's main thread: what recording adds to an event", value: perEvent, unit: "ns", budget: "50 ns",
        isWithinBudget: perEvent <= 50),
      Measurement(
        name: "an app's main thread: flush() after \(counter.events) events, in real time", value: flush, unit: "ms",
        budget: "", isWithinBudget: true),
    ]
  }
}
