#if Tool
import PopSystem
import PopDocument
import PopupScheduling

/// The policies that a tool knows by name.
struct PolicyRegistry: Sendable {
  /// In the order in which they are listed.
  let entries: [PolicyEntry]

  init(_ entries: [PolicyEntry]) {
    var names: Set<String> = []
    for entry in entries {
      precondition(names.insert(entry.name).inserted, "two policies are called \(entry.name)")
    }
    self.entries = entries
  }

  /// The policy of that name; nil where there is none.
  func entry(named name: String) -> PolicyEntry? { entries.first { $0.name == name } }

  /// The policy that an option names: one that is known, or the one that a YAML file describes, or else a file of a git revision.
  func resolve(_ text: String) throws(CommandFailure) -> PolicyEntry {
    if let entry = entry(named: text) { return entry }
    if let file = RevisionFile(text), FileSystem.kind(of: text) == .missing { return try PolicyFile.read(file) }
    if text.hasSuffix(".yml") || text.hasSuffix(".yaml") || text.contains("/") {
      return try PolicyFile.read(text)
    }
    let known = entries.map(\.name)
    // Of names that are equally near the newest is meant: v6 for v7.
    let newest = NearestName.to(text, among: known.reversed()).map { [$0] } ?? known
    throw .usage("there is no policy \"\(text)\"\(suggestion(for: text, among: newest)) (see poptrace policies)")
  }

  /// The policies that a comma-separated option names.
  func resolveList(_ text: String) throws(CommandFailure) -> [PolicyEntry] {
    var result: [PolicyEntry] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      result.append(try resolve(String(name)))
    }
    return result
  }
}
#endif
