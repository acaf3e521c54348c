/// The list of those that cannot change anything: on each line a name, and behind it the reason.
public struct Equivalents: Sendable {
  /// A line that says nothing, or is about nothing.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    public var description: String
  }

  public private(set) var reasons: [String: String] = [:]

  /// Reads the list. Lines that begin with `#`, and empty ones, are for readers.
  public init(_ text: String) throws(Failure) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split(separator: " ", maxSplits: 1)
      guard let id = words.first, !line.hasPrefix("#") else { continue }
      guard words.count == 2, !words[1].allSatisfy(\.isWhitespace) else {
        throw Failure(description: "equivalents.txt:\(index + 1): no reason")
      }
      guard reasons.updateValue(words[1].trimmingPrefix(while: \.isWhitespace).description, forKey: String(id)) == nil
      else { throw Failure(description: "equivalents.txt:\(index + 1): there is such a line before") }
    }
  }

  /// Each has to be one of these, so that nothing stays in the list whose code is gone.
  public func check(_ candidates: [Candidate]) throws(Failure) {
    let unknown = Set(reasons.keys).subtracting(candidates.map(\.id)).sorted()
    if !unknown.isEmpty {
      throw Failure(description: "equivalents.txt: no code of today is\n  " + unknown.joined(separator: "\n  "))
    }
  }
}
