public import Foundation

/// Breaks the sources in one place at a time, and says which breaks no test notices.
public struct Tool: Sendable {
  private let options: Options
  /// The root of the repository.
  private let root: URL
  private let print: @Sendable (String) -> Void

  /// How often what cannot be compiled is replaced: each module has types checked first, then values that nobody gave.
  private static let mostRounds = 20

  public init(_ options: Options, root: URL, print: @escaping @Sendable (String) -> Void) {
    self.options = options
    self.root = root
    self.print = print
  }

  /// Does it all.
  ///
  /// - Returns: Whether enough was noticed.
  public func run() throws -> Bool {
    let sources = try Sources(root: root, scopes: Scope.all)
    let list = root.appending(path: "Tests/Tools/Mutants/equivalents.txt")
    let equivalents = try Equivalents(String(contentsOf: list, encoding: .utf8))
    try equivalents.check(sources.candidates.flatMap(\.self))
    var selection = try Selection(sources, options, equivalents)
    let commit = try? Child.output(["git", "rev-parse", "--short", "HEAD"], directory: root)
    print("seed \(options.seed), at \((commit ?? "?").trimmingCharacters(in: .whitespacesAndNewlines))\n")
    print(selection.summary)
    if options.lists {
      for mutant in selection.mutants {
        print("\n" + mutant.candidate.text(in: sources.texts[mutant.candidate.path] ?? ""))
      }
      return true
    }

    let folder = root.appending(path: ".build-mutants")
    let copy = TreeCopy(origin: root, root: folder.appending(path: "tree"))
    let own = Set(selection.mutants.map(\.scope.tests)).sorted()
    let builder = Builder(
      tree: copy.root, scratch: folder.appending(path: "build"), tests: options.isOwn ? own : [])
    try build(&selection, sources, copy, builder)
    let unknown = options.isOwn ? [] : RecordedTests.unknown(among: try builder.testNames())
    if !unknown.isEmpty {
      throw Child.Failure(description: "There are no tests \(unknown), which RecordedTests says not to count.")
    }

    print("\nThe tests with nothing broken, but for those that compare with what was recorded:")
    let trials = Trials(builder: builder, folder: folder)
    let targets = try builder.testTargets()
    if let unknown = options.leftOut.first(where: { !targets.contains($0) }) {
      throw Options.Failure(description: "there is no test target \(unknown)")
    }
    let references = try trials.references(targets.filter { !options.leftOut.contains($0) }) {
      print(String(format: "  %@: %.0f s, of processors %.0f s", $0.target, $0.seconds, $0.cpuSeconds))
    }
    for target in own where try !trials.canaryDies(in: target) {
      // What survived an earlier run may lie where no test of the module's own leads: there alone that is no proof that nothing is switched on.
      let reachesNone = references.contains { $0.target == target && $0.reached.isEmpty }
      guard options.survivors != nil, reachesNone else {
        throw Child.Failure(
          description: "\(target) passes with the canary on: nothing is switched on. Nothing can be learned.")
      }
      print("  \(target): none of its tests runs what will be broken")
    }

    let mutants = selection.mutants
    print("\nWith one thing broken, \(options.jobs) at a time:")
    let done = Counter()
    let outcomes = try trials.outcomes(of: mutants, references, jobs: options.jobs) { mutant, outcome in
      print("  \(done.next()) of \(mutants.count) \(outcome.text) · \(mutant.candidate.id)")
    }
    report(mutants, outcomes, sources, selection)
    return Table(Array(zip(mutants, outcomes))).isEnough
  }

  /// Writes the copy and builds it, until all that is left can be compiled.
  private func build(_ selection: inout Selection, _ sources: Sources, _ copy: TreeCopy, _ builder: Builder) throws {
    for round in 1...Self.mostRounds {
      var files: [String: RewrittenFile] = [:]
      for (path, mutants) in Dictionary(grouping: selection.mutants, by: \.candidate.path) {
        files[path] = RewrittenFile(sources.texts[path] ?? "", mutants)
      }
      var changed = files.mapValues(\.text)
      for module in Set(Scope.all.map(\.module)) { changed["Sources/\(module)/\(SwitchFile.name)"] = SwitchFile.text }
      try copy.update(changed: changed)
      print("\(round == 1 ? "\n" : "")Building \(selection.mutants.count) switches, round \(round)")
      let errors = try builder.build()
      if errors.isEmpty { return }
      let suspects = Set(errors.flatMap { files[$0.path]?.suspects(line: $0.line) ?? [] })
      if suspects.isEmpty {
        let text = errors.map { "\($0.path):\($0.line): \($0.message)" }.sorted().joined(separator: "\n")
        throw Child.Failure(description: "The copy cannot be compiled, and no switch is why:\n\(text)")
      }
      for error in errors.sorted(by: { ($0.path, $0.line) < ($1.path, $1.line) }) {
        print("  \(error.path):\(error.line): \(error.message)")
      }
      selection.replace(suspects)
    }
    throw Child.Failure(
      description: "After \(Self.mostRounds) rounds there is still something that cannot be compiled.")
  }

  private func report(_ mutants: [Mutant], _ outcomes: [Outcome], _ sources: Sources, _ selection: Selection) {
    let tried = Array(zip(mutants, outcomes))
    func list(_ title: String, _ chosen: [(Mutant, String)]) {
      if chosen.isEmpty { return }
      print("\n\(title)")
      for (mutant, note) in chosen {
        print(
          "\n" + mutant.candidate.text(in: sources.texts[mutant.candidate.path] ?? "")
            + (note.isEmpty ? "" : "\n  \(note)"))
      }
    }
    list(
      "Noticed by tests that did not end:",
      tried.compactMap { mutant, outcome in
        if case .endless(let target) = outcome { (mutant, "by \(target)") } else { nil }
      })
    list(
      "Survived:",
      tried.compactMap { mutant, outcome in
        guard case .survived(let isReached) = outcome else { return nil }
        return (mutant, isReached ? "" : "no test runs this code")
      })
    let table = Table(tried, equivalents: selection.passedOver.map { ($0.0.module, $0.1.count) })
    print("\n" + table.text)
    if selection.uncompiled > 0 {
      print("\n\(selection.uncompiled) that were drawn could not be compiled; others took their place.")
    }
    print(
      table.isEnough ? "\nEnough are noticed." : "\nToo few are noticed: 90 of 100 are to be, and of each module 80.")
  }
}

extension Outcome {
  /// In a line.
  var text: String {
    switch self {
    case .noticed(let target, let test): "noticed by \(target): \(test)"
    case .endless(let target): "noticed by \(target), which does not end"
    case .survived(let isReached): isReached ? "SURVIVED" : "SURVIVED, and no test runs it"
    }
  }
}
