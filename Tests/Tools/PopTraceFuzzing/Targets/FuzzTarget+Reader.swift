import PopTrace
import PopupScheduling

extension FuzzTarget {
  /// The strict reader: what it hands out can be written again and is then the same.
  package static let reader = FuzzTarget("reader", "reads a trace, strictly; what is read is written and read again") {
    for bytes in Resealed.variants(of: $0) {
      guard let contents = TraceContents(bytes) else { continue }
      // A recovering reader has nothing to add where the strict one has nothing to say.
      let recovered = try TraceContents(recovering: bytes)
      try require(recovered.damage.isEmpty, "a sound file is damaged to a recovering reader: \(recovered.damage)")
      try contents.requireSame(as: recovered, "a recovering reader reads a sound file as another one")
      try contents.requireRewritten("what the strict reader accepted")
    }
  }

  /// The recovering reader, as `poptrace recover` uses it: never an error, and what it saves is a sound trace.
  package static let recover = FuzzTarget("recover", "saves what is whole; what is saved is a sound trace") {
    for bytes in Resealed.variants(of: $0) {
      let saved = try TraceContents(recovering: bytes)
      for damage in saved.damage {
        let isInside = damage.bytes.lowerBound >= 0 && damage.bytes.upperBound <= bytes.count
        try require(isInside, "damage outside of the file: \(damage)")
      }
      try saved.requireRewritten("what was recovered")
    }
  }

  /// What is told of a file from its heads alone, which must fit what a reader reads.
  package static let info = FuzzTarget("info", "looks through a trace's heads; they tell what a reader reads") {
    for bytes in Resealed.variants(of: $0) {
      let info = TraceInfo(bytes)
      var end = 0
      for chunk in info.chunks {
        let isBehind = chunk.bytes.lowerBound >= end && chunk.bytes.upperBound <= bytes.count
        try require(isBehind, "chunks lie over one another")
        end = chunk.bytes.upperBound
      }
      guard let contents = TraceContents(bytes) else { continue }
      try require(info.damage.isEmpty, "a sound file has damage: \(info.damage)")
      try require(info.isUnfinished == contents.isUnfinished, "reader and heads differ about the file's end")
    }
  }
}
