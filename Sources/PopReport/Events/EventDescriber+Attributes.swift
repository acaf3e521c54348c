import PopupScheduling

extension EventDescriber {
  /// What a submitted popup asks for beyond the defaults.
  func submission(of event: Event) -> String? {
    guard let spec = spec(of: event.popup) else { return nil }
    var parts: [String] = []
    if spec.kind != .alert { parts.append(spec.kind.wireName) }
    if spec.level != 0 { parts.append("level \(spec.level)") }
    if !spec.pages.isNone { parts.append("for " + texts(spec.pages)) }
    if !spec.instance.isNone { parts.append("for \(page(spec.instance)) only") }
    if spec.keepAlive { parts.append("keepAlive") }
    if spec.content == .async { parts.append("async content") }
    if !spec.condition { parts.append("condition false") }
    if spec.whenBarred != .wait { parts.append("whenBarred \(spec.whenBarred.wireName)") }
    if spec.onHigher != .stay { parts.append("onHigher \(spec.onHigher.wireName)") }
    if !spec.chain.isNone { parts.append("chain \(text(spec.chain))") }
    if !spec.key.isNone { parts.append("key \(text(spec.key))") }
    if spec.expires >= .zero { parts.append("expires \(time(spec.expires).grouped)") }
    if spec.autoDismiss >= .zero { parts.append("autoDismiss \(time(spec.autoDismiss).grouped)") }
    return parts.isEmpty ? nil : "(" + parts.joined(separator: ", ") + ")"
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
