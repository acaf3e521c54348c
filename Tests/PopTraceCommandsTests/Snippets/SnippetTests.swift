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
  /// A page, and the files of its blocks, in order.
  struct Page: Sendable, CustomTestStringConvertible {
    var path: String
    var snippets: [String]

    var testDescription: String { path }
  }

  private static let pages = [
    Page(path: "README.md", snippets: ["ReadmeSnippet.swift"]),
    Page(
      path: "Sources/PopTrace/PopTrace.docc/Recording.md",
      snippets: ["RecordingSnippet.swift", "SnapshotSnippet.swift"]),
    Page(
      path: "Sources/PopTraceTesting/PopTraceTesting.docc/OwnPolicy.md",
      snippets: ["PolicySnippet.swift", "ToolSnippet.swift"]),
  ]

  /// The code between the marks of a snippet file beside this one, as its page has it.
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
    #expect(!isOpen && !parts.isEmpty, "\(file.path)")
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
    #expect(try blocks == page.snippets.map(code))
  }

  @Test("each snippet stands in a page") func used() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix("Snippet.swift") }
    #expect(files.sorted() == Self.pages.flatMap(\.snippets).sorted())
  }

  @Test("recording in an app takes twelve lines in the README") func short() throws {
    #expect(try code(of: "ReadmeSnippet.swift").split(separator: "\n", omittingEmptySubsequences: false).count <= 12)
  }

  @Test("the app that records, of Examples, has the article's code word for word")
  func example() throws {
    let file = ToolRun.repository
      .appendingPathComponent("Examples/RecordingApp/Sources/RecordingApp/Recording.swift")
    #expect(try code(of: file) == code(of: "RecordingSnippet.swift"))
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

  @Test("the recordings that they make are traces of what happened, unfinished for as long as the app lives")
  @MainActor
  func recording() async throws {
    let scratch = try Scratch()
    try recordingSnippet(presenter: SilentPresenter(), directory: scratch.path("article")) { _ in true }
    readmeSnippet(presenter: SilentPresenter(), directory: scratch.path("readme"))
    var kinds: [EventKind] = [.pageDidAppear, .popupSubmitted, .popupShown, .popupDismissed, .popupHidden]
    let short = try await pendingSession(in: scratch.path("readme"))
    for kind in kinds { #expect(short.events.map(\.kind).contains(kind), "\(kind)") }
    #expect(!short.isFinished)
    let session = try await pendingSession(in: scratch.path("article"))
    kinds.append(.popupTapped)
    for kind in kinds { #expect(session.events.map(\.kind).contains(kind), "\(kind)") }
    #expect(!session.isFinished && session.header.app == "Shop" && session.header.build == "412")
  }

  /// The one session that a directory of recordings has, once its scheduler is gone, and its recording with it.
  private func pendingSession(in directory: String) async throws -> Session {
    var pending: [RecordedSession] = []
    let recording = TraceStore(directory: directory)
    // Another thread makes its files ready; looked for so many times that only a fault outlasts them.
    for _ in 0..<20_000 where pending.isEmpty {
      pending = try recording.pending()
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(pending.count == 1)
    var reader = try TraceReader([UInt8](try Data(contentsOf: URL(fileURLWithPath: try #require(pending.first).path))))
    var session = Session()
    #expect(try reader.next(&session))
    var next = Session()
    #expect(try !reader.next(&next))
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
