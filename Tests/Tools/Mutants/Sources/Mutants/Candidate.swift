/// One place in the sources that can be broken in one way.
public struct Candidate: Sendable, Equatable {
  /// What is done to the code. Each is drawn as often as the others.
  public enum Kind: String, Sendable, CaseIterable {
    /// `<` becomes `<=`, or `>=`; `==` becomes `!=`.
    case relation
    /// A condition is negated; `&&` becomes `||`.
    case condition
    /// A call, an assignment, a `return`, a `continue` or a `break` is not there.
    case statement
    /// A number is one more; `true` is `false`.
    case constant
    /// What was to be empty, or false, or forgotten, stays as it was.
    case reset
  }

  /// The file, from the root of the repository on.
  public var path: String
  /// The function or property around it, with its type: `PolicyState.submit(_:_:)`.
  public var function: String
  public var kind: Kind
  /// What is done, in words: `< becomes <=`.
  public var what: String
  /// The code, and what takes its place; nil where nothing does.
  public var before: String
  public var after: String?
  /// The lines that the code is on.
  public var context: String
  /// The bytes of the file that the code takes.
  public var bytes: Range<Int>
  /// Its lines, from 1 on.
  public var lines: ClosedRange<Int>
  /// The lines of the function around it.
  public var functionLines: ClosedRange<Int>
  /// Which of those that are alike in this function, from 1 on.
  public var ordinal = 1

  /// A name that stays as long as the function has these lines, whatever is edited around them. It has no spaces.
  public var id: String {
    var hash: UInt32 = 2_166_136_261
    for byte in (context.filter { !$0.isWhitespace } + "|" + before + "|" + what).utf8 {
      hash = (hash ^ UInt32(byte)) &* 16_777_619
    }
    let digits = String(hash, radix: 16)
    let file = path.hasPrefix("Sources/") ? String(path.dropFirst(8)) : path
    let name = "\(file):\(function):\(kind):\(String(repeating: "0", count: 8 - digits.count) + digits)"
    return ordinal == 1 ? name : "\(name).\(ordinal)"
  }

  /// The code with a switch in it, which `isBrokenOnPurpose(number)` throws.
  public func switched(_ number: Int) -> String {
    guard let after else { return "if !isBrokenOnPurpose(\(number)) { \(before) }" }
    return "(isBrokenOnPurpose(\(number)) ? (\(after)) : (\(before)))"
  }

  /// Whether a line of one is a line of the other. Of such two one is drawn at most: otherwise one switch would stand within the other's code.
  public func touches(_ other: Candidate) -> Bool { path == other.path && lines.overlaps(other.lines) }
}
