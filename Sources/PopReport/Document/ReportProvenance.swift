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
  /// Which part of the inputs was judged; nil for all of them.
  package var shard: Shard?

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

/// Which part of the inputs is judged: the second of four is `2/4`.
package struct Shard: Hashable, Sendable {
  /// Which one, counted from 1.
  package let index: Int
  /// Of how many.
  package let count: Int

  /// The most parts there can be.
  package static let limit = 10_000

  /// Makes a part; nil where there is none such.
  package init?(_ index: Int, of count: Int) {
    guard (1...Self.limit).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }
}

extension Shard: LosslessStringConvertible {
  /// Reads `2/4`, and nothing else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ (1...5).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let index = Int(parts[0]), let count = Int(parts[1])
    else { return nil }
    self.init(index, of: count)
  }

  /// `2/4`.
  package var description: String { "\(index)/\(count)" }
}
