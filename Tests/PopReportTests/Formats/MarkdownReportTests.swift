import Foundation
import PopAudit
import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("The report in Markdown")
struct MarkdownReportTests {
  /// Renders a document as CommonMark with the tables of GitHub, and gives its blocks and its cells as JSON.
  private static let rendering = """
    import json, re, sys
    from markdown_it import MarkdownIt
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    def rendered(text):
      blocks, cells, headings = [], [], []
      cell = heading = False
      for token in parser.parse(text):
          assert token.type != "html_block", token.content
          if token.type != "inline":
              blocks.append(token.type)
          if token.type in ("td_open", "td_close"):
              cell = token.type == "td_open"
          if token.type == "heading_open":
              heading = True
          words = ""
          for child in token.children or []:
              assert child.type in ("text", "code_inline", "strong_open", "strong_close"), (child.type, child.content)
              words += child.content
              if child.type == "text":
                  # What GitHub and GitLab make links of, once the markup is gone.
                  assert not re.search(r"[@#!~%$&:][A-Za-z0-9_]|GH-[0-9]", child.content), child.content
          if token.type == "inline" and cell:
              cells.append(words.replace("\\u200b", ""))
          if token.type == "inline" and heading:
              headings.append(words.replace("\\u200b", ""))
              heading = False
      # Outside of code no address may stand as it is, for it would become a link.
      bare = re.sub(r"```text\\n.*?\\n```|`[^`\\n]*`", "", text, flags=re.S)
      assert not re.search(r"https?://|www\\.|<|>", bare), bare
      return {"blocks": blocks, "cells": cells, "headings": headings}
    print(json.dumps([rendered(open(path, encoding="utf-8", newline="").read()) for path in sys.argv[1:]]))
    """

  private struct Rendered: Decodable {
    var blocks: [String]
    var cells: [String]
    var headings: [String]
  }

  private func render(_ text: String) throws -> Rendered { try render([text])[0] }

  private func render(_ texts: [String]) throws -> [Rendered] {
    let result = try Python.run(Self.rendering, texts.map { Array($0.utf8) })
    #expect(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode([Rendered].self, from: Data(result.output.utf8))
  }

