/// What a report was made with, as far as that decides what it says: two that agree in this can be merged.
package struct ReportProvenance: Hashable, Sendable {
  /// The version of the tool.
  package var tool: String
  /// The file the candidate was read from, as the user named it; empty where it is known by name.
  package var policyFile = ""
  /// The candidate's whole configuration; empty where it has none.
  package var policyText = ""
  /// The configuration of what it was compared with; empty where it has none.
  package var baselineText = ""
  /// What was asked for beyond that, in a fixed order.
  package var options: [Option] = []
  /// Which parts of the inputs were judged; nil for all of them.
  package var shards: Shards?

  /// An option with its value, as text.
  package struct Option: Hashable, Sendable {
    /// Its name, as on the command line, without dashes.
    package var name: String
    /// Its value.
    package var value: String

    /// Makes an option.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes the provenance of what a version of the tool writes.
  package init(tool: String) { self.tool = tool }
}
