/// In how many of how many sessions something is: `2 of 300`.
package struct SessionShare: Hashable, Sendable {
  /// In so many.
  package var count: Int
  /// Of so many.
  package var all: Int

  /// Makes a share.
  package init(_ count: Int, of all: Int) {
    self.count = count
    self.all = all
  }
}

extension SessionShare: LosslessStringConvertible {
  /// Reads `2 of 300`; nil where the text is none such, or counts more than there are.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] == "of", let count = Self.number(parts[0]), let all = Self.number(parts[2]),
      count <= all
    else { return nil }
    self.init(count, of: all)
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// `2 of 300`, without commas, for files.
  package var description: String { "\(count) of \(all)" }

  /// `2 of 1,300`, for people.
  package var grouped: String { "\(grouping(count)) of \(grouping(all))" }
}
