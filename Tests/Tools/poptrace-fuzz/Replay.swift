#if !LIBFUZZER
  import Foundation
  import PopTrace
  import PopTraceFuzzing

  /// Runs inputs through a target once each, as they are: to look into a finding.
  ///
  /// ```sh
  /// swift run poptrace-fuzz reader Fixtures/fuzz/regressions/reader-1
  /// swift run poptrace-fuzz reader --changes 500 Fixtures/fuzz/trace/*
  /// swift run poptrace-fuzz seed Fixtures/fuzz/trace Fixtures/scenarios/*.jsonl
  /// swift run poptrace-fuzz seed-journals Fixtures/fuzz/journal Fixtures/fuzz/jsonlines/*.jsonl
  /// swift run poptrace-fuzz seed-salvage Fixtures/fuzz/salvage Fixtures/fuzz/trace/{reentrant,field-session}.poptrace
  /// ```
  @main
  struct Replay {
    static func main() throws {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.first == "seed", arguments.count > 2 {
        return try seed(arguments[1], from: Array(arguments[2...]))
      }
      if arguments.first == "seed-journals", arguments.count > 2 {
        return try seedJournals(arguments[1], from: Array(arguments[2...]))
      }
      if arguments.first == "seed-salvage", arguments.count == 4 {
        return try seedSalvage(arguments[1], from: arguments[2], and: arguments[3])
      }
      guard let name = arguments.first, let target = FuzzTarget.named(name) else {
        print("usage: poptrace-fuzz TARGET [--changes N] FILE…\n       poptrace-fuzz seed FOLDER FILE.jsonl…")
        print("       poptrace-fuzz seed-journals FOLDER FILE.jsonl…")
        print("       poptrace-fuzz seed-salvage FOLDER ONE.poptrace OTHER.poptrace\n")
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
      for (index, path) in paths.enumerated() {
        let input = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var mutations = Mutations(seed: UInt64(index))
        for change in 0..<count {
          let changed = mutations.changed(input)
          do { try target.check(changed) } catch {
            print("\(target.name): \(path), change \(change): \(error)")
            try Data(changed).write(to: URL(fileURLWithPath: "finding-\(target.name)-\(index)-\(change)"))
          }
        }
      }
    }

    /// Records the sessions of JSON Lines, and keeps what is there when the process is killed.
    private static func seedJournals(_ folder: String, from paths: [String]) throws {
      for path in paths {
        let file = URL(fileURLWithPath: path)
        let stem = file.deletingPathExtension().lastPathComponent
        for (index, session) in try JSONLines.sessions(in: [UInt8](try Data(contentsOf: file))).enumerated() {
          let name = folder + "/\(stem)" + (index > 0 ? "-\(index + 1)" : "")
          try Data(try JournalSeed.short(session)).write(to: URL(fileURLWithPath: name))
          for chunks in 1...2 {
            let long = try JournalSeed.long(session, chunks: chunks)
            try Data(long).write(to: URL(fileURLWithPath: name + "-with-\(chunks)"))
          }
        }
      }
    }

    /// Puts two traces together and takes them apart.
    private static func seedSalvage(_ folder: String, from one: String, and other: String) throws {
      let files = try [one, other].map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
      for (name, bytes) in SalvageSeed.all(files[0], files[1]) {
        try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name + ".poptrace"))
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
