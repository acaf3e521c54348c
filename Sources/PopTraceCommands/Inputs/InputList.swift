#if Tool
import PopAudit
import PopDocument
import PopSystem
import PopTrace

struct InputList: Sendable {
  var paths: [String] = []
  var limits: ResourceLimits
  /// Whether a text's session is taken as far as its first line that cannot be read.
  var takesReadableLines = false
  var names: NameTable?
  var filter: SessionFilter?
  var popups: SoughtPopups?
  /// How many sessions may have a regression before nothing more is judged; nil for any number.
  var failFast: Int?
  /// How large ones are divided among parts; nil where they are not.
  var division: SessionDivision?
  /// What reports call those that they do not call by their paths.
  private var shownNames: [String: String] = [:]
  private(set) var remarks: [String] = []
  /// Why an input cannot be read, where that shows without opening it.
  private(set) var failures: [String: CommandFailure] = [:]
  private var files: [FileIdentity: String] = [:]
  private var journals: [String: [String]] = [:]
  private var lookedInto: Set<String> = []
  private var directories: [FileIdentity: String] = [:]

  /// Directories are walked in order of the bytes of their names. What was there already, under any name, is not taken again: loops of links end.
  init(_ arguments: [String], limits: ResourceLimits = ResourceLimits(), names: ReportNames? = nil) {
    self.limits = limits
    let names = names ?? ReportNames(arguments: arguments)
    for argument in arguments {
      let known = paths.count
      take(argument)
      for path in paths[known...] {
        let name = names.name(of: path, givenBy: argument)
        if name != path { shownNames[path] = name }
      }
    }
  }

  func shown(_ path: String) -> String { shownNames[path] ?? PathText.shown(path) }

  mutating func alsoRead(_ paths: [String?]) {
    for case let path? in paths where path != "-" {
      guard let identity = FileSystem.identity(of: path), files[identity] == nil else { continue }
      files[identity] = path
    }
  }

  /// The journals that are read with a trace, or, where it has none, with the journal that stands for all of them.
  func journals(of path: String) -> [String] { journals[JournalBeside.trace(ofJournal: path) ?? path] ?? [] }

  func refuse(output path: String) throws(CommandFailure) {
    guard path != "-", FileSystem.kind(of: path) != .special, let identity = FileSystem.identity(of: path),
      let input = files[identity]
    else { return }
    let shown = input == "-" ? "standard input" : PathText.shown(input)
    throw .usage("the output is \(shown) itself, which would be lost; name another file", in: path)
  }
}

