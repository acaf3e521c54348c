#if Tool
import PopTrace
import PopupScheduling

/// Sessions of one input that are judged together, by one thread.
struct SessionBatch: Sendable {
  /// The input, as reports name it.
  var input: String
  /// The index of the input among all of them, counted from 1.
  var inputIndex: Int
  /// The sessions.
  var sessions: [Session] = []
  /// The place of each in the input, counted from 1.
  var places: [Int] = []
  /// Why there is nothing more to read from the input, where that is not its end.
  var failure: CommandFailure?
  /// How many sessions are lost with that; 0 where the input could not be opened.
  var lostSessions = 0
  /// What is to be said of the input, which is read to its end.
  var remarks: [String] = []
  /// How many bytes of memory are taken for it.
  var memory = 0

  /// How many events its longest session has.
  var mostEvents: Int { sessions.reduce(0) { max($0, $1.log.events.count) } }
}
#endif
