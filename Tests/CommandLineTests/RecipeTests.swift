import Foundation
import Testing
import ToolRuns

/// The recipes of CONTRIBUTING name files that are there, and count them.
@Suite("The recipes")
struct RecipeTests {
  /// A recipe: what its heading says, how many files it counts, and the rows of its table.
  struct Recipe: CustomTestStringConvertible {
    var heading: String
    var rows: [Substring]

    var testDescription: String { heading }
  }

  private static let all: [Recipe] = {
    let file = ToolRun.repository.appending(path: "CONTRIBUTING.md")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n## Recipes\n").last?.components(separatedBy: "\n### ").dropFirst().map {
      let lines = $0.split(separator: "\n")
      return Recipe(heading: String(lines[0]), rows: lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| |") })
    } ?? []
  }()

  /// Every file and folder that a recipe may name, from the repository on.
  private static let paths: [String] = ["Sources", "Tests", "Fixtures", "Schemas"].flatMap { folder in
    let found = FileManager.default.enumerator(atPath: ToolRun.repository.appending(path: folder).path)
    return found?.compactMap { $0 as? String }.map { "\(folder)/\($0)" } ?? []
  }

  @Test("the six kinds of change have one") func kinds() {
    for kind in ["rule", "event kind", "popup attribute", "configuration key", "command", "report form"] {
      #expect(Self.all.contains { $0.heading.contains(" \(kind):") }, "\(kind)")
    }
  }

  @Test("each names what is there", arguments: all)
  func files(recipe: Recipe) {
    for row in recipe.rows where !row.hasPrefix("| ---") {
      let cell = row.split(separator: "|")[1]
      for name in cell.matches(of: #/`([^`]+)`/#).map({ String($0.1) }) where name.contains("/") {
        // A file that is to be made, or one of several.
        guard name.firstMatch(of: #/NAME|RULE|\*/#) == nil else { continue }
        let path = name.hasSuffix("/") ? String(name.dropLast()) : name
        let isThere = Self.paths.contains { $0 == path || $0.hasSuffix("/\(path)") }
        #expect(isThere, "\(recipe.heading): there is no \(name)")
      }
    }
  }

  @Test("each counts the files in its heading", arguments: all)
  func count(recipe: Recipe) {
    let last = recipe.rows.last { $0.contains(#/^\| \d/#) }?.split(separator: "|").first ?? ""
    let number = last.split(separator: ",").last?.trimmingCharacters(in: .whitespaces) ?? ""
    #expect(recipe.heading.hasSuffix(": \(number) files"), "\(recipe.heading) counts \(number)")
  }
}
