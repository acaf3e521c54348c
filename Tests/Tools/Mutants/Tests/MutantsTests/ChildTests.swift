import Foundation
import Synchronization
import Testing

@testable import Mutants

@Suite("Programs that are run")
struct ChildTests {
  private let here = FileManager.default.temporaryDirectory

  private func run(_ script: String, cpuSeconds: Int? = nil, seconds: Double? = nil, stop: String? = nil) throws -> (
    end: Child.End, cpu: Double
  ) {
    try Child(
      command: ["/bin/sh", "-c", script], environment: ["WORD": "word"], directory: here, cpuSeconds: cpuSeconds,
      seconds: seconds
    ).run { $0 == stop ? $0 : nil }
  }

  @Test("how one ends is known")
  func ends() throws {
    #expect(try run("exit 3").end == .status(3))
    #expect(try run("kill -SEGV $$").end == .status(139))
    #expect(try run("test $WORD = word").end == .status(0))
  }

  @Test("a line ends it, and whatever it started", .timeLimit(.minutes(1)))
  func stops() throws {
    #expect(try run("sleep 600 & echo one; echo two; sleep 600", stop: "two").end == .stopped("two"))
    // What is no child of anything any more does not keep it waiting.
    #expect(try run("(sleep 90 &); echo two; sleep 600", stop: "two").end == .stopped("two"))
  }

  @Test("one that never ends is ended, and found out", .timeLimit(.minutes(1)))
  func endless() throws {
    #expect(try run("while :; do :; done", cpuSeconds: 1).end == .tooLong)
    #expect(try run("sleep 600", seconds: 0.2).end == .tooLong)
  }

  #if os(Linux)
    @Test("one that takes all memory fails before the machine does")
    func memory() throws {
      #expect(try run("python3 -c 'bytearray(9 << 30)' 2>&1", cpuSeconds: 9).end == .status(1))
      #expect(try run("python3 -c 'bytearray(1 << 30)' 2>&1", cpuSeconds: 9).end == .status(0))
    }
  #endif

  @Test("the processor time of children is read from what a shell says")
  func times() {
    #expect(Child.cpuSeconds("0m0.010s 0m0.020s\n1m2.500s 0m0.250s\n") == 62.75)
    #expect(Child.cpuSeconds("") == 0)
  }

  @Test("a file that is as it was is not written again, and what is gone is gone")
  func copies() throws {
    let folder = here.appending(path: "mutants-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let origin = folder.appending(path: "origin")
    try FileManager.default.createDirectory(at: origin.appending(path: "Sources/M"), withIntermediateDirectories: true)
    func put(_ text: String, _ path: String) throws { try Data(text.utf8).write(to: origin.appending(path: path)) }
    try put("a", "Sources/M/a.swift")
    try put("b", "Sources/M/b.swift")
    try put("  .treatAllWarnings(as: .error),\n  rest", "Package.swift")
    _ = try Child.output(["git", "init", "-q"], directory: origin)
    let copy = TreeCopy(origin: origin, root: folder.appending(path: "copy"))
    func text(_ path: String) -> String? { try? String(contentsOf: copy.root.appending(path: path), encoding: .utf8) }
    func written() throws -> Date? {
      let path = copy.root.appending(path: "Sources/M/a.swift").path()
      return try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    try copy.update(changed: ["Sources/M/b.swift": "broken", "Sources/M/new.swift": "new"])
    #expect(text("Sources/M/a.swift") == "a" && text("Sources/M/b.swift") == "broken")
    #expect(text("Sources/M/new.swift") == "new" && text("Package.swift") == "  rest")
    let first = try written()
    try FileManager.default.removeItem(at: origin.appending(path: "Sources/M/b.swift"))
    try copy.update(changed: [:])
    #expect(try written() == first)
    #expect(text("Sources/M/b.swift") == nil && text("Sources/M/new.swift") == nil)
  }
}
