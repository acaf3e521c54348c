import PopupScheduling

extension EventDescriber {
  /// What a submitted popup asks for beyond the defaults.
  func submission(of event: Event) -> String? {
    guard let spec = spec(of: event.popup) else { return nil }
    let given = zip(PopupSpec.attributes, spec.values).filter { $0.1 != $0.0.usual }
    let parts = given.compactMap { words(of: $0.0, $0.1) }
    return parts.isEmpty ? nil : "(" + parts.joined(separator: ", ") + ")"
  }

  /// An attribute in words: its name and its value, unless there is a better way to say it.
  private func words(of attribute: PopupAttribute, _ value: Int64) -> String? {
    switch attribute.name {
    case "kind": return attribute.words[Int(value)]
    case "pages": return "for " + texts(NameListID(Int(value)))
    case "instance": return "for \(page(PageID(Int(value)))) only"
    case "content": return "\(attribute.words[Int(value)]) content"
    // The name stands in front, and of the others there is more in JSON Lines than a line has room for.
    case "name", "matching", "showMs", "hideMs", "needsKeyboard", "scene", "scheduler", "object": return nil
    case "host", "dismissal", "next", "user", "page": return nil
    default: break
    }
    let said: String
    switch attribute.shape {
    case .name: said = text(Symbol(Int(value)))
    case .list: said = texts(NameListID(Int(value)))
    case .page: said = page(PageID(Int(value)))
    case .length where value < 0: return nil
    case .length: said = time(Ticks(value)).grouped
    case .number: said = "\(value)"
    case .word, .choice: said = attribute.words[Int(value)]
    case .flag where value == 1: return attribute.name
    case .flag: said = "false"
    }
    return "\(attribute.name) \(said)"
  }

  /// What a `popup.changed` alters.
  func change(of event: Event) -> String? {
    guard event.attributes >= 0, Int(event.attributes) < changes.count else { return nil }
    let change = changes[Int(event.attributes)]
    var parts: [String] = []
    if let level = change.level { parts.append("level \(level)") }
    if let pages = change.pages { parts.append("for " + texts(pages)) }
    if let expires = change.expires { parts.append("expires \(time(expires).grouped)") }
    return parts.joined(separator: ", ")
  }
}
