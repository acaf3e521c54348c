#if Tool
import PopAudit
import PopReport
import PopDocument
import PopSystem
import PopTrace

/// The inputs that paths on the command line stand for.
struct InputList: Sendable {
  /// The files, `-` for standard input.
  var paths: [String]
  /// How much they may ask for.
  var limits: ResourceLimits
  /// The names that hashes in them stand for.
  var names: NameTable?
  /// Which sessions of them are judged; nil for all.
  var filter: SessionFilter?
  /// The popups that they are judged for; nil for all.
  var popups: SoughtPopups?
  /// How many sessions may have a regression before nothing more is judged; nil for any number.
  var failFast: Int?
  /// How large ones are divided among parts; nil where they are not.
  var division: SessionDivision?
  /// What reports call those that they do not call by their paths.
  private var shownNames: [String: String] = [:]
  private var walk = InputWalk()

  /// Takes files as they are, directories walked in order of the bytes of their names, `-` as standard input.
  ///
  /// A file or directory that was there already, under any name, is not taken again: so loops of links end.
  init(_ arguments: [String], limits: ResourceLimits = ResourceLimits(), names: ReportNames? = nil) {
    let names = names ?? ReportNames(arguments: arguments)
    for argument in arguments {
      let known = walk.paths.count
      walk.take(argument)
      for path in walk.paths[known...] {
        let name = names.name(of: path, givenBy: argument)
        if name != path { shownNames[path] = name }
      }
    }
    paths = walk.paths
    self.limits = limits
  }

  /// What was given twice and counts once, in words.
  var remarks: [String] { walk.remarks }

  /// What reports call an input.
  func shown(_ path: String) -> String { shownNames[path] ?? PathText.shown(path) }

  /// Why an input cannot be read, where that shows without opening it.
  func failure(of path: String) -> CommandFailure? { walk.failures[path] }

  mutating func alsoRead(_ paths: [String?]) {
    for case let path? in paths where path != "-" {
      guard let identity = FileSystem.identity(of: path), walk.files[identity] == nil else { continue }
      walk.files[identity] = path
    }
  }

  /// The journals that are read with a trace, or, where it has none, with the journal that stands for all of them.
  func journals(of path: String) -> [String] { walk.journals[JournalBeside.trace(ofJournal: path) ?? path] ?? [] }

  /// Refuses to write to what is read, under any name.
  func refuse(output path: String) throws(CommandFailure) {
    guard path != "-", FileSystem.kind(of: path) != .special, let identity = FileSystem.identity(of: path),
      let input = walk.files[identity]
    else { return }
    let shown = input == "-" ? "standard input" : PathText.shown(input)
    throw .usage("the output is \(shown) itself, which would be lost; name another file", in: path)
  }
}

/// Goes through what the command line names, and remembers where it has been.
private struct InputWalk {
  private(set) var paths: [String] = []
  /// What each file is to the system.
  var files: [FileIdentity: String] = [:]
  private(set) var remarks: [String] = []
  /// Why some inputs cannot be read, as far as that shows without opening them.
  private(set) var failures: [String: CommandFailure] = [:]
  /// The journals in the directories that were looked into, by their traces.
  private(set) var journals: [String: [String]] = [:]
  private var lookedInto: Set<String> = []
  private var directories: [FileIdentity: String] = [:]

  mutating func take(_ argument: String) {
    switch FileSystem.kind(of: argument) {
    case .file, .missing: take(file: whole(argument))
    case .special: take(file: argument)
    case .directory where argument == "-": take(file: argument)
    case .directory:
      let known = (paths.count, remarks.count)
      walk(argument)
      guard (paths.count, remarks.count) == known else { return }
      fail(argument, CommandFailure("the directory holds no .poptrace and no .jsonl file", input: argument))
    }
  }

  private mutating func take(file path: String) {
    if let identity = FileSystem.identity(of: path) {
      if let first = files[identity] {
        remarks.append(
          "\(printable(PathText.shown(path))): the same file as \(printable(PathText.shown(first))); it counts once")
        return
      }
      files[identity] = path
    }
    paths.append(path)
  }

  private mutating func fail(_ path: String, _ failure: CommandFailure) {
    paths.append(path)
    failures[path] = failure
  }

  /// What is read for a file that is named itself: for a journal its trace, where there is one, or the first journal of its session.
  private mutating func whole(_ path: String) -> String {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let directory = String(path[..<start])
    if path != "-", !lookedInto.contains(directory) {
      // Where the directory cannot be looked into, the file is what there is.
      noteJournals((try? FileSystem.names(in: directory.isEmpty ? "." : directory)) ?? [], in: directory)
    }
    guard let trace = JournalBeside.trace(ofJournal: path) else { return path }
    if FileSystem.kind(of: trace) == .file { return trace }
    if journals[trace] == nil { journals[trace] = [path] }
    return journals[trace]?.first ?? path
  }

  private mutating func noteJournals(_ names: [String], in directory: String) {
    guard lookedInto.insert(directory).inserted else { return }
    for path in names.map({ directory + $0 }) {
      guard let trace = JournalBeside.trace(ofJournal: path), FileSystem.kind(of: path) == .file else { continue }
      journals[trace, default: []].append(path)
    }
  }

  /// Whether a journal is the first one of a session without a trace, and so stands for it.
  private func isAlone(_ path: String) -> Bool {
    guard let trace = JournalBeside.trace(ofJournal: path) else { return false }
    return FileSystem.kind(of: trace) == .missing && journals[trace]?.first == path
  }

  private mutating func walk(_ directory: String) {
    guard let identity = FileSystem.identity(of: directory) else { return }
    if let first = directories.updateValue(directory, forKey: identity) {
      directories[identity] = first
      let shown = printable(PathText.shown(first))
      remarks.append("\(printable(PathText.shown(directory))): the same directory as \(shown); it is walked once")
      return
    }
    let names: [String]
    do { names = try FileSystem.names(in: directory) } catch {
      return fail(directory, CommandFailure(error, doing: "read the directory", directory))
    }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    noteJournals(names, in: prefix)
    for name in names {
      let path = prefix + name
      let isNamedSo = name.hasSuffix(".poptrace") || name.hasSuffix(".jsonl") || isAlone(path)
      switch FileSystem.kind(of: path) {
      case .directory: walk(path)
      // A link that leads nowhere cannot be read, which must be said.
      case .file where isNamedSo, .missing where isNamedSo: take(file: path)
      case .file, .special, .missing: break
      }
    }
  }
}

/// How the sessions of large files are divided among parts.
struct SessionDivision: Hashable, Sendable {
  /// The part that is asked for, counted from 0.
  let index: Int
  let count: Int
  let paths: Set<String>

  func takes(_ origin: SessionOrigin, of path: String) -> Bool {
    guard paths.contains(path) else { return true }
    let name = origin.session.header.session
    var hash = StableHash()
    hash.combine(name)
    // Where sessions have no names, their places tell them apart.
    if name.isEmpty { hash.combine(UInt64(origin.index)) }
    return Int(hash.value % UInt64(count)) == index
  }
}
#endif
