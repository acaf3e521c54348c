import PopReplay
import PopTrace

extension FuzzTarget {
  /// A file of premises, as `--premises` takes it: what it says can be written and read again, and drawn from.
  package static let premises = FuzzTarget(
    "premises", "reads a file of premises, which comes back from its text, and draws from its curves"
  ) { input in
    let premises: Premises
    do throws(TraceError) { premises = try Premises(text: input) } catch {
      return try require(error.position != nil || error.code == .tooLarge, "an error without its place: \(error)")
    }
    let again: Premises
    do throws(TraceError) { again = try Premises(text: premises.text) } catch {
      throw FuzzFinding("premises that were read cannot be written and read again: \(error)")
    }
    try require(again == premises, "they are other premises then")
    for answers in [premises.reactions.dwell, premises.reactions.content] {
      guard let curve = answers.all else { continue }
      for place in [0, 1 << 31, UInt32.max] {
        for bound in [0, 1_000, Int64.max] {
          let length = curve.length(at: place, beyond: bound)
          try require(length.map { $0 > bound } ?? true, "an answer that is known not to come so soon")
        }
      }
    }
  }
}
