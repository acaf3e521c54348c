/// One of those that are tried, with the number that switches it on. The numbers begin at 1.
public struct Mutant: Sendable {
  public var number: Int
  public var scope: Scope
  public var candidate: Candidate

  public init(_ number: Int, _ scope: Scope, _ candidate: Candidate) {
    self.number = number
    self.scope = scope
    self.candidate = candidate
  }
}

/// A file with switches in it.
public struct RewrittenFile: Sendable {
  public let text: String
  /// The lines of each mutant, and those of the function around it, as they are now.
  private var places: [(number: Int, lines: ClosedRange<Int>, function: ClosedRange<Int>)] = []

  /// Puts a switch around the code of each of these, which share no line.
  public init(_ source: String, _ mutants: [Mutant]) {
    let bytes = Array(source.utf8)
    var text: [UInt8] = []
    var end = 0
    var added: [(line: Int, count: Int)] = []
    let sorted = mutants.sorted { $0.candidate.bytes.lowerBound < $1.candidate.bytes.lowerBound }
    for mutant in sorted {
      let candidate = mutant.candidate
      text += bytes[end..<candidate.bytes.lowerBound]
      let switched = candidate.switched(mutant.number)
      text += switched.utf8
      end = candidate.bytes.upperBound
      func breaks(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }
      added.append((candidate.lines.upperBound, breaks(switched) - breaks(candidate.before)))
    }
    text += bytes[end...]
    self.text = String(decoding: text, as: UTF8.self)
    for mutant in sorted {
      /// Where a line begins, or ends, now.
      func now(_ lines: ClosedRange<Int>) -> ClosedRange<Int> {
        let first = lines.lowerBound + added.reduce(0) { $0 + ($1.line < lines.lowerBound ? $1.count : 0) }
        return first...lines.upperBound + added.reduce(0) { $0 + ($1.line <= lines.upperBound ? $1.count : 0) }
      }
      places.append((mutant.number, now(mutant.candidate.lines), now(mutant.candidate.functionLines)))
    }
  }

  /// Those that an error on a line may be about: those of the line, else those of the function, else all.
  public func suspects(line: Int) -> [Int] {
    for lines in [\(number: Int, lines: ClosedRange<Int>, function: ClosedRange<Int>).lines, \.function] {
      let found = places.filter { $0[keyPath: lines].contains(line) }
      if !found.isEmpty { return found.map(\.number) }
    }
    return places.map(\.number)
  }
}

/// The file that goes into each module with switches.
enum SwitchFile {
  static let name = "BrokenOnPurpose.swift"
  /// Names the mutant that is on. 0 is the canary: it traps as soon as any switch is asked for.
  static let variable = "POPTRACE_BROKEN"
  /// Names a file with a byte for each mutant. The byte is 1 once the mutant's code has been run, by whatever process.
  static let reachVariable = "POPTRACE_BROKEN_REACH"
  /// What the canary says.
  static let canary = "the canary of make mutants"
  /// How many bytes that file has.
  static let reachBytes = 65536

  static let text = """
    #if canImport(Darwin)
    import Darwin
    #else
    import Glibc
    #endif

    private let broken: Int32 = {
      guard let text = unsafe getenv("\(variable)") else { return -1 }
      let number = unsafe atoi(text)
      if number == 0 { fatalError("\(canary)") }
      return number
    }()

    nonisolated(unsafe) private let reach: UnsafeMutablePointer<UInt8>? = {
      guard let path = unsafe getenv("\(reachVariable)") else { return nil }
      let file = unsafe open(path, O_RDWR)
      guard file >= 0 else { return nil }
      defer { close(file) }
      let memory = unsafe mmap(nil, \(reachBytes), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
      guard unsafe memory != MAP_FAILED else { return nil }
      return unsafe memory?.assumingMemoryBound(to: UInt8.self)
    }()

    @usableFromInline @inline(never)
    func isBrokenOnPurpose(_ number: Int) -> Bool {
      if let reach = unsafe reach, unsafe reach[number] == 0 { unsafe reach[number] = 1 }
      return number == Int(broken)
    }

    """
}
