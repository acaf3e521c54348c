/// A word of the public vocabulary: it has the name that JSON Lines, reports and the docs use.
public protocol WireNamed: CaseIterable, Sendable {
  /// The name.
  var wireName: String { get }
}

extension WireNamed {
  /// Finds a word by its name; nil where there is none.
  public init?(wireName: some StringProtocol) {
    guard let word = Self.allCases.first(where: { $0.wireName == wireName }) else { return nil }
    self = word
  }
}
