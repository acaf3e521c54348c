import Foundation
import PopSystem
import PopTrace
import PopTraceCommands
import PopupScheduling
import Testing
import ToolRuns

/// The Swift of the README and of the articles that show apps: every block stands in a file of these tests, so that it is compiled, and does
/// what it says when it is run.
@Suite("The code of pages")
struct SnippetTests {
  /// A page, and the files of its blocks, in order; of the first so many lines, or all.
  struct Page: Sendable, CustomTestStringConvertible {
    var path: String
    var snippets: [String]
    var lines = Int.max

    var testDescription: String { path }
  }

  private static let pages = [
    Page(path: "README.md", snippets: ["RecordingSnippet.swift"], lines: 12),
    Page(
      path: "Sources/PopTrace/PopTrace.docc/Recording.md",
      snippets: ["RecordingSnippet.swift", "SnapshotSnippet.swift"]),
    Page(
      path: "Sources/PopTraceTesting/PopTraceTesting.docc/OwnPolicy.md",
      snippets: ["PolicySnippet.swift", "ToolSnippet.swift"]),
  ]

  /// The code between the marks of a snippet file beside this one, as its page has it; all of it where there are no marks.
  private func code(of file: String) throws -> String {
    try code(of: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(file))
  }

  private func code(of file: URL) throws -> String {
    let source = try String(contentsOf: file, encoding: .utf8)
    var parts: [[String]] = []
    var isOpen = false
    for line in source.components(separatedBy: "\n") {
      if line.trimmingCharacters(in: .whitespaces) == "// example" {
        isOpen.toggle()
        if isOpen { parts.append([]) }
      } else if isOpen {
        parts[parts.count - 1].append(line)
      }
    }
    guard !parts.isEmpty else { return source.trimmingCharacters(in: .newlines) }
    #expect(!isOpen, "\(file.path)")
    return parts.map { part in
      // A blank line beside a mark is the formatter's.
      let lines = part.trimmingPrefix(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()
      let isIndented = lines.allSatisfy { $0.isEmpty || $0.hasPrefix("  ") }
      return lines.map { isIndented ? String($0.dropFirst(2)) : $0 }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  @Test("every Swift block of a page is one that is compiled here", arguments: pages)
  func compiled(page: Page) throws {
    let text = try String(contentsOf: ToolRun.repository.appendingPathComponent(page.path), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
    let codes = try page.snippets.map { try code(of: $0).split(separator: "\n", omittingEmptySubsequences: false) }
    #expect(blocks == codes.map { $0.prefix(page.lines).joined(separator: "\n") })
  }

  @Test("each snippet stands in a page") func used() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix("Snippet.swift") }
    #expect(Set(files) == Set(Self.pages.flatMap(\.snippets)))
  }

  @Test("the whole of recording in an app takes forty lines") func short() throws {
    #expect(try code(of: "RecordingSnippet.swift").split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
  }

  @Test("the policy whose memory make torture measures is the one of OwnPolicy")
  func measured() throws {
    let file = ToolRun.repository
      .appendingPathComponent("Tests/Tools/poptrace-torture/OurPolicy.swift")
    #expect(try code(of: file) == code(of: "PolicySnippet.swift"))
  }

  @Test("the policy in the documentation of SchedulingPolicy is one that is compiled here")
  func documented() throws {
    let source = ToolRun.repository
      .appendingPathComponent("Sources/PopupScheduling/Scheduler/SchedulingPolicy.swift")
    let lines = try String(contentsOf: source, encoding: .utf8).components(separatedBy: "\n")
    let example = lines.drop { $0 != "/// ```swift" }.dropFirst().prefix { $0 != "/// ```" }.map { $0.dropFirst(4) }
    #expect(try example.joined(separator: "\n") == code(of: "PolicyExample.swift"))
  }

  @Test("the app that records shows its offer, waits for the answer, and leaves a trace of it, to be uploaded once")
  func recording() async throws {
    let scratch = try Scratch()
    await #expect(processExitsWith: .success) { [home = scratch.path("home") as String] in
      live(in: home)
      try await openOffer()
    }
    // The process is gone, and the next launch uploads what it left: the first time in vain.
    let directory = scratch.path("home/poptrace")
    let session = try await pendingSession(in: directory)
    #expect(!session.isFinished && session.header.app == "Shop" && session.header.build == "412")
    let answered = try #require(session.events.last { $0.kind == .popupHidden })
    let classes = session.catalog.pages.map { session.catalog.names.list($0.classes).map(session.catalog.names.text) }
    #expect(classes == [["HomeViewController", "ViewController"], ["DetailViewController", "ViewController"]])
    let next = try #require(session.events.first { $0.kind == .pageWillAppear && $0.page == PageID(1) })
    // What the answer led to is caused by it, and so moves with it in a replay.
    #expect(next.cause >= 0 && next.cause >= answered.sequence)
    #expect(session.events.contains { $0.kind == .pageRemoved && $0.page == PageID(1) })
    await #expect(processExitsWith: .success) { [home = scratch.path("home") as String] in
      live(in: home)
      var sent: [RecordedSession] = []
      try upload { session in
        sent.append(session)
        return true
      }
      try upload { _ in fatalError("It was sent before.") }
      precondition(sent.count == 1 && sent[0].end == .killed && sent[0].lost == 0 && sent[0].events > 8)
    }
    #expect(try TraceStore(directory: directory).pending().isEmpty)
  }

