import Foundation
import PopSystem
import PopTrace
import PopTraceCommands
import PopupScheduling
import Synchronization
import Testing
import ToolRuns

/// The README's Swift: every block stands in a file of these tests, so that it is compiled, and does what it says when it is run.
@Suite("README's code")
struct SnippetTests {
  private static let readme = ToolRun.repository.appendingPathComponent("README.md")

  /// The code between the marks of a snippet file beside this one, as the README has it.
  private func code(of file: String) throws -> String {
    try code(of: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(file))
  }

  private func code(of file: URL) throws -> String {
    let source = try String(contentsOf: file, encoding: .utf8)
    var parts: [[String]] = []
    var isOpen = false
    for line in source.components(separatedBy: "\n") {
      if line.trimmingCharacters(in: .whitespaces) == "// README" {
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

  @Test("every Swift block of the README is one that is compiled here")
  func compiled() throws {
    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
    let known = try [
      "RecordingSnippet.swift", "SnapshotSnippet.swift", "PolicySnippet.swift", "ToolSnippet.swift",
    ].map(code)
    #expect(blocks.count == known.count)
    for block in blocks { #expect(known.contains(block), "\(block)") }
    for snippet in known { #expect(blocks.contains(snippet), "\(snippet)") }
  }

  @Test("the app that records, of Examples, has the README's code word for word")
  func example() throws {
    let file = ToolRun.repository
      .appendingPathComponent("Examples/RecordingApp/Sources/RecordingApp/Recording.swift")
    #expect(try code(of: file) == code(of: "RecordingSnippet.swift"))
  }

  @Test("the policy whose memory make torture measures is the README's")
  func measured() throws {
    let file = ToolRun.repository
      .appendingPathComponent("Tests/Tools/poptrace-torture/OurPolicy.swift")
    #expect(try code(of: file) == code(of: "PolicySnippet.swift"))
  }

  @Test("the policy in the documentation of SchedulingPolicy is one that is compiled here")
  func documented() throws {
    let source = ToolRun.repository
      .appendingPathComponent("Sources/PopupScheduling/Policy/SchedulingPolicy.swift")
    let lines = try String(contentsOf: source, encoding: .utf8).components(separatedBy: "\n")
    let example = lines.drop { $0 != "/// ```swift" }.dropFirst().prefix { $0 != "/// ```" }.map { $0.dropFirst(4) }
    #expect(try example.joined(separator: "\n") == code(of: "PolicyExample.swift"))
  }

  @Test("the recording that it makes is a trace of what happened, unfinished for as long as the app lives")
  @MainActor
  func recording() async throws {
    let scratch = try Scratch()
    let directory = scratch.path("recordings")
    try recordingSnippet(presenter: SilentPresenter(), directory: directory) { _ in true }
    // The scheduler is gone, and its recording with it.
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
    #expect(!session.isFinished && session.header.app == "Shop" && session.header.build == "412")
    let kinds = session.events.map(\.kind)
    for kind in [EventKind.pageDidAppear, .popupSubmitted, .popupShown, .popupTapped, .popupDismissed, .popupHidden] {
      #expect(kinds.contains(kind), "\(kind)")
    }
    #expect(try !reader.next(&session))
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
    let scheduler = PopupScheduler(policy: OurPolicy(), presenter: presenter, observer: NoObserver())
    for number in 1...100 {
      let popup = scheduler.submit(PopupRequest("Offer \(number)"))
      scheduler.dismiss(popup, by: .button)
    }
    #expect(presenter.closed == 100)
    #expect(scheduler.keptRequests == 0)
  }
}

/// The bytes of a recording, put together.
private final class TraceBytes: Sendable {
  private let content = Mutex<[UInt8]>([])

  var bytes: [UInt8] { content.withLock { $0 } }

  func append(_ more: [UInt8]) { content.withLock { $0 += more } }
}

/// Shows nothing.
@MainActor
private final class SilentPresenter: PopupPresenter {
  private(set) var closed = 0
  func closed(_ popup: PopupID, because reason: Reason) { closed += 1 }
  func show(_ popup: PopupID, _ request: PopupRequest, on page: PageID, generation: Int32) {}
  func hide(_ popup: PopupID, because reason: Reason, generation: Int32) {}
}
