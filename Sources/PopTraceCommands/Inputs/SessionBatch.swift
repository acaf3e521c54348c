import PopTrace
import PopupScheduling

/// Sessions of one input that are judged together, by one thread.
struct SessionBatch: Sendable {
  /// The input, as the user named it.
  var input: String
  /// The place in the input of the first of the sessions, counted from 1.
  var first: Int
  /// The sessions.
  var sessions: [Session] = []
  /// Why there is nothing more to read from the input, where that is not its end.
  var failure: CommandFailure?
}

/// Cuts a list of inputs into batches, reading no more than the next one needs.
struct SessionBatches {
  /// A batch ends with the session that brings it to so many events, or so many sessions.
  static let eventLimit = 16_384
  static let sessionLimit = 256

  private let inputs: InputList
  private var nextInput = 0
  private var source: SessionSource?

  init(_ inputs: InputList) { self.inputs = inputs }

  /// The next batch; nil when all inputs are read.
  mutating func next() -> SessionBatch? {
    while true {
      if source == nil {
        guard nextInput < inputs.paths.count else { return nil }
        let input = inputs.paths[nextInput]
        nextInput += 1
        do { source = try SessionSource(input, of: inputs) } catch {
          return SessionBatch(input: input, first: 1, failure: error)
        }
      }
      if let batch = fill() { return batch }
    }
  }

  private mutating func fill() -> SessionBatch? {
    guard let opened = source else { return nil }
    var batch = SessionBatch(input: opened.input, first: opened.count + 1)
    var events = 0
    do {
      while batch.sessions.count < Self.sessionLimit, events < Self.eventLimit {
        guard let session = try source?.next() else {
          source = nil
          break
        }
        events += session.log.events.count
        batch.sessions.append(session)
      }
    } catch {
      batch.failure = error
      source = nil
    }
    return batch.sessions.isEmpty && batch.failure == nil ? nil : batch
  }
}