extension InputList {
  private mutating func take(_ argument: String) {
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

  private mutating func whole(_ path: String) -> String {
    let directory = String(path[..<JournalBeside.nameStart(of: path)])
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
    let superseded = RecordingDirectory.superseded(among: names)
    for name in names {
      let path = prefix + name
      if superseded.contains(name) {
        remarks.append("\(printable(PathText.shown(path))): what is in it is in another file as well; it is left out")
        continue
      }
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

extension InputList {
  private static var longestList: Int { 1 << 30 }

  /// The inputs in the order of their positions in a report, in which every machine and every order of the command line names them.
  func inOrder() -> InputList {
    var list = self
    let named = paths.map { (path: $0, name: shown($0)) }
    list.paths = named.sorted { ReportPosition.comesFirst($0.name, $1.name) }.map(\.path)
    return list
  }

  /// The inputs that a list of paths names, a line each, as `find` and Spark's `pipe` give them.
  static func paths(inLinesOf path: String) throws(CommandFailure) -> [String] {
    let bytes = try ByteSource(path).all(
      atMost: longestList, "the list of paths has more than \(longestList) bytes; give it in parts")
    return bytes.split(separator: UInt8(ascii: "\n")).map { line in
      PathText.text(of: Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
    }.filter { !$0.isEmpty }
  }

  /// The inputs of one part, which every machine that has the same files works out alike.
  ///
  /// Files go by size, the largest first, to the part with the fewest bytes yet; equally large ones in the order of what they hold, not of their
  /// names. Of a file with more than its share of all bytes each part reads all, and judges the sessions that are its own.
  func part(_ shard: Shards?) throws(CommandFailure) -> InputList {
    guard let shard, let index = shard.indices.first else { return self }
    if let path = paths.first(where: Self.isReadOnce) {
      throw .usage("an input that can be read only once cannot be divided; give files", in: path)
    }
    let files = paths.map { File($0, name: shown($0)) }
    let all = files.reduce(0) { $0 + $1.size }
    var loads = Array(repeating: 0, count: shard.count)
    var own: Set<String> = []
    var divided: Set<String> = []
    for file in files.sorted(by: File.comesFirst) {
      guard file.size * shard.count <= all || shard.count == 1 else {
        own.insert(file.path)
        divided.insert(file.path)
        continue
      }
      let lightest = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
      loads[lightest] += file.size
      if lightest == index - 1 { own.insert(file.path) }
    }
    var list = self
    list.paths = paths.filter(own.contains)
    list.division = SessionDivision(index: index - 1, count: shard.count, paths: divided)
    return list
  }

  private struct File {
    let path: String
    let name: String
    let size: Int
    let digest: UInt64

    init(_ path: String, name: String) {
      self.path = path
      self.name = name
      // Every file costs something to open, so that many empty ones are divided, too.
      size = (FileSystem.size(ofFile: path) ?? 0) + 256
      var hash = StableHash()
      // The first bytes of a trace hold a checksum of its first chunk.
      if let head = try? ByteSource(path).head { hash.combine(Array(head.prefix(4096))) }
      digest = hash.value
    }

    static func comesFirst(_ lhs: File, _ rhs: File) -> Bool {
      if lhs.size != rhs.size { return lhs.size > rhs.size }
      if lhs.digest != rhs.digest { return lhs.digest < rhs.digest }
      return ReportPosition.comesFirst(lhs.name, rhs.name)
    }
  }
}

/// How reports name files: never by where only this machine keeps them.
///
/// What lies below the root, or else the working directory, is named from there. Of an absolute path elsewhere the last part is kept, and what
/// is below it: of `/mnt/week-47`, `week-47/a.poptrace`; where two would be called alike, all of it.
struct ReportNames: Hashable, Sendable {
  private let workingDirectory: [Substring]
  private let root: [Substring]?
  private var keepsFolders: Bool

  /// - `arguments`: What is given beside each other.
  /// - `areSome`: Whether these are a part of more, so that nobody knows which of all are called alike.
  init(
    root: String? = nil, arguments: [String] = [], areSome: Bool = false,
    in folder: String = CurrentProcess.workingDirectory
  ) {
    workingDirectory = Self.parts(folder)
    self.root = root.map { Self.parts($0, in: Self.parts(folder)) }
    keepsFolders = areSome
    guard !areSome else { return }
    let last = arguments.compactMap { Self.parts($0).last }
    keepsFolders = Set(last).count < last.count
  }

  /// - `argument`: What the file was given by: itself, or a directory that it lies in.
  func name(of path: String, givenBy argument: String? = nil) -> String {
    guard path != "-", root != nil || path.hasPrefix("/") else { return PathText.shown(path) }
    let parts = Self.parts(path, in: workingDirectory)
    for folder in [root, workingDirectory] {
      guard let folder, parts.starts(with: folder) else { continue }
      return parts.count == folder.count ? PathText.shown(".") : Self.shown(parts.dropFirst(folder.count))
    }
    guard path.hasPrefix("/") else { return PathText.shown(path) }
    let known = argument.map { Self.parts($0, in: workingDirectory).count } ?? parts.count
    return Self.shown(parts.dropFirst(keepsFolders ? 0 : max(0, known - 1)))
  }

  // An array: for a slice the runtime looks up at every start how to join it.
  private static func shown(_ parts: ArraySlice<Substring>) -> String {
    PathText.shown(Array(parts).joined(separator: "/"))
  }

  /// The directories and the name that a path goes through, in the end.
  private static func parts(_ path: String, in folder: [Substring] = []) -> [Substring] {
    var parts = path.hasPrefix("/") ? [] : folder
    for part in path.split(separator: "/") where part != "." {
      if part == "..", !parts.isEmpty, parts.last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return parts
  }
}
#endif
