package import Foundation

/// The inputs that each target begins from, as `Fixtures/fuzz/targets.tsv` names them.
package struct FuzzCorpus {
  /// The inputs of each target by its name: paths and contents, in order of paths.
  private var folders: [String: [String]] = [:]
  private let repository: URL

  /// Reads the table of a repository.
  package init(repository: URL) throws {
    self.repository = repository
    let table = try String(contentsOf: repository.appendingPathComponent("Fixtures/fuzz/targets.tsv"), encoding: .utf8)
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 2 else { throw CocoaError(.fileReadCorruptFile) }
      folders[fields[0]] = fields[1].split(separator: " ").map(String.init)
    }
  }

  /// The targets that have a line.
  package var targets: Set<String> { Set(folders.keys) }

  /// The inputs of a target, those that once did harm included.
  package func inputs(of target: String) throws -> [(path: String, bytes: [UInt8])] {
    var paths: [String] = []
    for folder in folders[target] ?? [] { paths += try files(in: folder) }
    paths += try files(in: "Fixtures/fuzz/regressions").filter { $0.contains("/\(target)-") }
    return try paths.map { ($0, try [UInt8](readingFile: repository.appendingPathComponent($0))) }
  }

  private func files(in folder: String) throws -> [String] {
    let path = repository.appendingPathComponent(folder).path
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { folder + "/" + $0 }
  }
}
