#if Tool
import PopReplay
import PopSystem
import PopTrace

/// A file of premises, as `poptrace premises` writes it.
enum PremisesFile {
  /// Reads a file.
  ///
  /// - Throws: Where it cannot be read, or is no such file; with the position.
  static func read(_ path: String) throws(CommandFailure) -> Premises {
    guard FileSystem.kind(of: path) != .missing else {
      throw CommandFailure(
        "there is no such file; poptrace premises TRACES --output \(path) makes one", input: path, status: .usage)
    }
    let bytes = try ByteSource.contents(of: path, atMost: Premises.longestText, "a file of premises")
    do { return try Premises(text: bytes) } catch { throw CommandFailure(error, input: path) }
  }
}
#endif
