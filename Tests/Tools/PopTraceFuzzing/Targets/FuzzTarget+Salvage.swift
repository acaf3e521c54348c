import PopTrace
import PopupScheduling

extension FuzzTarget {
  /// What `poptrace recover` makes of files that are damaged, put together, or both.
  package static let salvage = FuzzTarget(
    "salvage", "saves every whole chunk, in order and once; what is saved is a sound trace"
  ) { input in
    for bytes in Resealed.variants(of: input) {
      var salvage = try open(bytes, piece: 4096)
      let saved = try read(&salvage, of: bytes)
      try saved.requireRewritten("what was salvaged")
      let losses = salvage.losses
      salvage.rewind()
      let again = try read(&salvage, of: bytes)
      try saved.requireSame(as: again, "read a second time, a file is another one")
      try require(salvage.losses == losses, "read a second time, a file has lost something else")
      try compareWithStrictReader(bytes, saved, salvage)
      try compareWithTwice(bytes, saved)
    }
  }

  /// A sound file is whole: nothing is lost of it, and it reads as it does strictly.
  private static func compareWithStrictReader(
    _ bytes: [UInt8], _ saved: TraceContents, _ salvage: TraceSalvage
  ) throws(FuzzFinding) {
    // Parts that stand twice are two to the strict reader; so are those whose chunks an uncommon writer has numbered otherwise.
    guard salvage.duplicates == 0, salvage.misplaced == 0, let contents = TraceContents(bytes) else { return }
    try require(salvage.losses.isEmpty, "a sound file has lost \(salvage.losses)")
    try contents.requireSame(as: saved, "a sound file is salvaged as another one")
  }

  /// The same file behind itself has nothing new in it.
  private static func compareWithTwice(_ bytes: [UInt8], _ saved: TraceContents) throws(FuzzFinding) {
    guard !saved.sessions.isEmpty else { return }
    let twice = bytes + bytes
    var salvage = try open(twice, piece: 1 << 16)
    try saved.requireSame(as: try read(&salvage, of: twice), "a file behind itself is another one")
  }

  private static func open(_ bytes: [UInt8], piece: Int) throws(FuzzFinding) -> TraceSalvage {
    do throws(TraceError) { return try TraceSalvage(Pieces(bytes, of: piece), limits: .fuzzing) } catch {
      throw FuzzFinding("what can be read cannot be looked through: \(error)")
    }
  }

  private static func read(_ salvage: inout TraceSalvage, of bytes: [UInt8]) throws(FuzzFinding) -> TraceContents {
    var session = Session()
    var sessions: [Session] = []
    do throws(TraceError) { while try salvage.next(&session) { sessions.append(session) } } catch {
      throw FuzzFinding("salvaging threw \(error)")
    }
    for case .bytes(let damage) in salvage.losses {
      let isInside = damage.bytes.lowerBound >= 0 && damage.bytes.upperBound <= bytes.count
      try require(isInside, "bytes are lost outside of the file: \(damage)")
    }
    return TraceContents(sessions)
  }
}
