import Foundation
import Synchronization

/// The sources, and what of them can be broken.
struct Sources {
  /// The text of each file, by path.
  private(set) var texts: [String: String] = [:]
  let scopes: [Scope]
  /// What can be broken, by scope.
  private(set) var candidates: [[Candidate]] = []

  init(root: URL, scopes: [Scope]) throws {
    self.scopes = scopes
    let files = try TreeCopy.files(of: root).filter { $0.hasSuffix(".swift") }
    for scope in scopes {
      var found: [Candidate] = []
      for path in files where scope.folders.contains(where: { path.hasPrefix($0 + "/") }) {
        // Deleted, and not yet committed.
        guard let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8) else { continue }
        texts[path] = text
        found += Candidate.all(in: text, path: path)
      }
      candidates.append(found)
    }
  }
}

/// What was chosen to be tried.
struct Selection {
  private(set) var mutants: [Mutant] = []
  private var draws: [(scope: Scope, draw: Draw, candidates: Int)] = []
  /// How many could not be compiled.
  private(set) var uncompiled = 0
  private var numbers = 0

  init(_ sources: Sources, _ options: Options, _ equivalents: Equivalents) throws {
    var names = options.names
    if let file = options.survivors {
      let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
      names += Self.survivors(in: text)
      if names.isEmpty { throw Options.Failure(description: "\(file) names no survivor") }
    }
    if !names.isEmpty {
      let all = sources.scopes.indices.flatMap { index in sources.candidates[index].map { (sources.scopes[index], $0) }
      }
      for name in names {
        guard let (scope, candidate) = all.first(where: { $0.1.id == name }) else {
          throw Options.Failure(description: "no code of today is \(name)")
        }
        if mutants.contains(where: { $0.candidate.touches(candidate) }) {
          throw Options.Failure(description: "\(name) shares a line with another; try them one after the other")
        }
        add(scope, candidate)
      }
      return
    }
    let known = Set(equivalents.reasons.keys)
    let wanted = options.scopes
    let shares = Scope.shares(of: wanted, count: options.count)
    for (scope, share) in zip(wanted, shares) {
      guard let place = sources.scopes.firstIndex(where: { $0.name == scope.name }) else { continue }
      let candidates = sources.candidates[place]
      draws.append(
        (scope, Draw(candidates, seed: options.seed, scope: scope.name, equivalents: known), candidates.count))
      for _ in 0..<share { drawAnother(of: draws.count - 1) }
    }
  }

  /// The names in the output of an earlier run, behind the line that says what survived.
  static func survivors(in text: String) -> [String] {
    text.split(separator: "\n").drop { $0 != "Survived:" }
      .compactMap { $0.hasPrefix("  id ") ? String($0.dropFirst(5)) : nil }
  }

  private mutating func add(_ scope: Scope, _ candidate: Candidate) {
    numbers += 1
    mutants.append(Mutant(numbers, scope, candidate))
  }

  private mutating func drawAnother(of index: Int) {
    if let candidate = draws[index].draw.draw(beside: mutants.map(\.candidate)) { add(draws[index].scope, candidate) }
  }

  /// Leaves some out that cannot be compiled, and draws others of the same scopes.
  mutating func replace(_ suspects: Set<Int>) {
    let gone = mutants.filter { suspects.contains($0.number) }
    mutants.removeAll { suspects.contains($0.number) }
    uncompiled += gone.count
    for mutant in gone {
      if let index = draws.firstIndex(where: { $0.scope.name == mutant.scope.name }) { drawAnother(of: index) }
    }
  }

  /// Those that were drawn, and are known to change nothing.
  var passedOver: [(Scope, [Candidate])] { draws.map { ($0.scope, $0.draw.passedOver) } }

  /// How many are drawn of how many.
  var summary: String {
    if draws.isEmpty { return "\(mutants.count) by name" }
    return draws.map { scope, draw, candidates in
      let count = mutants.count { $0.scope.name == scope.name }
      return "\(scope.module), \(scope.name): \(count) of \(candidates)"
    }.joined(separator: "\n")
  }
}

/// Counts what several threads have done.
final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
