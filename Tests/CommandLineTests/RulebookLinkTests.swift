import Foundation
import Testing

/// What comments and articles refer to is there: an article, and a heading in it.
@Suite("The rulebook")
struct RulebookLinkTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardizedFileURL

  /// The headings of every article, by its name.
  private static let articles: [String: [String]] = {
    var articles: [String: [String]] = [:]
    for file in files(in: "Sources", endingIn: ".md") {
      let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
      articles[file.deletingPathExtension().lastPathComponent] =
        lines.filter { $0.hasPrefix("#") }.map { $0.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces) }
    }
    return articles
  }()

  private static func files(in folder: String, endingIn suffix: String) -> [URL] {
    let all = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return (all?.allObjects as? [URL] ?? []).filter { $0.path.hasSuffix(suffix) }.sorted { $0.path < $1.path }
  }

  /// As DocC makes it of a heading.
  private static func anchor(of heading: String) -> String {
    heading.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }.replacing(" ", with: "-")
  }

  @Test("Articles are found") func articles() { #expect(Self.articles.count >= 10) }

  @Test("Every link of a comment or an article leads to an article and its heading", arguments: [".swift", ".md"])
  func links(suffix: String) throws {
    var count = 0
    for file in Self.files(in: "Sources", endingIn: suffix) {
      for link in try String(contentsOf: file, encoding: .utf8).matches(of: /<doc:(\w+)(?:#([^>]+))?>/) {
        count += 1
        let headings = Self.articles[String(link.1)]
        #expect(headings != nil, "\(file.lastPathComponent): there is no article \(link.1)")
        guard let anchor = link.2 else { continue }
        let isThere = headings?.contains { Self.anchor(of: $0) == anchor } == true
        #expect(isThere, "\(file.lastPathComponent): \(link.1) has no heading \(anchor)")
      }
    }
    #expect(count > 10)
  }

  @Test("Every other link of a page leads to a file, and to a heading of it")
  func relativeLinks() throws {
    let folders = ["Sources", "Fixtures", "Examples", "Benchmarks"]
    // The whole tree may stand in a folder of builds.
    func isBuilt(_ page: URL) -> Bool { page.path.dropFirst(Self.root.path.count).contains("/.build") }
    let pages =
      ["README.md", "CONTRIBUTING.md", "STABILITY.md", "CHANGELOG.md"].map { Self.root.appending(path: $0) }
      + folders.flatMap { Self.files(in: $0, endingIn: ".md") }.filter { !isBuilt($0) }
    var count = 0
    for page in pages {
      let text = try String(contentsOf: page, encoding: .utf8)
      for link in text.matches(of: #/\]\(([^()<>\s]+)\)/#).map({ String($0.1) })
      where !link.hasPrefix("http") && !link.hasPrefix("doc:") {
        count += 1
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let target =
          parts[0].isEmpty ? page : page.deletingLastPathComponent().appending(path: parts[0]).standardizedFileURL
        #expect(FileManager.default.fileExists(atPath: target.path), "\(page.lastPathComponent): \(link)")
        guard parts.count > 1, target.pathExtension == "md" else { continue }
        let headings = try String(contentsOf: target, encoding: .utf8).split(separator: "\n")
          .filter { $0.hasPrefix("#") }
          .map { Self.anchor(of: $0.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)).lowercased() }
        #expect(headings.contains(parts[1].lowercased()), "\(page.lastPathComponent): \(link)")
      }
    }
    #expect(count > 300)
  }

  @Test("Every heading that a comment names is there", arguments: ["Sources", "Tests"])
  func headings(folder: String) throws {
    var count = 0
    for file in Self.files(in: folder, endingIn: ".swift") {
      // A reference may be broken between two lines of a comment.
      let text = try String(contentsOf: file, encoding: .utf8).replacing(/\n *\/\/\/? +/, with: " ")
      for reference in text.matches(of: /([A-Z]\w+), \*([^*\n]+)\*/) {
        guard let headings = Self.articles[String(reference.1)] else { continue }
        count += 1
        #expect(
          headings.contains(String(reference.2)),
          "\(file.lastPathComponent): \(reference.1) has no heading \(reference.2)")
      }
    }
    #expect(count > 10)
  }

  @Test(
    "No comment points to a page that is not in the repository", arguments: ["Sources", "Tests", "Benchmarks/Sources"])
  func outside(folder: String) throws {
    for file in Self.files(in: folder, endingIn: ".swift") where file.lastPathComponent != "RulebookLinkTests.swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      let found = text.firstMatch(of: /\bsemantics [A-H]\d*\b|\bdesign \d|\brules\.md\b/)
      #expect(found == nil, "\(file.lastPathComponent) points to \(found.map { String($0.0) } ?? "")")
    }
  }
}
