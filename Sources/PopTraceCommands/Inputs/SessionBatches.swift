#if Tool
import PopSystem
import PopTrace

/// What a thread takes to work on.
enum SessionPortion: Sendable {
  /// Sessions that were read.
  case batch(SessionBatch)
  /// A small input, by its index among all of them, which the thread reads itself.
  case smallInput(Int)
}

/// Cuts a list of inputs into portions, reading no more than the next one needs.
struct SessionBatches {
  /// The most bytes of a file that is left to the thread that judges it. Reading takes turns; of small files it would take most of the time.
  static let smallFile = 1 << 16

  private let inputs: InputList
  /// Whether small files are handed out as they are, and of others chunks are decompressed ahead.
  private let isShared: Bool
  private let memory: MemoryBudget
  private let pool: SessionPool
  private var inputIndex = 0
  private var open: InputBatches?

  /// - Parameter jobs: How many threads work. Small files are handed out as they are, and of large ones chunks are decompressed ahead, where
  ///   there is more than one.
  init(_ inputs: InputList, jobs: Int, memory: MemoryBudget, pool: SessionPool) {
    self.inputs = inputs
    isShared = jobs > 1
    self.memory = memory
    self.pool = pool
  }

  /// The next portion; nil when there is no more. Waits for memory where others have it.
  mutating func next() -> SessionPortion? {
    while true {
      if let batch = open?.next() { return .batch(batch) }
      open = nil
      guard inputIndex < inputs.paths.count else { return nil }
      inputIndex += 1
      if isShared, isSmall(inputs.paths[inputIndex - 1]) { return .smallInput(inputIndex) }
      open = InputBatches(
        ofInput: inputIndex, of: inputs, memory: memory, pool: pool, threads: isShared ? .ofTheSystem : nil)
    }
  }

  private func isSmall(_ path: String) -> Bool {
    guard path != "-", let size = FileSystem.size(ofFile: path), size <= Self.smallFile else { return false }
    // A journal is read as a whole, and may be large where its trace is small.
    return inputs.journals(of: path).isEmpty
  }
}
#endif
