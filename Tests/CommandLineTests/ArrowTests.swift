import Foundation
import Testing
import ToolRuns

/// The rooms of `Sources` import each other as CONTRIBUTING draws it, and downwards only.
@Suite("The arrows between rooms")
struct ArrowTests {
  /// A target of `Sources`, and what it imports of the others and of packages.
  struct Room: Equatable, CustomTestStringConvertible {
    var name: String
    var imports: Set<String>

    var testDescription: String { name }
  }

  private static let root = ToolRun.repository

  /// What belongs to the system, or to Swift.
  private static let system: Set<String> = [
    "Darwin", "Glibc", "Musl", "Android", "Dispatch", "Foundation", "Synchronization",
  ]

  /// The table of CONTRIBUTING, from the lowest room to the highest.
  private static let drawn: [Room] = {
    let text = (try? String(contentsOf: root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)) ?? ""
    let rows = text.components(separatedBy: "| room | imports |").last?.components(separatedBy: "\n\n").first ?? ""
    return rows.split(separator: "\n").compactMap { row in
      let cells = row.split(separator: "|")
      guard row.hasPrefix("| `"), cells.count >= 2 else { return nil }
      let names = cells[0...1].map { $0.matches(of: #/`(\w+)`/#).map { String($0.1) } }
      return Room(name: names[0][0], imports: Set(names[1]))
    }
  }()

  /// What the sources of a room import.
  private static func imported(by room: String) throws -> Set<String> {
    let folder = root.appending(path: "Sources/\(room)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
    var found: Set<String> = []
    for file in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      let pattern =
        #/
        ^\ * (?: @\w+ \ + )*
        (?: (?: public|package|internal|private|fileprivate ) \ + )? import \ +
        (?: (?: struct|class|enum|protocol|func|typealias|var|let ) \ + )? (\w+)
        /#
      found.formUnion(text.matches(of: pattern.anchorsMatchLineEndings()).map { String($0.1) })
    }
    return found.subtracting(system)
  }

  /// The targets of the manifest that have no path of their own, and what each depends on.
  private static let declared: [Room] = {
    let text = (try? String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)) ?? ""
    let targets = text.components(separatedBy: "\n  targets: [").last?.components(separatedBy: "\n  ]\n)").first ?? ""
    let products = Set(targets.matches(of: #/\.product\(name: "(\w+)"/#).map { String($0.1) })
    let parts = targets.split(separator: #/\.(?:target|executableTarget|systemLibrary)\(\s*name:/#).dropFirst()
      .map { $0.split(separator: #/\.(?:testTarget|plugin)\(/#, omittingEmptySubsequences: false)[0] }
      .filter { !$0.contains("path:") }
    let names = parts.compactMap { $0.firstMatch(of: #/"(\w+)"/#).map { String($0.1) } }
    return zip(names, parts).map { name, part in
      // All that is quoted behind the word: what is no room and no product is left out.
      let list = part.split(separator: "dependencies:").dropFirst().first ?? ""
      var needed = Set(list.matches(of: #/"(\w+)"/#).map { String($0.1) }).intersection(products.union(names))
      // The manifest has names for those that only some systems have.
      if list.contains(#/\bzstd\b/#) { needed.insert("CZstd") }
      if list.contains(#/\bzlib\b/#) { needed.insert("CZlib") }
      return Room(name: name, imports: needed)
    }
  }()

  @Test("the drawing has every room, and no other") func rooms() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Sources").path)
    #expect(Self.drawn.map(\.name).sorted() == folders.filter { !$0.hasPrefix(".") }.sorted())
    #expect(Self.declared.map(\.name).sorted() == Self.drawn.map(\.name).sorted())
  }

  @Test("a room imports what the drawing says", arguments: drawn)
  func imports(room: Room) throws {
    let found = try Self.imported(by: room.name)
    let row = found.sorted().map { "`\($0)`" }.joined(separator: ", ")
    #expect(found == room.imports, "the row of \(room.name) should say \(row)")
  }

  @Test("a room depends in the manifest on what it imports, and on nothing else", arguments: drawn)
  func manifest(room: Room) { #expect(Self.declared.first { $0.name == room.name } == room) }

  @Test("arrows point downwards: every room is drawn above those that import it") func downwards() {
    let names = Set(Self.drawn.map(\.name))
    var above: Set<String> = []
    for room in Self.drawn {
      for other in room.imports where names.contains(other) {
        #expect(above.contains(other), "\(room.name) imports \(other), which is drawn further down")
      }
      above.insert(room.name)
    }
    #expect(above.count > 10)
  }
}
