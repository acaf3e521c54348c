#if !LIBFUZZER
  import Foundation
  import PopTraceFuzzing

  /// Runs inputs through a target once each, as they are: to look into a finding.
  ///
  /// ```sh
  /// swift run poptrace-fuzz reader Fixtures/fuzz/regressions/reader-1
  /// swift run poptrace-fuzz reader --changes 500 Fixtures/fuzz/trace/*
  /// swift run poptrace-fuzz seed Fixtures/fuzz/trace Fixtures/scenarios/*.jsonl
  /// ```
  @main
  struct Replay {
    static func main() throws {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.first == "seed", arguments.count > 2 {
        return try seed(arguments[1], from: Array(arguments[2...]))
      }
      guard let name = arguments.first, let target = FuzzTarget.named(name) else {
        print("usage: poptrace-fuzz TARGET [--changes N] FILE…\n       poptrace-fuzz seed FOLDER FILE.jsonl…\n")
        for target in FuzzTarget.all + [.canary] { print("  \(target.name): \(target.summary)") }
        exit(64)
      }
      if arguments.count > 3, arguments[1] == "--changes", let count = Int(arguments[2]) {
        return try change(arguments[3...], count, target)
      }
      for path in arguments.dropFirst() {
        try target.check([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
        print("\(name): \(path) does no harm")
      }
    }

    /// Runs changes of inputs as well, and keeps what does harm beside them.
    private static func change(_ paths: ArraySlice<String>, _ count: Int, _ target: FuzzTarget) throws {
      for (place, path) in paths.enumerated() {
        let input = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var mutations = Mutations(seed: UInt64(place))
        for change in 0..<count {
          let changed = mutations.changed(input)
          do { try target.check(changed) } catch {
            print("\(target.name): \(path), change \(change): \(error)")
            try Data(changed).write(to: URL(fileURLWithPath: "finding-\(target.name)-\(place)-\(change)"))
          }
        }
      }
    }

    /// Writes JSON Lines as small traces of raw blocks, whose contents a fuzzer can change.
    private static func seed(_ folder: String, from paths: [String]) throws {
      for path in paths {
        let file = URL(fileURLWithPath: path)
        let trace = try RawTrace.make(of: [UInt8](try Data(contentsOf: file)))
        let name = file.deletingPathExtension().lastPathComponent + ".poptrace"
        try Data(trace).write(to: URL(fileURLWithPath: folder).appendingPathComponent(name))
      }
    }
  }
#endif
