import Foundation
import PopTraceFuzzing

/// The row of inputs that were not made to be read: those that fuzzing begins from, and changes of each.
enum FuzzRows {
  static func run(changes: Int) throws -> Bool {
    let corpus = try FuzzCorpus(repository: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
    let tally = Tally()
    // What belongs to the main thread is no matter for several.
    let targets = FuzzTarget.all.filter { $0.name != FuzzTarget.observed.name }
    for target in targets {
      let inputs = try corpus.inputs(of: target.name).filter { $0.bytes.count <= 16_384 }
      DispatchQueue.concurrentPerform(iterations: inputs.count) { index in
        let (path, bytes) = inputs[index]
        var mutations = Mutations(seed: UInt64(index))
        var findings: [String] = []
        for change in 0...changes {
          do { try target.check(change == 0 ? bytes : mutations.changed(bytes)) } catch {
            findings.append("\(target.name): \(path), change \(change): \(error)\n")
          }
        }
        tally.add(changes + 1, findings)
      }
    }
    for finding in tally.findings.sorted().prefix(20) { FileHandle.standardError.write(Data(finding.utf8)) }
    print(
      "| \(targets.count) fuzz targets: their corpora, and \(changes.formatted()) changes of each input | \(tally.count.formatted()) | "
        + "no crash, **\(tally.findings.count.formatted()) findings** |")
    return tally.findings.isEmpty
  }

  /// What several threads have counted.
  private final class Tally: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var count = 0
    private(set) var findings: [String] = []

    func add(_ count: Int, _ findings: [String]) {
      lock.lock()
      defer { lock.unlock() }
      self.count += count
      self.findings += findings
    }
  }
}
