public import Foundation

/// What the command line asks for.
public struct Options: Sendable, Equatable {
  public var seed: UInt64
  public var count = 60
  /// The modules, or scopes, to draw from; all where it is empty.
  public var only: [String] = []
  /// Whether to say only what is drawn.
  public var lists = false
  /// The names of those to try; where there are some, nothing is drawn.
  public var names: [String] = []
  /// A file in which such names are, as this tool printed it.
  public var survivors: String?
  /// Test targets that are not run, for a first and quicker look.
  public var leftOut: [String] = []
  /// Whether the modules' own tests are all that is built and run.
  public var isOwn = false
  /// How many are tried at a time.
  public var jobs = ProcessInfo.processInfo.activeProcessorCount

  public struct Failure: Error, Equatable, CustomStringConvertible {
    public var description: String
  }

  public static let usage = """
    usage: make mutants [SEED=N] [COUNT=60] [ONLY=MODULE,…] [OWN=1]
           poptrace-mutants [--seed N] [--count N] [--only MODULE|SCOPE,…] [--own] [--leave-out TARGET,…]
                           [--list] [--jobs N]
           poptrace-mutants --mutant ID… | --from-survivors FILE

    Breaks the code that decides, judges and reads in one place at a time, and says which breaks no test notices.

      --seed N               what is drawn; the date unless given, so that each night tries others
      --count N              how many, 60 unless given, as many of each module
      --only MODULE,…        of these modules or scopes alone
      --own                  build and run the modules' own tests alone, which takes few minutes; others may notice more
      --leave-out TARGET,…   without these test targets, for a first look: CommandLineTests take longer than all others
      --list                 say what is drawn, and what could be; build nothing
      --mutant ID            try this one, by the name that was printed
      --from-survivors FILE  try again what survived in an earlier run, of which the file is the output
      --jobs N               how many at a time; as many as there are cores unless given

    exit code: 0 where nine of ten are noticed and four of five of each module, 2 where fewer are, 1 for errors, 64 for usage
    """

  /// Reads arguments.
  ///
  /// - Parameter today: The year, the month and the day.
  public init(_ arguments: [String], today: DateComponents) throws(Failure) {
    seed = UInt64((today.year ?? 0) * 10_000 + (today.month ?? 0) * 100 + (today.day ?? 0))
    var rest = arguments[...]
    while let name = rest.popFirst() {
      func value() throws(Failure) -> String {
        guard let value = rest.popFirst() else { throw Failure(description: "\(name) needs a value") }
        return value
      }
      func number<Number: FixedWidthInteger>(from least: Number) throws(Failure) -> Number {
        let text = try value()
        guard let number = Number(text), number >= least else {
          throw Failure(description: "\(name) needs a number from \(least) on, not \(text)")
        }
        return number
      }
      switch name {
      case "--seed": seed = try number(from: 0)
      case "--count": count = try number(from: 1)
      case "--jobs": jobs = try number(from: 1)
      case "--only": only += try value().split(separator: ",").map(String.init)
      case "--leave-out": leftOut += try value().split(separator: ",").map(String.init)
      case "--mutant": names.append(try value())
      case "--from-survivors": survivors = try value()
      case "--own": isOwn = true
      case "--list": lists = true
      default: throw Failure(description: "there is no \(name)")
      }
    }
    if let unknown = only.first(where: { name in !Scope.all.contains { $0.name == name || $0.module == name } }) {
      let names = Scope.all.map { "\($0.module) (\($0.name))" }.joined(separator: ", ")
      throw Failure(description: "there is no module \(unknown); there are \(names)")
    }
    // Each has a byte in the file of what was reached.
    if count > 2000 { throw Failure(description: "--count is 2000 at most") }
  }

  /// The scopes to draw from.
  public var scopes: [Scope] {
    Scope.all.filter { only.isEmpty || only.contains($0.name) || only.contains($0.module) }
  }
}
