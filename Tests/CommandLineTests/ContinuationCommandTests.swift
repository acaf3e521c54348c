import Foundation
import Testing
import ToolRuns

@Suite("What the recording cannot say is tried, and said")
struct ContinuationCommandTests {
  private let scratch: Scratch
  private let field = ToolRun.repository.appendingPathComponent("Fixtures/field/v5.poptrace").path

  init() throws { scratch = try Scratch() }

  private func report(_ input: String, _ options: String...) throws -> [String: Any] {
    let run = try ToolRun.poptrace(
      ["replay", input, "--policy", "v3", "--format", "json", "-q"] + options, in: scratch.url)
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  private func sessions(_ report: [String: Any]) throws -> [String: [String: Any]] {
    let traces = try #require(report["traces"] as? [[String: Any]])
    return Dictionary(uniqueKeysWithValues: traces.map { ($0["session"] as? String ?? "", $0) })
  }

  /// Everything said of a session, the input's name left out.
  private func text(_ session: [String: Any]?) throws -> String {
    var session = try #require(session)
    session["trace"] = nil
    return String(decoding: try JSONSerialization.data(withJSONObject: session, options: .sortedKeys), as: UTF8.self)
  }

  private func newErrors(_ session: [String: Any]) -> [[String: Any]] {
    (session["findings"] as? [[String: Any]] ?? []).filter {
      $0["status"] as? String == "new" && $0["severity"] as? String == "error"
    }
  }

  @Test("a robust new error fails a build, but not with --fail-on certain")
  func failOn() throws {
    let robustOnly = try sessions(try report(field)).values.filter { session in
      let grades = Set(newErrors(session).map { $0["grade"] as? String })
      return grades.contains("robust") && grades.isDisjoint(with: ["exact", "derived"])
    }
    let name = try #require(robustOnly.compactMap { $0["session"] as? String }.min())
    _ = try ToolRun.poptrace(["slice", field, "--session", name, "-o", "one.poptrace", "-q"], in: scratch.url)
    func status(_ options: String...) throws -> Int32 {
      try ToolRun.poptrace(["replay", "one.poptrace", "--policy", "v3", "-q"] + options, in: scratch.url).status
    }
    #expect(try status() == 2)
    #expect(try status("--fail-on", "robust") == 2)
    #expect(try status("--fail-on", "certain") == 0)
    #expect(try status("--fail-on", "certain", "--strict") == 2)
    #expect(try status("--continuations", "0") == 0)
    #expect(try status("--fail-on", "likely") == 64)
    #expect(try status("--continuations", "3") == 64)
  }

  @Test("a session is judged alike in the whole file, in a slice, in a merge, and by any number of jobs")
  func sameEverywhere() throws {
    let whole = try report(field, "--jobs", "1")
    let all = try sessions(whole)
    let undecided = all.filter { ($0.value["assumption"] as? [String: Any]) != nil }.keys.sorted()
    let names = [try #require(undecided.first), try #require(undecided.last)]
    for (index, name) in names.enumerated() {
      _ = try ToolRun.poptrace(
        ["slice", field, "--session", name, "-o", "slice-\(index).poptrace", "-q"], in: scratch.url)
    }
    _ = try ToolRun.poptrace(
      ["merge", "slice-1.poptrace", "slice-0.poptrace", "-o", "both.poptrace", "-q"], in: scratch.url)
    let merged = try sessions(try report("both.poptrace"))
    let jobs = try sessions(try report(field, "--jobs", "2"))
    for (index, name) in names.enumerated() {
      let expected = try text(all[name])
      #expect(try text(sessions(report("slice-\(index).poptrace"))[name]) == expected)
      #expect(try text(merged[name]) == expected)
      #expect(try text(jobs[name]) == expected)
    }
  }

  @Test("more continuations leave less that is robust, and none are asked for nothing")
  func numbers() throws {
    func robust(_ continuations: String) throws -> Int {
      let summary = try #require(try report(field, "--continuations", continuations)["summary"] as? [String: Any])
      let coverage = try #require(summary["coverage"] as? [String: Any])
      return try #require(coverage["robust"] as? Int)
    }
    let (none, two, ten) = (try robust("0"), try robust("2"), try robust("10"))
    #expect(none == 0)
    #expect(ten > 0)
    #expect(two >= ten)
  }

  @Test("everything assumed says why, and every finding in how many runs it is")
  func reasons() throws {
    let all = try sessions(try report(field))
    var findings = 0
    for session in all.values {
      for finding in session["findings"] as? [[String: Any]] ?? [] {
        let isAssumed = finding["grade"] as? String == "assumed"
        #expect(finding["assumed"] as? Bool == isAssumed)
        #expect((finding["why"] as? String)?.hasPrefix("assumed since ") == (isAssumed ? true : nil))
        guard isAssumed else { continue }
        let held = try #require(finding["held"] as? [String: Int])
        let (count, runs) = (try #require(held["in"]), try #require(held["of"]))
        #expect([1, 3, 11].contains(runs) && (0...runs).contains(count))
        findings += 1
      }
      for outcome in session["outcomes"] as? [[String: Any]] ?? [] {
        let grades = try #require(outcome["grades"] as? [String: String])
        #expect(Set(grades.keys) == ["shown", "where", "end"])
        #expect((outcome["why"] != nil) == grades.values.contains("assumed"))
      }
    }
    #expect(findings > 0)
  }
}
