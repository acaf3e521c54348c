#if Tool
import ArgumentParser
import PopTrace

/// The names that hashes stand for, of every command that shows some.
struct NamesOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show hashed names as this table has them: a JSON object from hash to name, or a hash, a tab and a name a line.",
      valueName: "file"))
  var names: String?

  /// The table, where one is given.
  func table() throws(CommandFailure) -> NameTable? {
    guard let names else { return nil }
    let bytes = try ByteSource.contents(of: names, atMost: 1 << 28, "a table of names")
    do { return try NameTable(text: bytes) } catch { throw CommandFailure(error, input: names) }
  }
}
#endif