  @Test("begins with the verdict and has a part for each thing a gate says", .python("markdown_it"))
  func parts() throws {
    for text in [
      SampleGate().written(by: MarkdownReport.stepSummary()), SampleGate().written(by: MarkdownReport.comment()),
    ] {
      let rendered = try render(text)
      #expect(rendered.headings[0].hasPrefix("coupon fails the gate: 2 new findings, "))
      #expect(
        Array(rendered.headings.dropFirst()) == [
          "Not judged", "What fails", "Limits", "Which key brings what", "New, and does not fail",
          "Accepted and ignored", "Accepted, and gone", "Hurt sessions by build", "Hurt sessions", "How to go on",
        ])
      #expect(text.hasPrefix("## coupon fails the gate"))
      #expect(text.contains("poptrace rules wrong-page\npoptrace rules lost-popup\npoptrace rules overlap\n"))
      #expect(text.contains("\npoptrace bless "))
      #expect(
        text.contains(
          "5 sessions, 380 events, against the recording; judged by `coupon.poptrace.yml` as of 2026-11-22; 1 finding fixed."
        ))
      #expect(text.contains("▸ 1,300 ms  popup.shown  coupon #4 on HomePage #1\n"))
    }
  }

  @Test("has a row for every judgement but those that are known", .python("markdown_it"))
  func rows() throws {
    let cells = try render(SampleGate().written(by: MarkdownReport.comment())).cells
    let worst = try #require(cells.firstIndex(of: "wrong-page"))
    #expect(
      Array(cells[worst..<(worst + 7)]) == [
        "wrong-page", "coupon", "couponPage", "4 of 4", "exact", "new, fails the build",
        "coupon may be shown on HomePage only, and was still up when CheckoutPage had become the current page.",
      ])
    for words in [
      "worse: accepted in 1 of 300 sessions (coupon reason, by coupon owner, until 2027-01-31)",
      "expired: coupon reason, until 2026-01-31",
      "accepted in 2 of 1,300 sessions: coupon reason, by coupon owner, until 2027-01-31", "ignored: coupon",
      "new, a warning", "new, and rests on an assumption in every session that has it",
    ] { #expect(cells.contains(words), "\(words)") }
    for rule in ["cover", "fault"] { #expect(!cells.contains(rule)) }
    let limit = try #require(cells.firstIndex(of: "wait-p95"))
    #expect(
      Array(cells[limit..<(limit + 7)]) == [
        "wait-p95", "popup coupon", "2,100 ms", "3,200.5 ms", "+52.4 % (+40.0 to +81.3)", "worse",
        "max: 3000 ms broken, max-increase: 90%",
      ])
    let blamed = try #require(cells.firstIndex(of: "leaving"))
    #expect(
      Array(cells[(blamed - 1)..<(blamed + 5)]) == [
        "wrong-page: coupon on couponPage", "leaving", "park", "coupon", "3", "3 sessions",
      ])
    #expect(cells.contains("levels with leaving") && cells.contains("several keys together"))
  }

  @Test("makes nothing of a name but the name", .python("markdown_it"))
  func nasty() throws {
    for writer in [MarkdownReport.stepSummary(), MarkdownReport.comment()] as [any ReportWriter] {
      let names = ["coupon"] + SampleGate.nastyNames
      let all = try render(names.map { SampleGate($0).written(by: writer) })
      for (name, rendered) in zip(names, all) {
        #expect(rendered.blocks == all[0].blocks, "\(name)")
        #expect(rendered.cells.count == all[0].cells.count)
        // Spaces at the ends of a cell are nothing.
        let shown = printable(name).trimmingCharacters(in: .whitespaces)
        #expect(rendered.cells.contains { $0.trimmingCharacters(in: .whitespaces) == shown }, "\(name)")
      }
    }
  }

  @Test("keeps to its bytes, and counts the rows it leaves out", .python("markdown_it"))
  func bytes() throws {
    for limit in [1500, 2000, 3000, 5000] {
      for (text, most) in [
        (SampleGate().repeated(60).written(by: MarkdownReport.stepSummary(byteLimit: limit)), 60),
        (SampleGate("a|b").repeated(60).written(by: MarkdownReport.comment(byteLimit: limit)), 20),
      ] {
        #expect(text.utf8.count <= limit)
        let last = text.wholeMatch(
          of: /(?s)## .*\n([0-9]+) rows? left out for want of room; `--format json` has all\.\n/)
        let cut = try #require(last.flatMap { Int($0.output.1) }, "\(limit): \(text.suffix(100))")
        let shown = text.split(separator: "\n").count { $0.hasPrefix("| `wrong-page` |") }
        #expect((limit > 3000 || shown < most) && cut >= most - shown)
        #expect(shown == 0 || text.contains("\n… and \(60 - shown) more\n"))
        _ = try render(text)
      }
    }
  }

  @Test("has all that a step summary holds, and a comment less")
  func limits() {
    let sample = SampleGate(String(repeating: "漢", count: 50)).repeated(5000)
    let summary = sample.written(by: MarkdownReport.stepSummary())
    #expect(summary.utf8.count < 1_048_576)
    #expect(summary.contains("… and 4,000 more\n"))
    let comment = sample.written(by: MarkdownReport.comment())
    #expect(comment.utf8.count <= 65_000 && comment.utf16.count < 65_536)
    #expect(comment.contains("… and 4,980 more\n"))
  }

  @Test("escapes what Markdown knows")
  func text() {
    #expect(MarkdownText.name("Spring sale") == "`Spring sale`")
    #expect(MarkdownText.name("a|b") == "a&#124;b")
    #expect(MarkdownText.name("") == "")
    #expect(MarkdownText.prose("a <b> *c* [d](e)") == "a &#60;b&#62; &#42;c&#42; &#91;d&#93;(e)")
    #expect(MarkdownText.prose("@kim #1") == "&#64;&#8203;kim &#35;&#8203;1")
    #expect(MarkdownText.prose("www.x.y and z.w") == "www&#46;x.y and z.w")
    #expect(MarkdownText.prose("- a-b") == "&#45;&#8203; a-b")
    #expect(MarkdownText.prose("弹窗 é") == "弹窗 é")
  }
}
