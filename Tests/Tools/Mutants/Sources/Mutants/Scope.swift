/// A part of the sources from which is drawn.
public struct Scope: Sendable {
  public var name: String
  /// The module it belongs to, of which as much is drawn as of any other.
  public var module: String
  /// The folders, from the root of the repository on.
  public var folders: [String]

  /// The target with the module's own tests.
  public var tests: String { module + "Tests" }

  /// What decides, judges and reads.
  public static let all = [
    Scope(name: "policy", module: "PopupScheduling", folders: ["Sources/PopupScheduling/StandardPolicy"]),
    Scope(name: "facade", module: "PopupScheduling", folders: ["Sources/PopupScheduling/Facade"]),
    Scope(name: "format", module: "PopTrace", folders: ["Sources/PopTrace/Format", "Sources/PopTrace/Session"]),
    Scope(name: "journal", module: "PopTrace", folders: ["Sources/PopTrace/Journal", "Sources/PopTrace/Recorder"]),
    Scope(name: "replay", module: "PopReplay", folders: ["Sources/PopReplay"]),
    Scope(name: "audit", module: "PopAudit", folders: ["Sources/PopAudit"]),
    Scope(name: "gate", module: "PopGate", folders: ["Sources/PopGate"]),
  ]

  /// How many are drawn of each of some scopes, for so many in all: as many of each module as of any other.
  public static func shares(of scopes: [Scope], count: Int) -> [Int] {
    var modules: [String] = []
    for scope in scopes where !modules.contains(scope.module) { modules.append(scope.module) }
    return scopes.indices.map { index in
      let module = scopes[index].module
      let ofModule = part(modules.firstIndex(of: module) ?? 0, of: count, among: modules.count)
      let siblings = scopes.indices.filter { scopes[$0].module == module }
      return part(siblings.firstIndex(of: index) ?? 0, of: ofModule, among: siblings.count)
    }
  }

  private static func part(_ index: Int, of count: Int, among parts: Int) -> Int {
    count / parts + (index < count % parts ? 1 : 0)
  }
}
