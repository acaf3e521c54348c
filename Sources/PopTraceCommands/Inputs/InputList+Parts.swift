#if Tool
import PopAudit
import PopDocument
import PopReport
import PopSystem
import PopTrace

extension InputList {
  /// The most bytes of a list of paths.
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

  /// The inputs of one part of all of them, which every machine that has the same files works out alike.
  ///
  /// Files go by size, the largest first, each to the part that has the fewest bytes yet; which of two equally large ones comes first depends on
  /// what they hold, not on their names. A file with more than its share of all bytes is divided by its sessions: each part reads it and judges
  /// those that are its own.
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

  /// What decides which part a file goes to.
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

/// How reports name files: as they were given, but never by where only this machine keeps them.
///
/// What lies below the root, or else below the working directory, is named from there. Of what was given by an absolute path elsewhere the last part
/// is kept, and what is below it: of `/mnt/week-47`, `week-47/a.poptrace`. Where two would be called alike, all of the path is kept but its
/// beginning.
struct ReportNames: Hashable, Sendable {
  private let workingDirectory: [Substring]
  private let root: [Substring]?
  /// What is kept of absolute paths elsewhere.
  private var keepsFolders: Bool

  /// - Parameters:
  ///   - root: The directory that files are named from.
  ///   - arguments: What is given beside each other.
  ///   - areSome: Whether these are a part of more, so that nobody knows which of all are called alike.
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

  /// What a report calls a file.
  ///
  /// - Parameter argument: What it was given by: itself, or a directory that it lies in.
  func name(of path: String, givenBy argument: String? = nil) -> String {
    guard path != "-", root != nil || path.hasPrefix("/") else { return PathText.shown(path) }
    let parts = Self.parts(path, in: workingDirectory)
    for folder in [root, workingDirectory] {
      guard let folder, parts.starts(with: folder) else { continue }
      return PathText.shown(parts.count == folder.count ? "." : parts.dropFirst(folder.count).joined(separator: "/"))
    }
    guard path.hasPrefix("/") else { return PathText.shown(path) }
    let known = argument.map { Self.parts($0, in: workingDirectory).count } ?? parts.count
    return PathText.shown(parts.dropFirst(keepsFolders ? 0 : max(0, known - 1)).joined(separator: "/"))
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
