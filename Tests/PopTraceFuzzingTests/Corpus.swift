import Foundation

/// The files that fuzzing begins from.
enum Corpus {
  /// The root of the repository.
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folders of each target.
  static let folders: [String: [String]] = {
    let table = String(decoding: bytes("Fixtures/fuzz/targets.tsv"), as: UTF8.self)
    var folders: [String: [String]] = [:]
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      folders[fields[0]] = fields[1].split(separator: " ").map(String.init)
    }
    return folders
  }()

  /// The contents of a file of the repository.
  static func bytes(_ path: String) -> [UInt8] {
    (try? [UInt8](Data(contentsOf: repository.appendingPathComponent(path)))) ?? []
  }

  /// The inputs of a target: name and contents, in order of their names.
  static func inputs(of target: String) throws -> [(name: String, bytes: [UInt8])] {
    var names: [String] = []
    for folder in folders[target] ?? [] { names += try files(in: folder) }
    names += try files(in: "Fixtures/fuzz/regressions").filter { $0.contains("/\(target)-") }
    return names.map { ($0, bytes($0)) }
  }

  private static func files(in folder: String) throws -> [String] {
    let url = repository.appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted().map { folder + "/" + $0 }
  }
}
