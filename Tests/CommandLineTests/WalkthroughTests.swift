import Foundation
import Testing
import ToolRuns

/// Each hop of the walkthrough is where the walkthrough says it is.
@Suite("The walkthrough")
struct WalkthroughTests {
  private static let sources = ToolRun.repository.appending(path: "Sources")

  /// A row of a table: the names of its hop, and the text of the files in which it is said to be.
  struct Hop: CustomStringConvertible {
    var names: [String]
    var paths: [String]

    var description: String { names.joined(separator: ", ") }
  }

  private static func hops() throws -> [Hop] {
    let article = sources.appending(path: "PopTraceCommands/PopTraceCommands.docc/Walkthrough.md")
    return try String(contentsOf: article, encoding: .utf8).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map(String.init)
      guard line.hasPrefix("| "), cells.count == 3, cells[2].contains("`") else { return nil }
      func quoted(_ cell: String) -> [String] { cell.matches(of: /`([^`]+)`/).map { String($0.1) } }
      return Hop(names: quoted(cells[0]), paths: quoted(cells[2]))
    }
  }

  /// What is written in a file, or in all Swift files of a folder; nil where there is none.
  private static func text(of path: String) throws -> String? {
    let url = sources.appending(path: path)
    guard path.hasSuffix("/") else { return try? String(contentsOf: url, encoding: .utf8) }
    let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
    let texts = try files.filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  /// Whether a function of this name and with these labels, as in `run(_:at:in:)`, is declared.
  private static func isDeclared(_ function: String, in text: String) -> Bool {
    let parts = function.split(separator: "(")
    let wanted = parts[1].dropLast().split(separator: ":").map(String.init)
    for found in text.matches(of: /\bfunc (\w+)/) where found.1 == parts[0] {
      var labels: [String] = []
      var (depth, word) = (0, "")
      scan: for character in text[found.range.upperBound...] {
        switch character {
        case "(", "[": depth += 1
        case ")", "]": depth -= 1
        case ":" where depth == 1: labels.append(word.split { $0.isWhitespace }.first.map(String.init) ?? "")
        default: break
        }
        if character == "{" || (character == ")" && depth == 0) { break scan }
        word = character == "," || character == "(" ? "" : word + String(character)
      }
      // The last parameters may have defaults.
      if labels.starts(with: wanted) { return true }
    }
    return false
  }

  @Test("every hop is a name in a file that is there") func places() throws {
    let hops = try Self.hops()
    #expect(hops.count >= 30)
    for hop in hops {
      var text = ""
      for path in hop.paths {
        let found = try Self.text(of: path)
        #expect(found != nil, "\(hop): there is no \(path)")
        text += found ?? ""
      }
      for name in hop.names where !name.contains("-") {
        // `Type.member(labels:)`: the type may be extended under another name of file.
        let member = String(name.split(separator: ".").last ?? "")
        let isThere = member.contains("(") ? Self.isDeclared(member, in: text) : text.contains(member)
        #expect(isThere, "\(hop.paths.joined(separator: ", ")) has no \(name)")
      }
    }
  }
}
