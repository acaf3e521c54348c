import Foundation
import PopTraceFidelity
import PublishedSchedulers

/// `make fidelity`: prints how much of what replays foresee is right, world by world, and what falls short of what is promised.
///
/// ```sh
/// swift run -c release poptrace-fidelity                          # 90 sessions of each pair of policies, 1,350 in each world
/// swift run -c release poptrace-fidelity --sessions 20 --pairs    # fewer, with a row for each pair
/// ```
@main
struct FidelityCommand {
  private static let usage = """
    usage: poptrace-fidelity [--sessions N] [--first N] [--continuations 0|2|10] [--worlds WORD] [--pairs] [--aspects] [--mistakes] [--markdown] [--published]
      --first     the seed that all sessions come from: figures count where nothing was tuned or tested on it
      --worlds    those worlds alone whose names have this in them
      --pairs     a row for each pair of policies
      --aspects   a row for each aspect of outcomes
      --mistakes  what was foreseen wrongly though it was said not to depend on an assumption: a few of each grade
      --markdown  the table of Grades
      --published every published scheduler, recorded and as one that only reports
    """

  private var run = FidelityRun(seed: 7_177, sessions: 90)
  private var hasPairs = false
  private var hasAspects = false
  private var hasMistakes = false
  private var isMarkdown = false
  private var isOfPublished = false
  private var worlds = FidelityWorld.all

  static func main() {
    var command = FidelityCommand()
    command.run.isEstimating = true
    guard command.read(CommandLine.arguments.dropFirst()) else {
      print(usage)
      exit(64)
    }
    exit(command.isOfPublished ? command.printPublished() ? 0 : 1 : command.printFigures() ? 0 : 1)
  }

  /// Whether the arguments are understood.
  private mutating func read(_ arguments: ArraySlice<String>) -> Bool {
    var arguments = arguments
    while let argument = arguments.popFirst() {
      switch argument {
      case "--pairs": hasPairs = true
      case "--aspects": hasAspects = true
      case "--mistakes": hasMistakes = true
      case "--markdown": isMarkdown = true
      case "--published": isOfPublished = true
      case "--worlds":
        guard let word = arguments.popFirst() else { return false }
        worlds.removeAll { !$0.description.contains(word) }
      case "--sessions", "--first", "--continuations":
        guard let number = arguments.popFirst().flatMap(Int.init), (0...1_000_000).contains(number) else {
          return false
        }
        if argument == "--sessions" { run.sessions = number }
        if argument == "--first" { run.seed = UInt64(number) }
        if argument == "--continuations" { run.continuations = number }
      default: return false
      }
    }
    return true
  }

  /// The published schedulers, each recorded and only reported.
  @MainActor
  private func printPublished() -> Bool {
    let rows = PublishedSchedulers.all.map { PublishedTwice($0, sessions: run.sessions, seed: run.seed) }
    print(PublishedTwice.markdown(rows))
    let differences = rows.flatMap(\.differences)
    differences.forEach { print("falls short: \($0)") }
    return differences.isEmpty
  }

  /// Whether all that is promised holds.
  private func printFigures() -> Bool {
    var table = FidelityTable()
    var readme = FidelityMarkdown()
    var mistakes: [String] = []
    var shortfalls: [String] = []
    for world in worlds {
      let figures = run.figures(of: PolicyPair.all, in: world)
      let name = world.description
      if hasPairs {
        for (pair, one) in zip(PolicyPair.all, figures) { table.add(one, world: name, candidates: pair.description) }
      }
      for (candidates, part) in [
        ("other versions", figures.prefix(PolicyPair.versions.count)),
        ("one change", figures.dropFirst(PolicyPair.versions.count)),
      ] {
        let sum = FidelityRun.sum(part)
        table.add(sum, world: name, candidates: candidates)
        readme.add(sum, world: candidates == "one change" ? "" : world.words, candidates: candidates)
        if hasAspects { table.addAspects(sum) }
      }
      let all = FidelityRun.sum(figures)
      mistakes += all.mistakes.map(\.description)
      shortfalls += all.shortfalls(in: world)
    }
    if isMarkdown { print(readme) } else { print(table) }
    if hasMistakes { mistakes.forEach { print($0) } }
    shortfalls.forEach { print("falls short: \($0)") }
    return shortfalls.isEmpty
  }
}
