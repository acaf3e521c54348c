import PopSystem
import PopupScheduling

extension TraceReader {
  /// The items of a file, one after another, and the contents of its chunks. Where there are other threads, the next chunks are found and
  /// decompressed before their turn; an error, the end of the file and that it is unfinished are told with the item that they belong to.
  struct ChunkStream: Sendable {
    /// Where the item ends that was taken last; after an error, where it begins.
    var position: Int { taken.position }
    /// Whether a part of the file, as far as its items were taken, ended without its seek table.
    var isUnfinished: Bool { taken.isUnfinished }
    /// Why there was no reading on; the file then seems to end here.
    var failure: TraceError? { taken.failure }
    private var scanner: TraceScanner
    let decoder: ZstdFrame.Decoder
    private let threads: OtherThreads?
    /// What was found and not taken; only the last can be something else than a chunk that is held.
    private var found: [Found] = []
    private var taken = Found()
    private(set) var spare: [ChunkAhead] = []
    private static let itemLimit = 4
    /// A chunk with more bytes of content, or in its frame, is read in its turn: so what is held has a bound that no file moves.
    private static let sizeLimit = 1 << 22

    private struct Found {
      var item: Result<TraceScanner.Item, Malformed> = .success(.end)
      var position = 0
      var isUnfinished = false
      var failure: TraceError?
      var chunk: ChunkAhead?
    }

    /// Where there are other threads, chunks may be decompressed on them before their turn.
    init(_ scanner: TraceScanner, _ decoder: ZstdFrame.Decoder, threads: OtherThreads?) {
      self.scanner = scanner
      self.decoder = decoder
      self.threads = threads
    }

    mutating func next() throws(Malformed) -> TraceScanner.Item {
      if let chunk = taken.chunk { spare.append(chunk) }
      // Behind what is not held the scanner stays, for its bytes are read where they are.
      while found.count < Self.itemLimit, found.isEmpty || found[found.count - 1].chunk != nil { find() }
      taken = found.removeFirst()
      return try taken.item.get()
    }

    mutating func readContent(_ frame: Range<Int>, into content: inout [UInt8], size: Int) throws(Malformed) {
      if let chunk = taken.chunk { return try chunk.take(&content) }
      let window = scanner.window
      try decoder.decode(window.local(frame), in: window.bytes, into: &content, size: size)
    }

    mutating func resynchronize() {
      scanner.resynchronize()
      taken.position = scanner.position
    }

    private mutating func find() {
      var next = Found()
      do throws(Malformed) { next.item = .success(try scanner.next()) } catch { next.item = .failure(error) }
      (next.position, next.isUnfinished) = (scanner.position, scanner.isUnfinished)
      next.failure = scanner.failure
      if let threads, case .success(.chunk(let head, let frame)) = next.item,
        head.contentSize >= threads.leastBytes, max(frame.count, head.contentSize) <= Self.sizeLimit
      {
        let chunk = spare.popLast() ?? ChunkAhead()
        // What the scanner looks at is gone when it goes on.
        chunk.hold(scanner.window.bytes[scanner.window.local(frame)], size: head.contentSize)
        // What comes next is decompressed by who takes it, and the threads have the others meanwhile.
        if !found.isEmpty { threads.begin { chunk.decompress() } }
        next.chunk = chunk
      }
      found.append(next)
    }
  }
}

/// A chunk's frame, and what is in it once it is decompressed: by another thread, or by the one that takes it.
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

  func hold(_ frame: ArraySlice<UInt8>, size: Int) {
    state.withLock { state in
      state.frame.removeAll(keepingCapacity: true)
      state.frame += frame
      state.size = size
      state.failure = nil
      state.isDone = false
    }
  }

  func decompress() { state.withLock(decompress) }

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

/// Threads that a reader may use besides its caller's: the library starts none itself.
package struct OtherThreads: Sendable {
  /// Has some work done on another thread, sooner or later, or never: who needs it done and finds it is not does it then.
  let begin: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  /// How many bytes the content of a chunk has that they are asked to decompress: fewer take less time than asking does.
  let leastBytes: Int

  package init(leastBytes: Int = 1 << 13, begin: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void) {
    self.begin = begin
    self.leastBytes = leastBytes
  }
}
