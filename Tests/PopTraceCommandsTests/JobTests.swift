import Foundation
import PopSystem
import PopTrace
import PopupScheduling
import Testing
import ToolRuns
import Trials

@testable import PopTraceCommands

@Suite("Any number of jobs gives the same")
struct JobTests {
  /// Inputs of all sorts, made once.
  private static let inputs = Result {
    func generated(seed: Int, sessions: Int) throws -> [UInt8] {
      try Samples.generated(seed: "\(seed)", sessions: "\(sessions)", policy: "v4")
    }
    var files: [(name: String, bytes: [UInt8])] = []
    for seed in 0..<12 { files.append(("tiny-\(seed).poptrace", try generated(seed: seed, sessions: 1))) }
    let large = try generated(seed: 50, sessions: 130)
    #expect(large.count > 1 << 16)
    files += [("large.poptrace", large), ("large-cut.poptrace", Array(large.dropLast(700)))]
    var flipped = large
    flipped[large.count / 2] ^= 4
    files.append(("large-flipped.poptrace", flipped))
    let several = try generated(seed: 60, sessions: 9)
    files.append(("several.poptrace", several))
    for (index, offset) in stride(from: 40, to: several.count, by: several.count / 8).enumerated() {
      var flipped = several
      flipped[offset] ^= 16
      files.append(("several-flipped-\(index).poptrace", flipped))
      files.append(("several-cut-\(index).poptrace", Array(several[..<offset])))
    }
    files += [
      ("empty.poptrace", []), ("empty.jsonl", []), ("other.poptrace", Array("neither".utf8)),
      ("scenario.jsonl", Array(Samples.scenario.utf8)), ("broken.jsonl", Array((Samples.scenario + "{\n").utf8)),
      ("alone.popjournal", Array(repeating: 7, count: 500)), ("several.popjournal", Array(repeating: 7, count: 500)),
      ("many.poptrace", try many()),
    ]
    return files
  }

  /// A small file of more sessions than some batches have.
  private static func many() throws -> [UInt8] {
    var writer = TraceWriter(options: .archive)
    let count = 5 * SessionBatches.sessionLimit + 7
    for _ in 0..<count {
      var session = Session()
      session.header.policy = "v1"
      session.header.ended = Ticks(5)
      var event = Event(.idle)
      event.sequence = 0
      session.log.events.append(event)
      try writer.append(session)
    }
    let bytes = try writer.finish()
    #expect(bytes.count < 1 << 16)
    return bytes
  }

  @Test(
    "what is written and said, and the status, whatever the inputs are",
    arguments: [
      ["replay", ".", "--policy", "v6", "--format", "text"], ["replay", ".", "--policy", "v2,v6", "--format", "json"],
      ["verify", "."], ["replay", ".", "--policy", "v6", "--limit", "events-per-session=150"],
      ["replay", ".", "--policy", "v6", "--format", "json", "--limit", "memory-bytes=400000"],
    ])
  func same(command: [String]) throws {
    let scratch = try Scratch()
    for (name, bytes) in try Self.inputs.get() { try scratch.file(name, bytes) }
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("nowhere.poptrace"), withDestinationPath: scratch.path("gone"))
    // Two continuations share between threads what ten do, in a third of the time.
    let continuations = ToolRun.isSanitized ? 2 : min(10, trials(few: 2))
    let command = command + (command[0] == "replay" ? ["--continuations", "\(continuations)"] : [])
    let one = try ToolRun.poptrace(command + ["--jobs", "1"], in: scratch.url)
    #expect(!one.output.isEmpty && one.errors.contains("empty.jsonl"), "\(one.errors)")
    // Under a sanitizer each of these takes a minute, and what threads share is the same with four.
    for jobs in ToolRun.isSanitized ? ["4"] : ["2", "9"] {
      let run = try ToolRun.poptrace(command + ["--jobs", jobs], in: scratch.url)
      #expect(run.output == one.output, "--jobs \(jobs)")
      #expect(said(run) == said(one), "--jobs \(jobs)")
      #expect(run.status == one.status, "--jobs \(jobs)")
    }
  }

  /// What was said, without how long it took.
  private func said(_ run: ToolRun) -> [Substring] {
    run.errors.split(separator: "\n").filter { !$0.hasSuffix(" a second") }
  }

  @Test("what is delivered comes in order, to one thread at a time, and keeps none of the others from working")
  func order() {
    let (delivered, worked) = (Locked([Int]()), Locked(0))
    OrderedWork(jobs: 4).run(
      next: { [items = Locked(0)] in
        items.withLock { item in
          item += 1
          return item <= 2000 ? item : nil
        }
      },
      isAtEnd: { false },
      worker: { 0 },
      work: { _, item in
        worked.withLock { $0 += 1 }
        return item
      },
      deliver: { item in
        // Whoever delivers waits for work that only the others can do: that of the items behind this one.
        if item == 100 {
          for _ in 0..<50_000 where worked.withLock({ $0 }) < 110 { usleep(100) }
          #expect(worked.withLock { $0 } >= 110)
        }
        delivered.withLock { $0.append(item) }
        return item < 1500
      })
    #expect(delivered.withLock { $0 } == Array(1...1500))
  }

  @Test("a judge that goes from batch to batch is called as it was at first, however many there are")
  func judge() throws {
    // A bare closure would be wrapped twice for each batch, and every call go through all of that: where the stack ends tells.
    let origin = SessionOrigin(input: "", index: 1, session: Session())
    let ends = Locked(Set<Int>())
    OrderedWork(jobs: 1).run(
      next: { [items = Locked(0)] in
        items.withLock { item in
          item += 1
          return item <= 500 ? item : nil
        }
      },
      isAtEnd: { false },
      worker: {
        SessionJudge { _, _ in
          var local = 0
          let end = unsafe withUnsafeMutablePointer(to: &local) { Int(bitPattern: $0) }
          ends.withLock { _ = $0.insert(end) }
          return []
        }
      },
      work: { judge, item in judge(origin, JudgeRequest()).count + item },
      deliver: { $0 > 0 })
    #expect(ends.withLock { $0.count } == 1)
  }

  @Test("memory that several threads wait for comes to each of them")
  func memory() {
    var limits = ResourceLimits()
    limits.memoryBytes = 100
    let budget = SessionBatches.Room(limits: limits)
    let taken = Locked((now: 0, most: 0, sum: 0))
    OrderedWork(jobs: 8).run(
      next: { [items = Locked(0)] in
        items.withLock { item in
          item += 1
          return item <= 4000 ? item : nil
        }
      },
      isAtEnd: { false },
      worker: { 0 },
      work: { _, item in
        let bytes = budget.take(item % 7 == 0 ? 1000 : item % 60)
        taken.withLock { taken in
          taken.now += bytes
          taken.most = max(taken.most, taken.now)
          taken.sum += bytes
        }
        taken.withLock { $0.now -= bytes }
        budget.giveBack(bytes)
        return item
      }, deliver: { _ in true })
    let (now, most, sum) = taken.withLock { $0 }
    #expect(now == 0 && most <= 100)
    #expect(sum == (1...4000).reduce(0) { $0 + ($1 % 7 == 0 ? 100 : $1 % 60) })
  }
}
