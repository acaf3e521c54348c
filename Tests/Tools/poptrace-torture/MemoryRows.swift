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
      let wrong = log.remarkLines.count { $0.hasPrefix("wrong: ") } + (log[.answers] == popups ? 0 : 1)
      let isOver = end != .exited(0) || growth > limit
      isWell = isWell && !isOver && wrong == 0
      if end != .exited(0) { FileHandle.standardError.write(Data("memory, \(policy): \(end)\n".utf8)) }
      print(
        "| popups one after another, recorded, each with a content and awaited, by \(name) | \(popups.formatted()) | resident size has grown by \(megabytes) MB, "
          + "\(log[.dropped].formatted()) events dropped, "
          + "**\(isOver ? 1 : 0) over the limit of 20 MB**, **\(wrong.formatted()) wrong answers** |")
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
    let popups =
      policy == "v6"
      ? PopupScheduler<Billboard>(recording: recording, presenter: screen)
      : PopupScheduler(recording: recording, policy: OurPolicy(), named: "ours", presenter: screen)
    try await live(popups, on: screen, log)
    _exit(0)
  }

  @MainActor
  private func live(_ popups: PopupScheduler<Billboard>, on screen: BlankScreen, _ log: SideLog) async throws {
    let owner = Page0ViewController()
    defer { withExtendedLifetime(owner) {} }
    let home = popups.load(owner)
    home.willAppear()
    home.didAppear()
    // What is needed however little happens is there by then.
    let warm = min(10_000, self.popups / 10)
    // By the bytes of a popup's events, somewhat more than fill half of the journal.
    var keepUp = Pace(trace: popups.recording?.path ?? "", room: policy == "v6" ? 500 : 850)
    for number in 0..<self.popups {
      if number == warm { log[.residentBefore] = Self.residentBytes() }
      var request = PopupRequest("Offer \(number % 50)", kind: .campaign, content: Billboard())
      request.expiresAfterMilliseconds = 3_600_000
      let waiting = Task { [request] in await popups.present(request) }
      while screen.up == .none { await Task.yield() }
      let popup = screen.up
      popups.update(popup, state: "seen by visitor \(number % 100)")
      popups.dismiss(popup, by: .button)
      let answer = await waiting.value
      log[.answers] += 1
      if answer.popup != popup || answer.act != .button { log.remark("wrong: popup \(popup.rawValue): \(answer)") }
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

/// What a popup shows; of a million of them, few may be there at one time.
private final class Billboard: Sendable {
  let pixels = [UInt8](repeating: 1, count: 1024)
}

/// Shows nothing, and keeps nothing but what is up.
@MainActor
private final class BlankScreen: PopupPresenter {
  private(set) var up = PopupID.none
  func show(_ popup: Presented<Billboard>) { up = popup.id }
  func hide(_ popup: Presented<Billboard>, because reason: Reason) { up = .none }
}
