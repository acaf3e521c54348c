import PopupScheduling

extension JSONLineInput {
  /// The fields of an object, each by its index among the names it may have; a field given twice or not known is an error.
  ///
  /// - Returns: The fields in order, and the indexes of those that are given, as bits.
  func members(
    of index: Int, _ names: FieldNames
  ) throws(TraceError) -> (members: [(index: Int, value: JSONValue)], given: UInt64) {
    let object = scanner.nodes[index]
    guard object.kind == .object else {
      throw error(
        .badValue, "Here an object with the fields of \(names.owner) is expected, not \(object.kind.wireName).")
    }
    var members: [(index: Int, value: JSONValue)] = []
    var given: UInt64 = 0
    var node = index + 1
    while node < object.next {
      guard let field = field(at: node, names) else { throw unknownField(at: node, names) }
      guard given & 1 << UInt64(field) == 0 else {
        throw error(.badJSON, "\(Quoted(names.names[field])) is given twice; keep one of them.")
      }
      given |= 1 << UInt64(field)
      members.append((field, JSONValue(node: node + 1, name: names.names[field])))
      node = scanner.nodes[node + 1].next
    }
    return (members, given)
  }

  /// The members of an object whose names are free, in order of their names; all of them are texts.
  func entries(_ value: JSONValue) throws(TraceError) -> [HeaderEntry] {
    let object = scanner.nodes[value.node]
    guard object.kind == .object else { throw wrong(value, "an object of texts") }
    var entries: [HeaderEntry] = []
    var node = value.node + 1
    while node < object.next {
      let name = text(at: node)
      entries.append(HeaderEntry(name, try text(JSONValue(node: node + 1, name: name))))
      node = scanner.nodes[node + 1].next
    }
    // By bytes; which of two of one name comes first does not matter, for that is refused.
    entries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for (entry, next) in zip(entries, entries.dropFirst()) where entry.name == next.name {
      throw error(.badJSON, "\(Quoted(entry.name)) is given twice in \(Quoted(value.name)); keep one of them.")
    }
    return entries
  }

  private func field(at node: Int, _ names: FieldNames) -> Int? {
    let key = scanner.nodes[node]
    if key.kind == .string { return names.index(of: key.start..<key.end, in: scanner.bytes) }
    return names.names.firstIndex(of: text(at: node))
  }

  private func unknownField(at node: Int, _ names: FieldNames) -> TraceError {
    let name = text(at: node)
    let help =
      NearestName.to(name, among: names.names).map { "Did you mean \(Quoted($0))?" }
      ?? "It may have \(names.names.joined(separator: ", "))."
    return error(.unknownField, "There is no field \(Quoted(name)) in \(names.owner). \(help)")
  }

  /// The value of a field of an object, found by its name alone; nil where there is none.
  func member(_ name: StaticString, of index: Int) -> JSONValue? {
    let object = scanner.nodes[index]
    guard object.kind == .object else { return nil }
    let names = FieldNames(of: "", ["\(name)"])
    var node = index + 1
    while node < object.next {
      if field(at: node, names) != nil { return JSONValue(node: node + 1, name: "\(name)") }
      node = scanner.nodes[node + 1].next
    }
    return nil
  }

  /// The kind of event that a value names.
  func kind(_ value: JSONValue) throws(TraceError) -> EventKind {
    let name = try text(value)
    if let kind = LineShape.kind(named: name) { return kind }
    let guess = NearestName.to(name, among: EventKind.allCases.map(\.wireName))
    let help = guess.map { "Did you mean \(Quoted($0))?" } ?? "The documentation lists the events there are."
    throw error(.unknownEvent, "There is no event \(Quoted(name)). \(help)")
  }
}
