import PopGate

extension FuzzTarget {
  /// Baseline files: what is taken is written as the same file.
  package static let baseline = FuzzTarget("baseline", "reads accepted findings; written anew they are the same") {
    bytes in
    guard let file = try? BaselineFile(bytes: bytes) else { return }
    let written = file.bytes
    guard let again = try? BaselineFile(bytes: written) else { throw FuzzFinding("what was written is not taken") }
    try require(again == file, "what was written is another file")
    try require(again.bytes == written, "the same file is written in two ways")
  }
}
