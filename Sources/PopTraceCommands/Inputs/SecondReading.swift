#if Tool
import PopSystem
import PopDocument
import PopTrace

/// Reads some sessions again, of inputs that can be read again: no standard input, no pipes.
struct SecondReading {
  let inputs: InputList

  /// Gives the sessions at some places to the body, in the order of the inputs; what cannot be read any more is left out.
  func forEach(
    _ places: some Sequence<ReportPlace>, _ body: (SessionOrigin) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    var wanted: [String: Set<Int>] = [:]
    for place in places { wanted[place.trace, default: []].insert(place.index) }
    for path in inputs.paths where path != "-" && FileSystem.kind(of: path) != .special {
      let trace = inputs.shown(path)
      // What could be read once can be read again, as far as it was.
      guard var indices = wanted.removeValue(forKey: trace), var source = try? SessionSource(path, of: inputs) else {
        continue
      }
      while !indices.isEmpty, let session = try? source.next() {
        guard indices.remove(source.count) != nil else { continue }
        try body(SessionOrigin(input: trace, index: source.count, session: session))
      }
    }
  }
}
#endif
