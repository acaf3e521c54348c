import Foundation
import PublishedSchedulers
import Testing
import ToolRuns

@Suite("Published schedulers")
struct PublishedTests {
  static let folder = ToolRun.repository.appendingPathComponent("Fixtures/published").path

  @Test("every one is listed with where it comes from, and explained")
  func listed() throws {
    let run = try ToolRun.poptrace(["policies"])
    let lines = run.output.split(separator: "\n")
    for scheduler in PublishedSchedulers.all {
      let line = lines.first { $0.hasPrefix(scheduler.name + " ") }
      #expect(line?.hasSuffix(scheduler.summary) == true, "\(scheduler.name)")
    }
    let explanation = try ToolRun.poptrace(["policies", "ly-head"])
    #expect(explanation.output.contains("\nfrom public source\n"))
  }

  @Test("each records, and its recording gives itself back, alone and in comparison with v6")
  func asPolicies() throws {
    let scratch = try Scratch()
    // Bound to a page, for LYWindowScreenView shows nothing that is not.
    let scenario = Samples.scenario.replacingOccurrences(of: "\"name\"", with: "\"pages\":[\"HomePage\"],\"name\"")
    try scratch.file("scenario.jsonl", scenario)
    for scheduler in PublishedSchedulers.all {
      let name = scheduler.name
      let trace = name + ".poptrace"
      let record = try ToolRun.poptrace(
        ["record", "scenario.jsonl", "--policy", name, "-q", "--output", trace], in: scratch.url)
      #expect(record.status == 0, "\(name): \(record.errors)")
      let verify = try ToolRun.poptrace(["verify", trace], in: scratch.url)
      #expect(verify.status == 0, "\(name): \(verify.output)\(verify.errors)")
    }
    let replay = try ToolRun.poptrace(["replay", "ly-head.poptrace", "--policy", "article-0-printed"], in: scratch.url)
    #expect(replay.status == 2)
    #expect(replay.output.contains("error overlap"))
    let diff = try ToolRun.poptrace(
      ["diff", "scenario.jsonl", "--policy", "v6,article-0-printed", "-q"], in: scratch.url)
    #expect(diff.status == 2)
    #expect(diff.output.hasPrefix("article-0-printed against v6"))
  }

  @Test("their defects are shown with rule and scenario, as the lists have them; v6 has none")
  func defects() throws {
    let run = try ToolRun.poptrace(["published", Self.folder, "--format", "json"])
    #expect(run.status == 0, "\(run.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let rows = try #require(json?["defects"] as? [[String: Any]])
    var wanted: [String] = []
    for scheduler in PublishedSchedulers.all {
      let list = try String(contentsOfFile: Self.folder + "/" + PublishedDefect.list(of: scheduler), encoding: .utf8)
      for line in list.split(separator: "\n").dropFirst() {
        let defect = try #require(PublishedDefect(line))
        wanted.append("\(scheduler.name) \(defect.scenario) \(defect.rule) \(!defect.isUnnamed)")
      }
    }
    let shown = rows.map { row in
      let named = row["named"] as? Bool
      return "\(row["scheduler"] ?? "") \(row["scenario"] ?? "") \(row["rule"] ?? "") \(named.map { "\($0)" } ?? "")"
    }
    #expect(shown == wanted)
    #expect(rows.allSatisfy { $0["v6Clean"] as? Bool == true })

    let text = try ToolRun.poptrace(["published", Self.folder])
    let lines = text.output.split(separator: "\n")
    #expect(text.status == 0)
    #expect(lines.count == rows.count + 2)
    #expect(lines.contains { $0.hasPrefix("article-4 ") && $0.contains(" overlap ") && $0.contains(" ✓ ") })
    #expect(
      lines.last?.hasPrefix("\(PublishedSchedulers.all.count) schedulers, \(rows.count) defects counted for each: ")
        == true)
  }

  @Test("a folder that is not there, holds no list, or a malformed one, is said and ends in 1")
  func badFolder() throws {
    let scratch = try Scratch()
    let missing = try ToolRun.poptrace(["published", "nowhere"], in: scratch.url)
    #expect(missing.status == 1)
    #expect(missing.errors.hasPrefix("poptrace: nowhere: there is no such directory"))
    try scratch.file("lists/other/defects.tsv", "scenario\trule\tthought\n")
    let empty = try ToolRun.poptrace(["published", "lists"], in: scratch.url)
    #expect(empty.status == 1)
    #expect(empty.errors.contains("holds no list"))
    try scratch.file("lists/article-4/defects.tsv", "scenario\trule\tthought\na.jsonl\toverlop\tWords.\n")
    let rule = try ToolRun.poptrace(["published", "lists"], in: scratch.url)
    #expect(rule.status == 1)
    #expect(rule.errors.contains("defects.tsv: line 2: there is no rule \"overlop\"; did you mean \"overlap\"?"))
    try scratch.file("lists/article-4/defects.tsv", "scenario\trule\tthought\na.jsonl\toverlap\n")
    let fields = try ToolRun.poptrace(["published", "lists"], in: scratch.url)
    #expect(fields.errors.contains("line 2: a defect is a scenario, a rule and a thought"))
  }
}
