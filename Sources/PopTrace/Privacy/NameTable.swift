import PopupScheduling

/// What hashed names were before, for those who may know.
///
/// A trace that is read with it shows clear names; nothing else changes.
public struct NameTable: Sendable {
  private let clearNames: [String: String]

  /// Makes a table of hashes and the names they stand for.
  public init(_ clearNames: [String: String]) { self.clearNames = clearNames }

  /// Puts the names that are known in the place of their hashes.
  public func reveal(_ session: inout Session) {
    for (place, text) in session.catalog.names.texts.enumerated() {
      if let clear = clearNames[text] { session.catalog.names.replace(Symbol(place), with: clear) }
    }
    for (_, path) in TraceField.headerTexts {
      if let clear = clearNames[session.header[keyPath: path]] { session.header[keyPath: path] = clear }
    }
    reveal(&session.header.arms)
    reveal(&session.header.metadata)
  }

  private func reveal(_ entries: inout [HeaderEntry]) {
    guard !entries.isEmpty else { return }
    for place in entries.indices {
      entries[place].name = clearNames[entries[place].name] ?? entries[place].name
      entries[place].value = clearNames[entries[place].value] ?? entries[place].value
    }
    entries.sort { $0.name < $1.name }
  }
}
