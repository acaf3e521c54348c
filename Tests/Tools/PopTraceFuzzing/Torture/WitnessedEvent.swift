package import PopupScheduling

/// What a witness outside of the recorder keeps of an event, so that the recorded one can be told from every other.
package struct WitnessedEvent: Hashable, Sendable {
  /// The position in the session.
  package var sequence: Int32
  /// The number of its popup; negative where it has none.
  package var popup: Int32
  /// The number of its page; negative where it has none.
  package var page: Int32
  /// What it is: the raw value of an ``EventKind``.
  package var kind: UInt8
  /// Everything that it says but its position, its names and attributes included, as one number.
  package var digest: UInt64
  /// The same but for its cause and its timer, whose numbers are others in a session that begins later.
  package var content: UInt64

  /// Makes what is kept of an event.
  package init(sequence: Int32, popup: Int32, page: Int32, kind: UInt8, digest: UInt64, content: UInt64) {
    self.sequence = sequence
    self.popup = popup
    self.page = page
    self.kind = kind
    self.digest = digest
    self.content = content
  }

  /// Takes down an event of a log.
  package init(_ event: Event, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    let (popup, page) = (catalog.number(of: event.popup), catalog.number(of: event.page))
    var digest = EventDigest()
    for word in [popup, page, event.time.rawValue, event.value, Int64(event.generation)] { digest.add(word) }
    for word in [Int64(event.scene), Int64(event.scheduler), Int64(event.kind.rawValue)] { digest.add(word) }
    for word in [Int64(event.code), Int64(event.flags.rawValue)] { digest.add(word) }
    digest.add(event.name, catalog)
    for loser in log.over(of: event) { digest.add(catalog.number(of: loser)) }
    switch event.kind {
    case .popupSubmitted where event.attributes >= 0: digest.add(catalog.spec(event.spec), catalog)
    case .popupChanged where event.attributes >= 0:
      let change = catalog.changes[Int(event.attributes)]
      digest.add(Int64(change.level ?? -1))
      if let pages = change.pages { digest.add(pages, catalog) }
      digest.add(change.expires?.rawValue ?? -1)
    case .pageLoaded where !event.page.isNone:
      let spec = catalog.pages[event.page.index]
      digest.add(spec.classes, catalog)
      digest.add(catalog.number(of: spec.container))
      digest.add(Int64(spec.presentation.rawValue))
    default: break
    }
    let content = digest.value
    digest.add(Int64(event.cause))
    digest.add(Int64(event.timer.rawValue))
    self.init(
      sequence: event.sequence, popup: Int32(truncatingIfNeeded: popup), page: Int32(truncatingIfNeeded: page),
      kind: event.kind.rawValue, digest: digest.value, content: content)
  }
}

extension WitnessedEvent: CustomStringConvertible {
  package var description: String {
    "\(sequence) \(EventKind(rawValue: kind).map { "\($0)" } ?? "kind \(kind)")"
      + (popup < 0 ? "" : " popup \(popup)") + (page < 0 ? "" : " page \(page)")
  }
}

/// Many numbers and texts as one number: FNV-1a over words, stirred.
private struct EventDigest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ word: Int64) {
    value = (value ^ UInt64(bitPattern: word)) &* 0x0000_0100_0000_01B3
    value ^= value >> 29
  }

  mutating func add(_ name: Symbol, _ catalog: borrowing Catalog) {
    guard !name.isNone else { return add(-1) }
    for byte in catalog.names.text(name).utf8 { add(Int64(byte)) }
    add(256)
  }

  mutating func add(_ list: NameListID, _ catalog: borrowing Catalog) {
    guard !list.isNone else { return add(-2) }
    for name in catalog.names.list(list) { add(name, catalog) }
    add(257)
  }

  mutating func add(_ spec: PopupSpec, _ catalog: borrowing Catalog) {
    for name in [spec.name, spec.chain, spec.key, spec.host, spec.user] { add(name, catalog) }
    add(spec.pages, catalog)
    let codes = [
      spec.kind.rawValue, spec.matching.rawValue, spec.content.rawValue, spec.whenBarred.rawValue,
      spec.onHigher.rawValue, spec.dismissal.rawValue,
    ]
    for code in codes { add(Int64(code)) }
    for flag in [spec.keepAlive, spec.condition, spec.needsKeyboard, spec.next] { add(flag ? 1 : 0) }
    for length in [spec.expires, spec.autoDismiss, spec.showLength, spec.hideLength] { add(length.rawValue) }
    for page in [spec.instance, spec.callerPage] { add(catalog.number(of: page)) }
    for number in [spec.level, spec.object] { add(Int64(number)) }
  }
}
