#if Tool
import PopTrace
import PopupScheduling

/// Finds sessions that are there more than once, whole or in part: by their names, and by what happened in them when.
///
/// Sessions without a name are all different. Of a session that is there once only a hash of its name is kept.
struct SessionTwins {
  /// One run of an app of which there is more than one piece.
  private struct Run {
    /// A hash of each event, by sequence number.
    var events: [Int32: Int] = [:]
    /// The sequence numbers of each piece, in the order in which they are read.
    var pieces: [Set<Int32>] = []

    /// The piece that is kept whole.
    var longest: Int { pieces.indices.max { (pieces[$0].count, $1) < (pieces[$1].count, $0) } ?? 0 }

    /// The part of a piece that is in no other piece that is kept.
    func own(_ piece: Int) -> Set<Int32> {
      guard piece != longest else { return pieces[piece] }
      return pieces[..<piece].reduce(pieces[piece].subtracting(pieces[longest])) { $0.subtracting($1) }
    }
  }

  /// All sessions of a name.
  private struct Namesakes {
    var runs: [Run] = []
    /// Which run each session is of, and which piece of it, in the order in which they are read.
    var order: [(run: Int, piece: Int)] = []
    /// How many of them were handed out.
    var done = 0
  }

  private var met: Set<Int> = []
  private var namesakes: [Int: Namesakes] = [:]

  /// Whether any name is there twice.
  var areThere: Bool { !namesakes.isEmpty }

  /// First: takes note of a session's name.
  mutating func meet(_ session: Session) {
    guard let key = Self.key(of: session), !met.insert(key).inserted else { return }
    namesakes[key] = Namesakes()
  }

  /// Then, in the same order: takes note of the events of a session whose name is there twice.
  mutating func compare(_ session: Session) {
    guard let key = Self.key(of: session), var others = namesakes.removeValue(forKey: key) else { return }
    let run = others.runs.firstIndex { Self.isOne(session, with: $0) } ?? others.runs.count
    if run == others.runs.count { others.runs.append(Run()) }
    others.order.append((run, others.runs[run].pieces.count))
    var sequences: Set<Int32> = []
    for event in session.log.events {
      others.runs[run].events[event.sequence] = Self.hash(of: event)
      sequences.insert(event.sequence)
    }
    others.runs[run].pieces.append(sequences)
    namesakes[key] = others
  }

  /// At last, in the same order: what of a session is in no other piece of it that is kept; nil where that is nothing.
  mutating func withoutTwins(_ session: Session) -> Session? {
    guard let key = Self.key(of: session), var others = namesakes.removeValue(forKey: key) else { return session }
    defer { namesakes[key] = others }
    let (run, piece) = others.order[others.done]
    others.done += 1
    let own = others.runs[run].own(piece)
    guard own.count < session.log.events.count else { return session }
    guard !own.isEmpty else { return nil }
    var rest = session
    rest.keepEvents { own.contains($0.sequence) }
    return rest
  }

  private static func isOne(_ session: Session, with run: Run) -> Bool {
    session.log.events.allSatisfy { event in run.events[event.sequence].map { $0 == hash(of: event) } ?? true }
  }

  private static func key(of session: Session) -> Int? {
    let header = session.header
    guard !header.session.isEmpty, !session.isScenario else { return nil }
    var hasher = Hasher()
    for text in [header.session, header.app, header.build, header.started, header.policy] { hasher.combine(text) }
    hasher.combine(header.tick)
    return hasher.finalize()
  }

  private static func hash(of event: Event) -> Int {
    var hasher = Hasher()
    hasher.combine(event.kind)
    hasher.combine(event.time)
    hasher.combine(event.cause)
    hasher.combine(event.generation)
    return hasher.finalize()
  }
}
#endif
