#if Tool
import PopAudit
import PopDocument
import PopReport
import PopSystem

extension InputList {
  /// The inputs of one part of all of them, which every machine that has the same files works out alike.
  ///
  /// Files go by size, the largest first, each to the part that has the fewest bytes yet; which of two equally large ones comes first depends on
  /// what they hold, not on their names. A file with more than its share of all bytes is divided by its sessions: each part reads it and judges
  /// those that are its own.
  func part(_ shard: Shards) throws(CommandFailure) -> InputList {
    guard let index = shard.indices.first else { return self }
    var files: [File] = []
    for path in paths {
      guard path != "-", FileSystem.kind(of: path) != .special else {
        throw CommandFailure(
          "an input that can be read only once cannot be divided; give files", input: path, status: .usage)
      }
      files.append(File(path, name: shown(path)))
    }
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
    return ReportPlace.comesFirst(lhs.name, rhs.name)
  }
}

/// How the sessions of large files are divided among parts.
struct SessionDivision: Hashable, Sendable {
  /// The part that is asked for, counted from 0.
  let index: Int
  /// How many there are.
  let count: Int
  /// The files that are divided.
  let paths: Set<String>

  /// Whether a session is of the part.
  func takes(_ name: String, place: Int, of path: String) -> Bool {
    guard paths.contains(path) else { return true }
    var hash = StableHash()
    hash.combine(name)
    // Where sessions have no names, their places tell them apart.
    if name.isEmpty { hash.combine(UInt64(place)) }
    return Int(hash.value % UInt64(count)) == index
  }
}
#endif