  /// The one session that a directory of recordings has, once its process is gone; kept there.
  private func pendingSession(in directory: String) async throws -> Session {
    let store = TraceStore(directory: directory)
    let pending = try store.pending()
    #expect(pending.count == 1)
    let leased = try #require(pending.first)
    var reader = try TraceReader([UInt8](try Data(contentsOf: URL(fileURLWithPath: leased.path))))
    var (session, next) = (Session(), Session())
    #expect(try reader.next(&session))
    #expect(try !reader.next(&next))
    try store.keep(leased)
    return session
  }

  @Test("the recorder that keeps the last minutes writes a snapshot when it is asked for one")
  @MainActor
  func snapshot() throws {
    let scratch = try Scratch()
    let directory = scratch.path("recordings")
    snapshotSnippet(presenter: SilentPresenter(), directory: directory)
    let pending = try TraceStore(directory: directory).pending()
    #expect(pending.count == 1 && pending.allSatisfy { $0.name.hasSuffix("-snapshot-1") })
  }

  @Test("the policy that it shows schedules popups, in a tool of one's own")
  func policy() throws {
    let scratch = try Scratch()
    let scenario = try scratch.file("scenario.jsonl", Samples.scenario).path
    let report = scratch.path("report.json")
    let tool = PopTraceTool(
      policies: .standard + [PolicyEntry("ours", summary: "what ships today") { OurPolicy() }])
    #expect(tool.status(of: ["replay", scenario, "--policy", "ours", "--format", "json", "-o", report]) == 2)
    let text = try String(contentsOfFile: report, encoding: .utf8)
    #expect(text.contains("\"rule\":\"overlap\""))
    #expect(text.contains("\"end\":\"dismissed\""))
  }

  @Test("in an app, the popups of that policy end, and nothing is kept of them")
  @MainActor
  func policyInAnApp() {
    let presenter = SilentPresenter()
    let scheduler = PopupScheduler(policy: OurPolicy(), presenter: presenter)
    for number in 1...100 {
      let popup = scheduler.submit(PopupRequest("Offer \(number)"))
      scheduler.dismiss(popup, by: .button)
    }
    #expect(presenter.closed == 100)
    #expect(scheduler.keptRequests == 0)
  }
}

/// Shows nothing.
@MainActor
private final class SilentPresenter: PopupPresenter {
  private(set) var closed = 0
  func closed(_ popup: Presented<Void>, because reason: Reason) { closed += 1 }
  func show(_ popup: Presented<Void>) {}
  func hide(_ popup: Presented<Void>, because reason: Reason) {}
}

/// Has this process keep its files there.
private func live(in home: String) { for name in ["HOME", "XDG_DATA_HOME"] { unsafe setenv(name, home, 1) } }

/// What a user does in the app of Recording: opens the offer, and comes back from the page behind it.
@MainActor
private func openOffer() async throws {
  let home = HomeViewController()
  home.viewWillAppear()
  home.viewDidAppear()
  let offered = Task { await home.offer(PopupView()) }
  while window.views.isEmpty { await Task.yield() }
  let sale = try #require(center.popups.visiblePopups.first)
  center.popups.perform("open", of: sale) {}
  center.popups.dismiss(sale, by: .button)
  await offered.value
  #expect(window.views.isEmpty)
  home.goBack()
  // The page behind it is gone, and says so at the next occasion.
  for _ in 0..<100 { await Task.yield() }
  try enteredBackground()
}
