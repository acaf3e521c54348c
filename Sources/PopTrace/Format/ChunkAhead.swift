import PopSystem
import PopupScheduling

/// A chunk's frame, and what is in it once it is decompressed: by another thread, or by the one that takes it where no other has come to it.
///
/// Used for one chunk after another, and keeps its memory.
final class ChunkAhead: Sendable {
  private struct State {
    var frame: [UInt8] = []
    var content: [UInt8] = []
    var size = 0
    var failure: Malformed?
    var isDone = true
  }

  // Held while the frame is decompressed, so that who takes the content waits for a thread that is at it.
  private let state = Locked(State())
  private let decoder = ZstdFrame.Decoder()

  /// Takes a copy of a frame, whose content has a size.
  func hold(_ frame: ArraySlice<UInt8>, size: Int) {
    state.withLock { state in
      state.frame.removeAll(keepingCapacity: true)
      state.frame += frame
      state.size = size
      state.failure = nil
      state.isDone = false
    }
  }

  /// Decompresses the frame, unless that is done.
  func decompress() { state.withLock(decompress) }

  /// Gives the content, for other memory.
  func take(_ content: inout [UInt8]) throws(Malformed) {
    let failure = state.withLock { state in
      decompress(&state)
      swap(&state.content, &content)
      return state.failure
    }
    if let failure { throw failure }
  }

  private func decompress(_ state: inout State) {
    guard !state.isDone else { return }
    state.isDone = true
    do throws(Malformed) {
      try decoder.decode(state.frame.indices, in: state.frame, into: &state.content, size: state.size)
    } catch {
      state.failure = error
    }
  }
}

/// Threads that a reader may use besides its caller's.
///
/// The library starts none itself: a program that has some to spare hands them over.
package struct OtherThreads: Sendable {
  /// Has some work done on another thread, sooner or later, or never: who needs it done and finds it is not does it then.
  let begin: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// - Parameter begin: Has some work done on another thread, and does not wait for it.
  package init(begin: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void) { self.begin = begin }
}
