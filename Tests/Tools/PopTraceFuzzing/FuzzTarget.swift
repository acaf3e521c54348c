/// Something that takes bytes from anywhere and must come to no harm by them.
package struct FuzzTarget: Sendable {
  /// What `make fuzz TARGET=` and the folder of its corpus call it.
  package let name: String
  /// What it does with an input, in one line.
  package let summary: String
  private let body: @Sendable ([UInt8]) throws -> Void

  /// Makes a target.
  init(_ name: String, _ summary: String, body: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.name = name
    self.summary = summary
    self.body = body
  }

  /// Takes an input.
  ///
  /// - Throws: A ``FuzzFinding`` where something does not hold of what was made of it.
  package func check(_ bytes: [UInt8]) throws { try body(bytes) }

  /// Takes an input as libFuzzer gives it, and traps where something does not hold.
  package func run(_ bytes: UnsafeRawBufferPointer) {
    do { try body(unsafe [UInt8](bytes)) } catch { fatalError("\(error)") }
  }
}

/// Something that must hold of everything made of an input, and does not.
package struct FuzzFinding: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

extension FuzzTarget {
  /// Every target, by the order of their names in reports.
  package static var all: [FuzzTarget] {
    var targets = [
      reader, recover, salvage, info, journal, relaunch, jsonLines, names, premises, report, baseline, observed,
    ]
    #if Tool
      targets += [policy, configuration]
    #endif
    return targets
  }

  /// The target of a name; the canary has one, too.
  package static func named(_ name: String) -> FuzzTarget? { (all + [canary]).first { $0.name == name } }
}

/// Says that something must hold.
func require(_ holds: Bool, _ property: @autoclosure () -> String) throws(FuzzFinding) {
  guard !holds else { return }
  throw FuzzFinding(property())
}
