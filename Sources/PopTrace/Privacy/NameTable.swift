import PopupScheduling

/// The clear names behind hashed ones, for readers of a trace who are allowed to see them.
///
/// A trace that is read with it shows clear names; nothing else changes. So what would give two things of a session one name is left hashed.
package struct NameTable: Sendable {
  private let clearNames: [String: String]

  /// Makes a table of hashes and the names they stand for. Names that are empty or longer than a trace may have are left out.
  package init(_ clearNames: [String: String]) {
    self.clearNames = clearNames.filter { !$0.value.isEmpty && $0.value.utf8.count <= SessionCheck.nameBytes }
  }

  /// Puts the names that are known in the place of their hashes.
  package func reveal(_ session: inout Session) {
    let texts = session.catalog.names.texts
    for (index, text) in revealed(texts).enumerated() where text != texts[index] {
      session.catalog.names.replace(Symbol(index), with: text)
    }
    for (_, path) in TraceField.headerTexts {
      if let clear = clearNames[session.header[keyPath: path]] { session.header[keyPath: path] = clear }
    }
    reveal(&session.header.arms)
    reveal(&session.header.metadata)
    session.header = session.header.storable
  }

  private func reveal(_ entries: inout [HeaderEntry]) {
    guard !entries.isEmpty else { return }
    for (index, name) in revealed(entries.map(\.name)).enumerated() {
      entries[index].name = name
      entries[index].value = clearNames[entries[index].value] ?? entries[index].value
    }
    entries.sort { $0.name < $1.name }
  }

  /// Texts that are all different with clear names in the place of hashes, where they are all different then, too.
  private func revealed(_ texts: [String]) -> [String] {
    var revealed = texts.map { clearNames[$0] ?? $0 }
    while true {
      var counts: [String: Int] = [:]
      for text in revealed { counts[text, default: 0] += 1 }
      // Of what stands twice one at least was revealed, for before no two were the same: this ends.
      let twice = revealed.indices.filter { (counts[revealed[$0]] ?? 0) > 1 && revealed[$0] != texts[$0] }
      guard !twice.isEmpty else { return revealed }
      for index in twice { revealed[index] = texts[index] }
    }
  }
}
