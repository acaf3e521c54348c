import Foundation
import PopTrace
import PopupScheduling

/// The rows of apps that go on for weeks: what their scheduler and their recording keep in memory.
enum MemoryRows {
  /// How much a process may have grown.
  private static let limit = 20_000_000

  static func run(popups: Int) throws -> Bool {
    var isWell = true
    for (policy, name) in [("v6", "v6"), ("ours", "a policy of one's own")] {
      let trial = try AppTrial()
      defer { trial.clean(isWell: true) }
      var owner = trial
      let (path, log) = try owner.makeLog()
      let app = try ChildProcess(
        "memory", LongLife(directory: trial.recordings, log: path, policy: policy, popups: popups))
      let end = app.finish(seconds: 1200)
      let growth = log[.residentAfter] - log[.residentBefore]
      let megabytes = String(format: "%.1f", Double(growth) / 1e6)
      let isOver = end != .exited(0) || growth > limit
      isWell = isWell && !isOver
      if end != .exited(0) { FileHandle.standardError.write(Data("memory, \(policy): \(end)\n".utf8)) }
      print(
        "| popups one after another, recorded, by \(name) | \(popups.formatted()) | resident size has grown by \(megabytes) MB, "
          + "\(log[.dropped].formatted()) events dropped, "
          + "**\(isOver ? 1 : 0) over the limit of 20 MB** |")
    }
    return isWell
  }
}

/// An app that shows one popup after another, in a process of its own.
struct LongLife: Codable, Sendable {
  var directory: String
  var log: String
  var policy: String
  var popups: Int

  @MainActor
  func run() async throws {
    let log = try SideLog(log)
    // A whole life is recorded, not what fits into a phone's limits.
    var limits = RecordingLimits()
    (limits.sessionBytes, limits.totalBytes) = (1 << 32, 1 << 33)
    let recording = TraceStore.opened(directory, limits)
    let screen = BlankScreen()
    if policy == "v6" {
      try await live(PopupScheduler(recording: recording, presenter: screen), log)
    } else {
      try await live(
        PopupScheduler(recording: recording, policy: OurPolicy(), named: "ours", presenter: screen), log)
    }
    _exit(0)
  }

  @MainActor
  private func live(_ popups: PopupScheduler<Void>, _ log: SideLog) async throws {
    let home = popups.loadPage(PageDescription("HomeViewController", "UIViewController"))
    popups.pageWillAppear(home)
    popups.pageDidAppear(home)
    // What is needed however little happens is there by then.
    let warm = min(10_000, self.popups / 10)
    // By the bytes of a popup's events, somewhat more than fill half of the journal.
    var keepUp = Pace(trace: popups.recording?.path ?? "", room: policy == "v6" ? 500 : 850)
    for number in 0..<self.popups {
      if number == warm { log[.residentBefore] = Self.residentBytes() }
      var request = PopupRequest("Offer \(number % 50)", kind: .campaign)
      request.expiresAfterMilliseconds = 3_600_000
      let popup = popups.submit(request)
      popups.update(popup, state: "seen by visitor \(number % 100)")
      popups.dismiss(popup, by: .button)
      if number % 50 == 49 { try await keepUp.wait(number) }
    }
    log[.residentAfter] = Self.residentBytes()
    log[.dropped] = Int(popups.recording?.losses.dropped ?? -1)
  }

  private static func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

/// Has who records wait for who stores, as far as that shows in the trace's size: what is dropped takes no memory.
private struct Pace {
  let trace: String
  /// How many popups may come before the trace has grown again.
  let room: Int
  private var size = 0
  private var popup = 0

  init(trace: String, room: Int) { (self.trace, self.room) = (trace, room) }

  mutating func wait(_ number: Int) async throws {
    for _ in 0..<100 {
      let attributes = try? FileManager.default.attributesOfItem(atPath: trace)
      let now = (attributes?[.size] as? NSNumber)?.intValue ?? 0
      if now != size { (size, popup) = (now, number) }
      guard number - popup > room else { return }
      try await Task.sleep(nanoseconds: 1_000_000)
    }
  }
}

/// Shows nothing and keeps nothing.
@MainActor
private final class BlankScreen: PopupPresenter {
  func show(_ popup: Presented<Void>) {}
  func hide(_ popup: Presented<Void>, because reason: Reason) {}
}
